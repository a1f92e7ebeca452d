/**
 * What went wrong, as data. A problem that stops a file is a `Refusal`; one that costs a record or a part
 * is a `Problem` in the profile. Both carry a code that a program can test and a sentence that a person can act on.
 */

/** Every code a reader may refuse a file with. Scripts and bug reports name these: never rename one. */
export type RefusalCode =
  | 'empty-file'
  | 'unknown-format'
  | 'git-lfs-pointer'
  | 'text-mode-damage'
  | 'truncated'
  | 'damaged'
  | 'not-a-profile'
  | 'no-profile-in-archive'
  | 'wrong-kind'
  | 'too-large'
  | 'unreadable'
  | 'cancelled'
  | 'worker-died'
  | 'internal';

/** Why one file or archive member did not open. */
export interface Refusal {
  /** As dropped, with the path inside archives: `profile.tar.gz/plugins/profile/…/host.xplane.pb`. */
  file: string;
  code: RefusalCode;
  /** One or two sentences: what is wrong, where, and what to do next. Plain text. */
  reason: string;
}

/** Something that could not be read or that is missing, in a file that opened all the same. */
export interface Problem {
  /** `file` or `file: plane /host:CPU, line 12`. */
  where: string;
  sentence: string;
  /** How often it happened; repeated problems are counted, not repeated. */
  count: number;
}

/** Thrown by readers; the worker and the command line turn it into a `Refusal` with the file's name. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly code: RefusalCode;
  constructor(code: RefusalCode, reason: string) {
    super(reason);
    this.code = code;
  }
}

/** Collects problems, merging equal ones: a file with a million bad records yields one line. */
export class ProblemLog {
  private readonly byKey = new Map<string, Problem>();

  add(where: string, sentence: string, count = 1): void {
    const key = `${where}\n${sentence}`;
    const known = this.byKey.get(key);
    if (known) known.count += count;
    else this.byKey.set(key, { where, sentence, count });
  }

  list(): Problem[] {
    return [...this.byKey.values()];
  }
}
