/** What reading a zip tells, whether by its directory or without one. */

import type { ByteConsumer, Failure } from './consumer.ts';
import type { ByteSource } from './types.ts';

export interface ZipEvents {
  /** A file begins; null to pass over it. */
  member(name: string, modified: number): ByteConsumer | null;
  /** A file that is a container itself and lies in one piece, so that it can be opened as a source. */
  nested(name: string, modified: number, source: ByteSource): Promise<void>;
  /** A member that cannot be read at all. */
  refused(name: string, failure: Failure): void;
  /** The archive cannot be read to its end. */
  failed(failure: Failure): void;
  /** Everything before this position of the file has been gone through. */
  reached(position: number): void;
}
