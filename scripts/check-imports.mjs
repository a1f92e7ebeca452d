/**
 * Checks the import directions of `src/`, and itself: it counts the modules that it saw, and tries every kind of rule
 * on a planted fault. A check of imports that sees nothing passes, and nobody notices.
 */

import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENTRIES, RULES, TESTS } from './import-rules.mjs';

/** @typedef {import('dependency-cruiser').ICruiseResult} CruiseResult */
/** @typedef {{ rule: string, files: Record<string, string> }} Fault */

// dependency-cruiser parses TypeScript by swc (TypeScript 7 has no compiler API for it) but never tells swc of JSX, so
// that it fails at the first .tsx file. To be dropped when its `src/extract/swc/parse.mjs` sets `tsx`.
const require = createRequire(import.meta.url);
const swc = /** @type {{ parseFileSync: (file: string, options: object) => unknown }} */ (require('@swc/core'));
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('x') });
const { cruise } = await import('dependency-cruiser');

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Each of these must be caught by the rule that it names. `react` and the like are planted too, as empty packages.
 * @type {Fault[]}
 */
const PLANTED = [
  { rule: 'room-model', files: { 'src/model/a.ts': "import type { B } from '../views/b.tsx';" } },
  { rule: 'room-input', files: { 'src/input/a.ts': "import '../worker/b.ts';" } },
  { rule: 'room-format', files: { 'src/formats/one/a.ts': "export * from '../two/b.ts';" } },
  { rule: 'room-format', files: { 'src/formats/one/a.ts': "import { gunzip } from '../../input/b.ts';" } },
  { rule: 'room-formats', files: { 'src/formats/registry.ts': "import '../worker/b.ts';" } },
  { rule: 'room-analysis', files: { 'src/analysis/findings/a.ts': "import type { B } from '../../formats/x/b.ts';" } },
  { rule: 'room-worker', files: { 'src/worker/a.ts': "const state = import('../state/b.ts');" } },
  { rule: 'room-layout', files: { 'src/layout/a.ts': "import { b } from '../analysis/b.ts';" } },
  { rule: 'room-share', files: { 'src/share/a.ts': "export { b } from '../worker/b.ts';" } },
  { rule: 'room-state', files: { 'src/state/a.ts': "import '../worker/client.ts';" } },
  { rule: 'room-views', files: { 'src/views/app.tsx': "import '../worker/data.worker.ts';" } },
  { rule: 'room-view', files: { 'src/views/one/a.tsx': "import '../two/b.tsx'; export const a = () => <p />;" } },
  { rule: 'room-cli', files: { 'src/cli/a.ts': "import '../views/b.tsx';" } },
  { rule: 'room-entry', files: { 'src/main.tsx': "import './analysis/b.ts';" } },
  { rule: 'only-src', files: { 'src/model/a.ts': "import '../../fixtures/b.ts';" } },
  { rule: 'no-tests', files: { 'src/model/a.ts': "import './b.test.ts';" } },
  { rule: 'no-tests', files: { 'src/cli/a.ts': "import '../input/testing/b.ts';" } },
  {
    rule: 'no-cycle',
    files: { 'src/model/a.ts': "import './b.ts';", 'src/model/b.ts': "import type { A } from './a.ts';" },
  },
  { rule: 'no-dead-module', files: { 'src/cli/main.ts': '', 'src/model/a.ts': '' } },
  { rule: 'not-found', files: { 'src/model/a.ts': "import './nowhere.ts';" } },
  { rule: 'react-in-views', files: { 'src/formats/one/a.ts': "import { useState } from 'react';" } },
  { rule: 'react-in-views', files: { 'src/state/a.ts': "import { flushSync } from 'react-dom';" } },
  { rule: 'zustand-in-state-and-views', files: { 'src/layout/a.ts': "import { create } from 'zustand';" } },
  { rule: 'protobufjs-minimal', files: { 'src/formats/one/a.ts': "import protobuf from 'protobufjs';" } },
  { rule: 'node-in-cli', files: { 'src/input/a.ts': "import { open } from 'node:fs/promises';" } },
  { rule: 'no-dev-dependency', files: { 'src/views/a.tsx': "import { test } from 'vitest';" } },
];

/** Imports that must pass: rules that forbid everything would catch every planted fault as well. */
const ALLOWED = {
  'src/main.tsx': "import './views/app.tsx'; import './input/dropped.ts'; import { createRoot } from 'react-dom';",
  'src/views/app.tsx': "import { a } from './one/a.tsx'; import { b } from '../worker/client.ts';",
  'src/views/one/a.tsx': "import { useState } from 'react'; import '../../state/b.ts'; export const a = () => <p />;",
  'src/state/b.ts': "import { create } from 'zustand'; import type { B } from '../model/b.ts';",
  'src/worker/client.ts': "import type { B } from './protocol.ts';",
  'src/worker/protocol.ts': "import type { B } from '../model/b.ts';",
  'src/worker/data.worker.ts': "import '../formats/registry.ts';",
  'src/formats/registry.ts': "import './one/a.ts';",
  'src/formats/one/a.ts': "import type { B } from '../../input/types.ts'; import 'protobufjs/minimal.js';",
  'src/input/types.ts': "import type { B } from '../model/b.ts';",
  'src/model/b.ts': '',
  'src/cli/main.ts': "import { open } from 'node:fs/promises'; import '../formats/registry.ts';",
};

/**
 * @param {string} folder one that holds `src/`
 * @returns {Promise<CruiseResult>}
 */
async function cruiseIn(folder) {
  const { output } = await cruise(
    ['src'],
    {
      baseDir: folder,
      parser: 'swc',
      tsPreCompilationDeps: true,
      validate: true,
      ruleSet: { forbidden: RULES },
      doNotFollow: { path: 'node_modules' },
    },
    { extensions: ['.ts', '.tsx', '.js'], conditionNames: ['import', 'default'] },
  );
  if (typeof output === 'string') throw new Error('dependency-cruiser gave text where data was asked for.');
  return output;
}

/** @param {CruiseResult['summary']} summary */
function violationsIn(summary) {
  return summary.violations.filter(({ from }) => !TESTS.test(from));
}

/**
 * Cruises a small tree of its own.
 * @param {Record<string, string>} files path → content
 * @returns {Promise<string[]>} the names of the rules that were broken
 */
async function brokenBy(files) {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'highwater-imports-')));
  try {
    const packages = ['react', 'react-dom', 'zustand', 'protobufjs', 'vitest'];
    const manifest = {
      dependencies: Object.fromEntries(packages.slice(0, -1).map((name) => [name, '1.0.0'])),
      devDependencies: { vitest: '1.0.0' },
    };
    const tree = Object.fromEntries(packages.map((name) => [`node_modules/${name}/index.js`, '']));
    Object.assign(tree, { 'node_modules/protobufjs/minimal.js': '', 'package.json': JSON.stringify(manifest) }, files);
    for (const target of targetsOf(files)) tree[target] ??= '';
    for (const [file, content] of Object.entries(tree)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), content);
    }
    const { summary } = await cruiseIn(folder);
    return violationsIn(summary).map(({ rule }) => rule.name);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The files that planted imports point at: they must exist, or the import would only be "not found".
 * @param {Record<string, string>} files
 * @returns {string[]}
 */
function targetsOf(files) {
  return Object.entries(files)
    .flatMap(([file, content]) =>
      [...content.matchAll(/'(\.[^']+)'/g)].map(([, target]) => path.posix.join(path.posix.dirname(file), target)),
    )
    .filter((target) => !target.includes('nowhere'));
}

/** @returns {Promise<string[]>} sentences; empty where the check itself works */
async function faultsOfTheCheck() {
  const faults = [];
  for (const { rule, files } of PLANTED) {
    if (!(await brokenBy(files)).includes(rule)) {
      faults.push(`The check is broken: rule ${rule} did not catch ${JSON.stringify(files)}.`);
    }
  }
  for (const name of new Set(RULES.map((rule) => rule.name))) {
    if (!PLANTED.some(({ rule }) => rule === name)) faults.push(`Rule ${name} was never tried on a planted fault.`);
  }
  const wrongly = await brokenBy(ALLOWED);
  if (wrongly.length > 0) faults.push(`The check is broken: ${wrongly.join(', ')} fired on allowed imports.`);
  return faults;
}

/** @returns {string[]} the TypeScript files of `src/`, tests left out */
function sourceFiles() {
  return readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file.split(path.sep).join('/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !TESTS.test(file));
}

const faults = await faultsOfTheCheck();
const { modules, summary } = await cruiseIn(ROOT);
const seen = new Set(modules.map((module) => module.source));
const missed = sourceFiles().filter((file) => !seen.has(file));
if (missed.length > 0) faults.push(`Not seen: ${missed.join(', ')}.`);
for (const entry of ENTRIES) {
  if (![...seen].some((file) => new RegExp(entry).test(file))) faults.push(`No module is the entry ${entry}.`);
}
const dead = violationsIn(summary).filter(({ rule }) => rule.name === 'no-dead-module');
if (dead.length > 0) {
  faults.push(`no-dead-module: nothing that starts reaches ${[...new Set(dead.map(({ to }) => to))].join(', ')}.`);
}
for (const { rule, from, to, cycle } of violationsIn(summary)) {
  if (rule.name === 'no-dead-module') continue;
  const comment = RULES.find(({ name }) => name === rule.name)?.comment;
  const way = cycle ? [from, ...cycle.map(({ name }) => name)] : [...new Set([from, to])];
  faults.push(`${rule.name}: ${way.join(' → ')}${comment ? `. ${comment}` : ''}`);
}
for (const fault of faults) console.error(fault);
console.log(
  `Import directions: ${sourceFiles().length} modules of src/, ${RULES.length} rules, ` +
    `${PLANTED.length} planted faults; ${faults.length} faults found.`,
);
if (faults.length > 0 || seen.size === 0) process.exitCode = 1;
