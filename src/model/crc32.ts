/**
 * CRC-32 as zip, gzip and PNG use it (reflected polynomial 0xEDB88320). Four bytes a step from four tables: about four
 * times as fast as one byte a step. Stored zip members, the slow path of inflating and chunks of PNG pictures need it.
 */

const TABLES = buildTables();

function buildTables(): Uint32Array[] {
  const tables = Array.from({ length: 4 }, () => new Uint32Array(256));
  for (let i = 0; i < 256; i++) {
    let crc = i;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    tables[0][i] = crc >>> 0;
  }
  for (let table = 1; table < 4; table++) {
    for (let i = 0; i < 256; i++) {
      const shorter = tables[table - 1][i];
      tables[table][i] = ((shorter >>> 8) ^ tables[0][shorter & 255]) >>> 0;
    }
  }
  return tables;
}

/** The checksum of all bytes so far, from the checksum before `bytes` (0 at the start). Unsigned 32-bit. */
export function crc32(bytes: Uint8Array, before = 0): number {
  const [t0, t1, t2, t3] = TABLES;
  let crc = ~before;
  const wholeSteps = bytes.length & ~3;
  let at = 0;
  for (; at < wholeSteps; at += 4) {
    crc ^= bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    crc = t3[crc & 255] ^ t2[(crc >>> 8) & 255] ^ t1[(crc >>> 16) & 255] ^ t0[crc >>> 24];
  }
  for (; at < bytes.length; at++) crc = (crc >>> 8) ^ t0[(crc ^ bytes[at]) & 255];
  return ~crc >>> 0;
}
