/**
 * `npm test`: every part, also after one that failed, and one line at the end: `N passed, N failed`.
 * Types, lint, imports, build and size count one each; unit and end-to-end tests count themselves. A part in which
 * nothing ran has failed: a test that is not found must not pass.
 */

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOrInstallChromium } from './find-chromium.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ name: string, run: () => Promise<Counts> }} Part
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { status: string, assertionResults: unknown[] }[] }} VitestReport
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }}
 *   PlaywrightReport
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = path.join(ROOT, 'node_modules', '.bin');
const reports = mkdtempSync(path.join(tmpdir(), 'highwater-test-'));

/** @type {Part[]} */
const PARTS = [
  { name: 'types of the page', run: () => once('tsc', ['-p', 'tsconfig.page.json']) },
  { name: 'types of the workers', run: () => once('tsc', ['-p', 'tsconfig.worker.json']) },
  { name: 'types in Node', run: () => once('tsc', ['-p', 'tsconfig.node.json']) },
  { name: 'lint', run: lint },
  { name: 'import directions', run: () => once('node', ['scripts/check-imports.mjs']) },
  // Before the unit tests: some of them run the built command line.
  { name: 'build', run: () => once('node', ['scripts/build.mjs']) },
  { name: 'size of the first load', run: () => once('node', ['scripts/check-size.mjs']) },
  { name: 'unit tests', run: unitTests },
  { name: 'end-to-end tests', run: endToEndTests },
];

/**
 * Runs a command of the repository, showing what it prints.
 * @param {string} command
 * @param {string[]} rest
 * @param {Record<string, string>} [variables]
 * @returns {Promise<{ status: number | null, output: string }>}
 */
function show(command, rest, variables = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, {
      cwd: ROOT,
      env: {
        ...process.env,
        ...variables,
        ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
        PATH: `${BIN}${path.delimiter}${process.env['PATH'] ?? ''}`,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      // The commands in .bin are scripts there.
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
      process.stdout.write(text);
    });
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output }));
  });
}

/**
 * A command that is one test.
 * @param {string} command
 * @param {string[]} rest
 * @returns {Promise<Counts>}
 */
async function once(command, rest) {
  return verdict((await show(command, rest)).status === 0);
}

/**
 * @param {boolean} good
 * @returns {Counts}
 */
function verdict(good) {
  return { passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0 };
}

/** @returns {Promise<Counts>} */
async function lint() {
  const { status, output } = await show('oxlint', ['--type-aware', '--deny-warnings']);
  const files = Number(/ on (\d+) files/.exec(output)?.[1] ?? 0);
  return verdict(status === 0 && files > 0);
}

/** @returns {Promise<Counts>} */
async function unitTests() {
  const output = path.join(reports, 'unit.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const plain = process.stdout.isTTY ? [] : ['--no-color'];
  const { status } = await show('vitest', ['run', ...reporters, ...plain]);
  const report = /** @type {VitestReport} */ (JSON.parse(readFileSync(output, 'utf8')));
  // A file that could not be loaded has no tests that could fail.
  const notLoaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return honest(status, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + notLoaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  });
}

/** @returns {Promise<Counts>} */
async function endToEndTests() {
  const chromium = findOrInstallChromium();
  console.log(`Chromium: ${chromium.how}`);
  const file = path.join(reports, 'e2e.json');
  const { status } = await show('playwright', ['test', '--reporter=list,json'], {
    HIGHWATER_CHROMIUM: chromium.path,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const { stats, errors } = /** @type {PlaywrightReport} */ (JSON.parse(readFileSync(file, 'utf8')));
  return honest(status, {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  });
}

/**
 * A part that ran nothing, or that ended badly with no failed test to show for it, has failed.
 * @param {number | null} status
 * @param {Counts} counts
 * @returns {Counts}
 */
function honest(status, counts) {
  const unexplained = counts.failed === 0 && (status !== 0 || counts.passed === 0);
  return unexplained ? { ...counts, failed: 1 } : counts;
}

/**
 * @param {Counts} counts
 * @returns {string}
 */
function line({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const lines = [];
const total = { passed: 0, failed: 0, skipped: 0 };
for (const { name, run } of PARTS) {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const counts = await run().catch((/** @type {unknown} */ error) => {
    console.log(error instanceof Error ? error.message : String(error));
    return verdict(false);
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  lines.push(`${counts.failed === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(24)} ${line(counts)}  (${seconds} s)`);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}
rmSync(reports, { recursive: true, force: true });

console.log(`\n${lines.join('\n')}\n\n${line(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;
