/** What recognising comes to: a format, or a file that is something else. */

import type { RefusalCode } from '../../model/problems.ts';

/** Formats by name; whether one can be opened is the registry's matter. */
export type RecognisedFormat =
  | 'xplane'
  | 'pprof'
  | 'memory-profile-json'
  /** HloProto, or a bare HloModuleProto. */
  | 'hlo'
  /** HLO text and the reports of an XLA dump, each told by its first line. */
  | 'xla-text'
  /** The protobuf twin of the memory usage report. */
  | 'xla-memory-report'
  /** `compiled.memory_analysis()`, printed or as JSON. */
  | 'memory-analysis'
  | 'oom-text';

export interface FormatFound {
  format: RecognisedFormat;
  /** With its article, to follow "This is": `a pprof profile`. */
  title: string;
}

/** Not a format of ours; the reason says what it is and what to do next. */
export interface OtherFile {
  code: RefusalCode;
  reason: string;
}
