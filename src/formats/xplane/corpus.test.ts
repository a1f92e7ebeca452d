/** Every xplane of the corpus of real files, against values that two independent implementations agree on. */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { summarizeTrace } from '../../cli/summarize-xplane.ts';
import { ALLOCATION, type Profile } from '../../model/profile.ts';
import { analyseTrace, readTrace } from './testing/read-trace.ts';

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

  test.each(files)('%s: every allocation lies under its innermost enclosing event', (name) => {
    const profile = readTrace(readFileSync(join(folder, name)));
    const { attribution } = JSON.parse(readFileSync(join(corpus, 'expected', `${name}.json`), 'utf8')) as {
      attribution: { allocationsByInnermostEvent: Record<string, number> };
    };
    const expected = attribution.allocationsByInnermostEvent;
    const got = allocationsByInnermostEvent(profile);
    // Of a file with thousands of names the vectors list the most frequent, and clip long ones.
    const names = Object.keys(expected).filter((key) => !key.endsWith('…') && !key.startsWith('(other'));
    expect(names.map((key) => [key, got[key]])).toEqual(names.map((key) => [key, expected[key]]));
  });
});

/** The fields of `object` that the vectors give and this test is about. */
function only(object: Record<string, unknown>, expected: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.keys(expected).filter((field) => !OTHER_FIELDS.includes(field));
  return Object.fromEntries(fields.map((field) => [field, object[field]]));
}

/** Wrappers of the allocator itself, which the vectors look through. */
const ALLOCATOR_WRAPPERS = ['DeferredTpuAllocator::Allocate', 'AllocateRawBuffer'];

function allocationsByInnermostEvent({ events, stacks, frames, strings }: Profile): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let event = 0; event < events.length; event++) {
    if (events.kind[event] !== ALLOCATION) continue;
    let name = '(none)';
    for (let stack = events.stack[event]; stack >= 0; stack = stacks.parent[stack]) {
      const frame = stacks.frame[stack];
      name = strings[frames.function[frame]];
      if (frames.file[frame] >= 0) name = `$${strings[frames.file[frame]]}:${frames.definitionLine[frame]} ${name}`;
      if (!ALLOCATOR_WRAPPERS.includes(name)) break;
      name = '(none)';
    }
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
