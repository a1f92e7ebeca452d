import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleDigest } from '../analysis/compare/testing/sample-digest.ts';
import { reportCommand } from './report.ts';
import { saveReport } from './report-file.ts';
import { runCommand } from './testing/run-command.ts';

const STAIRCASE = fileURLToPath(new URL('../../public/samples/staircase.tar.gz', import.meta.url));

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'highwater-'));
  writeFileSync(join(folder, 'form.html'), '<script type="application/json" id="report">null</script>');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('report', () => {
  test('gives one profile as Markdown, with its exact peak', async () => {
    const { code, out } = await runCommand(reportCommand, STAIRCASE);
    expect(code).toBe(0);
    expect(out).toMatch(/^### Memory of `staircase\.tar\.gz/);
    expect(out).toContain('8,882,250,752 bytes');
  });

  test('takes one file, and options that it has', async () => {
    expect((await runCommand(reportCommand)).code).toBe(2);
    expect((await runCommand(reportCommand, STAIRCASE, STAIRCASE)).err).toContain('report takes one file');
    expect((await runCommand(reportCommand, STAIRCASE, '--pdf')).err).toContain('There is no option --pdf.');
  });

  test('puts the data into the form, and says what is missing where there is none', async () => {
    const digests = { baseline: null, candidate: await sampleDigest('staircase') };
    const file = join(folder, 'report.html');
    expect(await saveReport(file, digests, join(folder, 'form.html'))).toBeNull();
    expect(readFileSync(file, 'utf8')).toMatch(/^<script type="application\/json" id="report">\{"version":1,.*<\/script>$/);
    expect(await saveReport(file, digests, join(folder, 'none.html'))).toContain('npm run build');
    expect(await saveReport(join(folder, 'no', 'x.html'), digests, join(folder, 'form.html'))).toContain('cannot be written');
  });
});
