/**
 * `python train.py > log.txt` in PowerShell writes UTF-16. Its first two bytes say so; everything else passes as it is.
 */

export class Utf16Converter {
  isUtf16 = false;
  private decided = false;
  private first: Uint8Array = new Uint8Array(0);
  private decoder: TextDecoder | null = null;
  private readonly encoder = new TextEncoder();

  /** The chunk as UTF-8. Held back while the first two bytes are not known. */
  push(chunk: Uint8Array): Uint8Array {
    if (this.decoder) return this.encoder.encode(this.decoder.decode(chunk, { stream: true }));
    if (this.decided) return chunk;
    const start = new Uint8Array(this.first.length + chunk.length);
    start.set(this.first);
    start.set(chunk, this.first.length);
    if (start.length < 2) {
      this.first = start;
      return new Uint8Array(0);
    }
    this.decided = true;
    const mark = (start[0] << 8) | start[1];
    if (mark !== 0xfffe && mark !== 0xfeff) return start;
    this.isUtf16 = true;
    this.decoder = new TextDecoder(mark === 0xfffe ? 'utf-16le' : 'utf-16be');
    return this.encoder.encode(this.decoder.decode(start, { stream: true }));
  }

  end(): Uint8Array {
    if (this.decoder) return this.encoder.encode(this.decoder.decode());
    return this.decided ? new Uint8Array(0) : this.first;
  }
}
