import { formatCount } from '../../model/format.ts';

/**
 * The end of a stream from the first byte on that begins no field. No field begins with a zero, so zeros to the end are
 * nothing that was ever part of the message: what a block device or a copy program filled up with.
 */
export class LostTail {
  bytes = 0;
  private onlyZeros = true;

  add(chunk: Uint8Array, start: number): void {
    this.bytes += chunk.length - start;
    if (this.onlyZeros) this.onlyZeros = isZero(chunk, start);
  }

  get isPadding(): boolean {
    return this.bytes > 0 && this.onlyZeros;
  }

  /** For padding. It says both causes, because zeros in place of whole records look like zeros after the last one. */
  get sentence(): string {
    const zeros = this.bytes === 1 ? 'A zero byte follows' : `${formatCount(this.bytes)} zero bytes follow`;
    return (
      `${zeros} what can be read, and nothing else: padding, which changes nothing, or the place of what a copy did not ` +
      'bring. If something seems to be missing, copy the file again.'
    );
  }
}

function isZero(bytes: Uint8Array, start: number): boolean {
  for (let i = start; i < bytes.length; i++) if (bytes[i] !== 0) return false;
  return true;
}
