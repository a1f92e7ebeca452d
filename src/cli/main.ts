/** The command line: the page's readers and analysis, for scripts and bug reports. */

import { summarizeCommand } from './summarize.ts';

/** A command takes its arguments and gives the exit code: 0 done, 1 a check failed, 2 nothing could be done. */
export type Command = (args: readonly string[]) => Promise<number>;

const COMMANDS: Readonly<Record<string, { run: Command; usage: string }>> = {
  summarize: { run: summarizeCommand, usage: 'summarize FILE… [--json]    the peaks of every allocator' },
};

const USAGE = `Usage: npm run -s cli -- COMMAND …

${Object.values(COMMANDS)
  .map(({ usage }) => `  ${usage}`)
  .join('\n')}
`;

const [name, ...args] = process.argv.slice(2);
const command = name === undefined ? undefined : COMMANDS[name];
if (command) {
  process.exitCode = await command.run(args);
} else {
  process.stderr.write(name === undefined ? USAGE : `There is no command "${name}".\n\n${USAGE}`);
  process.exitCode = 2;
}
