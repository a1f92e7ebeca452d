import type { Command } from '../main.ts';

export interface CommandRun {
  code: number;
  out: string;
  err: string;
}

/** Runs a command with what it writes caught. */
export async function runCommand(command: Command, ...args: string[]): Promise<CommandRun> {
  const run: CommandRun = { code: -1, out: '', err: '' };
  const [stdout, stderr] = [process.stdout.write, process.stderr.write];
  process.stdout.write = (text) => ((run.out += String(text)), true);
  process.stderr.write = (text) => ((run.err += String(text)), true);
  try {
    run.code = await command(args);
  } finally {
    process.stdout.write = stdout;
    process.stderr.write = stderr;
  }
  return run;
}
