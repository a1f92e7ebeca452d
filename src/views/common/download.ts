/** Offers a file that the page made. The browser asks, or saves it where it saves downloads. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A name that every file system takes. */
export function fileName(text: string): string {
  return text.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^-+|-+$/g, '');
}
