import { vi } from 'vitest';
import type { Command } from '../main.ts';

export interface CommandRun {
  code: number;
  out: string;
  err: string;
}

/** Runs a command with what it writes caught. */
export async function runCommand(command: Command, ...args: string[]): Promise<CommandRun> {
  const run: CommandRun = { code: -1, out: '', err: '' };
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((run.out += String(text))));
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((run.err += String(text))));
  try {
    run.code = await command(args);
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
  return run;
}
