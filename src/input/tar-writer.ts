/**
 * Writes tar (POSIX ustar): a header of 512 bytes before each file, the file padded to 512 bytes, two empty blocks at
 * the end. Owner, mode and time are fixed, so that equal files give equal archives.
 */

export const TAR_BLOCK = 512;

/** 2025-06-13T09:51:22Z, in seconds. Any fixed time would do; 0 makes some tools warn. */
const MODIFIED_SECONDS = 1_749_808_282;

/** Bytes that the fields of a header have for a path's last parts and for the folders before them. */
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;

export interface TarMember {
  /** With `/` between folders; a name that ends in `/` is a folder. */
  path: string;
  /** Its bytes, in pieces. */
  parts: readonly Uint8Array<ArrayBuffer>[];
}

/** The whole archive in pieces, uncompressed. Throws where a path is too long for ustar. */
export function tarParts(members: readonly TarMember[]): Uint8Array<ArrayBuffer>[] {
  const archive: Uint8Array<ArrayBuffer>[] = [];
  for (const { path, parts } of members) {
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    archive.push(tarHeader(path, size), ...parts, new Uint8Array(tarPadding(size)));
  }
  archive.push(new Uint8Array(2 * TAR_BLOCK));
  return archive;
}

/** The header block of one member of `size` bytes. Throws where its path is too long for ustar. */
export function tarHeader(path: string, size: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(TAR_BLOCK);
  const put = (at: number, text: string): void => {
    header.set(new TextEncoder().encode(text), at);
  };
  const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`;
  const { prefix, name } = splitPath(path);
  header.set(name, 0);
  put(100, octal(path.endsWith('/') ? 0o755 : 0o644, 8));
  put(108, octal(0, 8));
  put(116, octal(0, 8));
  put(124, sizeField(size, octal));
  put(136, octal(MODIFIED_SECONDS, 12));
  put(148, '        ');
  put(156, path.endsWith('/') ? '5' : '0');
  put(257, 'ustar\u000000');
  header.set(prefix, 345);
  // The sum counts its own field as spaces, then replaces it.
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(148, `${octal(sum, 7)} `);
  return header;
}

/** Eleven octal digits reach to 8 GiB, more than any reduced profile has. */
function sizeField(size: number, octal: (value: number, width: number) => string): string {
  const text = octal(size, 12);
  if (text.length > 12) throw new Error(`too large for ustar: ${size} bytes`);
  return text;
}

/** Bytes of zeros after a member of `size` bytes. */
export function tarPadding(size: number): number {
  return (TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK;
}

function splitPath(path: string): { prefix: Uint8Array; name: Uint8Array } {
  const bytes = new TextEncoder().encode(path);
  if (bytes.length <= NAME_BYTES) return { prefix: bytes.subarray(0, 0), name: bytes };
  const cut = bytes.indexOf(0x2f, bytes.length - NAME_BYTES - 1);
  if (cut < 0 || cut > PREFIX_BYTES) throw new Error(`path too long for ustar: ${path}`);
  return { prefix: bytes.subarray(0, cut), name: bytes.subarray(cut + 1) };
}
