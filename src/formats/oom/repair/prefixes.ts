/**
 * What loggers, launchers and terminals write in front of a line. Taken off, because blocks of many lines are read as
 * one text; kept beside the line, because the source file in it says which code spoke.
 */

const TIME = String.raw`\d{1,2}:\d\d:\d+(?:[.,]\d{1,9})?`;
const LEVEL = '(?:DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL|TRACE)';

/** Each takes off one prefix; a first group is the rank. Tried in this order, again and again. */
const PREFIXES: readonly RegExp[] = [
  // 2025-06-07 05:41:50.760287: W external/xla/xla/tsl/framework/bfc_allocator.cc:501]
  String.raw`\d{4}-\d\d-\d\d ${TIME}: [IWEF] \S{1,300}:\d+\] ?`,
  // E0607 05:41:50.760464   29974 pjrt_stream_executor_client.cc:2917], also without thread
  String.raw`[IWEF]\d{4} +${TIME} +(?:\d+ +)?\S{1,300}:\d+\] ?`,
  // I tensorflow/core/common_runtime/bfc_allocator.cc:692]
  String.raw`[IWEF] \S{1,300}\.(?:cc|cu|h|cpp):\d+\] ?`,
  // bfc_allocator.cc:501] where the start was cut
  String.raw`\S{1,300}\.(?:cc|cu|cpp):\d+\] ?`,
  // (EngineCore pid=106339) and Ray's (train_fn pid=7, ip=10.0.0.2)
  String.raw`\((?:[\w.:<>-]{1,80} ){0,2}(?:pid|rank|ip)=[^()]{1,120}\) ?`,
  // mpirun: [1,3]<stderr>:
  String.raw`\[\d+,(\d+)\]<std(?:err|out)>:`,
  // [1] , [rank1]: , [default3]:
  // (not the device of `[0] Failed to load in-memory CUBIN`, where a wrap has put it first)
  String.raw`\[(?:rank|default|proc|worker|process)?[ -]?(\d{1,5})\](?::|(?= |$))(?! ?Failed to load) ?`,
  // [worker-3], [node01:1234]
  String.raw`\[[a-zA-Z][\w.-]{0,60}[-:/]\d{1,6}\]:? `,
  // ERROR 06-03 07:41:11 [core.py:1184]
  String.raw`${LEVEL} \d\d-\d\d ${TIME} \[[^\]]{1,120}\] ?`,
  // srun -l, also before what is indented
  String.raw` {0,4}(\d{1,4}): (?=\s*\S|$)`,
  // gh run view --log: job, step, then the time
  String.raw`[^\t]{1,120}\t[^\t]{1,120}\t(?=\d{4}-\d\d-\d\dT)`,
  // cat -n, grep -n with context, and frames around a panel
  String.raw` {0,6}\d{1,7}\t`,
  String.raw`\d{1,7}[:-](?=[A-Z][a-zA-Z]| {2}|\d{4}-\d\d-\d\d)`,
  String.raw`[│┃║] `,
  // TensorFlow's list of root errors: (0) Resource exhausted
  String.raw`\s{0,4}\(\d{1,2}\) (?=[A-Z])`,
  // Timestamps of containers, of Python's logging, and with their level and logger
  String.raw`\[?\d{4}-\d\d-\d\d[ T]${TIME}(?:Z|[+-]\d\d:?\d\d)?\]?(?::| -)?\s(?:std(?:err|out) [FP] )?`,
  String.raw`\[?${TIME}\]? (?=\s*\S|$)`,
  String.raw`(?:[\w.]{1,80} - )?\[?${LEVEL}(?:\](?: -|:)?|:[\w.]{1,80}:|:| -| \||(?= ))(?: |$)`,
  // docker compose: train-1  | , and line numbers of a pager
  String.raw` {0,6}[\w.-]{1,60} +[|│] `,
  // syslog and journald: Jun  7 05:41:50 host python[123]:
  String.raw`[A-Z][a-z]{2} +\d{1,2} ${TIME} [\w.-]{1,80} [\w./-]{1,80}(?:\[\d+\])?: `,
  // pytest
  String.raw`E(?: {2,7}|$)`,
].map((source) => new RegExp(`^${source}`));

const MAX_PREFIXES = 8;
/** Every prefix has one of these; most lines of a traceback do not get further. */
const WORTH_TRYING = /^\s{0,6}[[(\dA-Z│┃║]|^[\w.]{1,80} - |^[^\t]{1,120}\t[^\t]{1,120}\t\d{4}-|^\S{1,300}(?:\.(?:cc|cu|cpp):\d+\]| +[|│] )/;

export interface Unprefixed {
  text: string;
  prefix: string;
  /** The last one that was taken off. */
  lastPrefix: string;
  rank: number | undefined;
  /** The line after each prefix that was taken off. */
  stages: string[];
}

/** A line without its prefixes. */
export function withoutPrefixes(line: string): Unprefixed {
  let text = line;
  let rank: number | undefined;
  const stages: string[] = [];
  let lastPrefix = '';
  for (let i = 0; i < MAX_PREFIXES && WORTH_TRYING.test(text); i++) {
    const match = firstMatch(text);
    if (!match || match[0].length === 0) break;
    if (rank === undefined && match[1] !== undefined) rank = Number(match[1]);
    [lastPrefix] = match;
    text = text.slice(lastPrefix.length);
    stages.push(text);
  }
  return { text, prefix: line.slice(0, line.length - text.length), lastPrefix, rank, stages };
}

const FRAME = /[|│┃║]/;
const FRAME_AT_END = /(?:\s*[|│┃║])+\s*$/;

/** A line without the right side of the frame, or of the row of a table, whose left side was its prefix. */
export function withoutFrameEnd(text: string, prefix: string): string {
  return FRAME.test(prefix) ? text.replace(FRAME_AT_END, '') : text;
}

function firstMatch(text: string): RegExpExecArray | null {
  for (const prefix of PREFIXES) {
    const match = prefix.exec(text);
    if (match) return match;
  }
  return null;
}

/**
 * The start of a record in the middle of a line, right behind what can only be the end of another. Behind a colon, a
 * bracket or a space it may be a prefix within a prefix: `logs/train.log:12:2026-03-14 …`.
 */
const RECORD_WITHIN = new RegExp(
  String.raw`(?<=[\w.,!)%*']|'\])(?:\d{4}-\d\d-\d\d ${TIME}: [IWEF] |[IWEF]\d{4} +${TIME} +(?:\d+ +)?)\S{1,300}?\.(?:cc|cu|cpp|h):\d+\] `,
  'g',
);
/** Source files end so; a search for it is cheap in the many lines that have none. */
const SOURCE_END = /:\d+\] /;

/**
 * The records of a line, each with its prefix: chats and log viewers take out line breaks and put nothing in their
 * place. The digits of the year would be read as the end of the number before them.
 */
export function splitAtRecords(line: string): string[] {
  if (!SOURCE_END.test(line)) return [line];
  const starts = [...line.matchAll(RECORD_WITHIN)].map((match) => match.index).filter((start) => start > 0);
  return [0, ...starts].map((start, i) => line.slice(start, starts[i]));
}

/** The prefix begins a record of its own, with a source file; a wrapped line never has one. */
export function beginsRecord(prefix: string): boolean {
  return /\.(?:cc|cu|cpp|h|py):\d+\]|\d{4}-\d\d-\d\d/.test(prefix);
}
