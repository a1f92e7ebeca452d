/** The command line: the page's readers and analysis, for scripts and bug reports. */

import { checkCommand } from './check.ts';
import { compareCommand } from './compare.ts';
import { explainCommand } from './explain.ts';
import { findingsCommand } from './findings.ts';
import { linkCommand } from './link.ts';
import { projectCommand } from './project.ts';
import { reduceCommand } from './reduce.ts';
import { reportCommand } from './report.ts';
import { seriesCommand } from './series.ts';
import { summarizeCommand } from './summarize.ts';

/** A command takes its arguments and gives the exit code: 0 done, 1 a check failed, 2 nothing could be done. */
export type Command = (args: readonly string[]) => Promise<number>;

const COMMANDS: Readonly<Record<string, { run: Command; usage: string }>> = {
  summarize: { run: summarizeCommand, usage: 'summarize FILE… [--json]    the peaks of every allocator' },
  findings: { run: findingsCommand, usage: 'findings FILE… [--json]     what stands out, in one sentence each' },
  series: { run: seriesCommand, usage: 'series FILE FILE… [--json]   several pprof dumps in time: what grows' },
  reduce: { run: reduceCommand, usage: 'reduce FILE [--out F]       a trace cut down to what memory needs, for an issue' },
  compare: {
    run: compareCommand,
    usage: 'compare BASELINE CANDIDATE [--json|--markdown] [--html F]   what the candidate has more; of several, a table of peaks',
  },
  link: {
    run: linkCommand,
    usage: 'link FILE [--origin URL] [--shorten-paths] [--replace-names]   an address that carries what it says; compare A B --link too',
  },
  check: {
    run: checkCommand,
    usage: 'check BASELINE CANDIDATE --max-peak-growth 5%   exit code 1 where the peak grew by more (or 200MiB)',
  },
  project: { run: projectCommand, usage: 'project FILE=DEPTH… --depth N [--capacity 16GiB] [--json]    whether a deeper model fits' },
  report: { run: reportCommand, usage: 'report FILE [--markdown] [--html F]   one profile for an issue, or as one HTML file' },
  explain: { run: explainCommand, usage: 'explain FILE…|- [--json]     what an out-of-memory message says' },
};

const USAGE = `Usage: npm run -s cli -- COMMAND …

${Object.values(COMMANDS)
  .map(({ usage }) => `  ${usage}`)
  .join('\n')}
`;

// A reader such as `head` that has had enough is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const [name, ...args] = process.argv.slice(2);
const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command) {
  process.exitCode = await command.run(args);
} else if (name === '--help' || name === '-h' || name === 'help') {
  process.stdout.write(USAGE);
} else {
  process.stderr.write(name === undefined ? USAGE : `There is no command "${name}".\n\n${USAGE}`);
  process.exitCode = 2;
}
