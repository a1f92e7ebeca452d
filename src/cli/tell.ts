/** One sentence a line on stderr: stdout holds nothing but the result. Gives the exit code of a failure. */
export function tell(sentences: readonly string[]): number {
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`);
  return 2;
}
