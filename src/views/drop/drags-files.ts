/** Whether what is dragged is files, which a page may not see before they are dropped; it may be a text of the page. */
export function dragsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
