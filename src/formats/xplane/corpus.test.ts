/** Every xplane of the corpus of real files, against values that two independent implementations agree on. */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { summarizeTrace } from '../../cli/summarize-xplane.ts';
import { analyseTrace } from './testing/read-trace.ts';

const corpus = resolve(process.env['HIGHWATER_CORPUS'] ?? '../shared/corpus');
const folder = join(corpus, 'xplane');
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.pb')) : [];

/** Part of the vectors that stands for other readers: attribution, and XProf's own results. */
const OTHER_FIELDS = ['file', 'sha256', 'attribution', 'xprofCompat'];

describe.skipIf(files.length === 0)('xplane files of the corpus (skipped where there is no corpus)', () => {
  test.each(files)('%s gives the expected values', (name) => {
    const bytes = readFileSync(join(folder, name));
    const expected = JSON.parse(readFileSync(join(corpus, 'expected', `${name}.json`), 'utf8')) as Record<string, unknown>;
    const got = summarizeTrace(analyseTrace(bytes));
    expect(only(got, expected)).toEqual(only(expected, expected));
  });
});

/** The fields of `object` that the vectors give and this test is about. */
function only(object: Record<string, unknown>, expected: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.keys(expected).filter((field) => !OTHER_FIELDS.includes(field));
  return Object.fromEntries(fields.map((field) => [field, object[field]]));
}
