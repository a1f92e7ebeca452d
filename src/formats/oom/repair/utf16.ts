/**
 * `python train.py > log.txt` in PowerShell writes UTF-16. Its first two bytes say so, or, where a tool took them off,
 * the zeros that every other byte of English text is; everything else passes as it is.
 */

import { TELLING_BYTES, utf16Of } from '../../../model/utf16.ts';

export class Utf16Converter {
  isUtf16 = false;
  private decided = false;
  private first: Uint8Array = new Uint8Array(0);
  private decoder: TextDecoder | null = null;
  private readonly encoder = new TextEncoder();

  /** The chunk as UTF-8. Held back while the first bytes are not known. */
  push(chunk: Uint8Array): Uint8Array {
    if (this.decoder) return this.encoder.encode(this.decoder.decode(chunk, { stream: true }));
    if (this.decided) return chunk;
    const start = new Uint8Array(this.first.length + chunk.length);
    start.set(this.first);
    start.set(chunk, this.first.length);
    if (start.length < TELLING_BYTES) {
      this.first = start;
      return new Uint8Array(0);
    }
    this.decided = true;
    const encoding = utf16Of(start);
    if (encoding === null) return start;
    this.isUtf16 = true;
    this.decoder = new TextDecoder(encoding);
    return this.encoder.encode(this.decoder.decode(start, { stream: true }));
  }

  end(): Uint8Array {
    if (this.decoder) return this.encoder.encode(this.decoder.decode());
    return this.decided ? new Uint8Array(0) : this.first;
  }
}
