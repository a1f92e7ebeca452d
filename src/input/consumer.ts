/**
 * How bytes move between the readers of containers: a reader pushes what it takes out of its container into the
 * consumer of the member, which may be another reader of a container.
 *
 *     gzip ──▶ Opening (looks at the first block) ──▶ tar ──▶ Opening ──▶ entry of the sink
 *
 * A call returns a promise only where somebody has to wait, so that small pieces cost no turn of the event loop.
 */

import type { RefusalCode } from '../model/problems.ts';

export interface ByteTarget {
  /** True once no further byte is wanted: the producer may stop early. */
  readonly full: boolean;
  /** One byte or more, valid until the call has returned and its promise is fulfilled. */
  push(bytes: Uint8Array): void | Promise<void>;
}

/** A target that is told how the bytes end, also where it wanted no more of them. */
export interface ByteConsumer extends ByteTarget {
  end(): void | Promise<void>;
  /** The bytes end here because the container is damaged or cut; those pushed before are true. */
  fail(failure: Failure): void | Promise<void>;
}

/** Why the bytes of a container ended before their end. `reason` is a sentence, or two, for people. */
export interface Failure {
  code: RefusalCode;
  reason: string;
}

/** Takes nothing: for bytes that nobody wants. */
export const NOBODY: ByteConsumer = { full: true, push: () => undefined, end: () => undefined, fail: () => undefined };
