/** Every xplane of the corpus of real files, reduced: everything about memory is as in the original. */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { summarizeTrace } from '../../cli/summarize-xplane.ts';
import { analyseTrace, readTrace, stackText } from './testing/read-trace.ts';
import { reduceTrace } from './testing/reduce-trace.ts';

const folder = join(resolve(process.env['HIGHWATER_CORPUS'] ?? '../shared/corpus'), 'xplane');
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.pb')) : [];

describe.skipIf(files.length === 0)('xplane files of the corpus, reduced (skipped where there is no corpus)', () => {
  test.each(files)('%s gives the same summary, call stacks and findings, and is reduced once for all', (name) => {
    const bytes = readFileSync(join(folder, name));
    const { xspace, memoryEvents, otherEvents, leftOut } = reduceTrace(bytes, 65_536);
    const [before, after] = [analyseTrace(bytes), analyseTrace(xspace)];
    const [summaryBefore, summaryAfter] = [summarizeTrace(readTrace(bytes)), summarizeTrace(readTrace(xspace))];
    expect(withoutCounts(summaryAfter)).toEqual(withoutCounts(summaryBefore));
    expect(after.summary.findings).toEqual(before.summary.findings);
    for (let event = 0; event < before.profile.events.length; event++) {
      expect(stackText(after.profile, event)).toEqual(stackText(before.profile, event));
    }
    expect(memoryEvents).toBe(before.profile.events.length);
    expect(memoryEvents + otherEvents + leftOut).toBe(events(summaryBefore));
    expect(memoryEvents + otherEvents).toBe(events(summaryAfter));
    expect(xspace.length).toBeLessThan(bytes.length);
    expect(Buffer.compare(reduceTrace(xspace).xspace, xspace)).toBe(0);
  });
});

/** What cannot be the same of a file that is smaller: its size, and how many events each of its planes holds. */
function withoutCounts(summary: Record<string, unknown>): Record<string, unknown> {
  const { bytes: _, ...rest } = summary;
  return { ...rest, planes: planesOf(summary).map(({ name, lines }) => ({ name, lines })) };
}

function events(summary: Record<string, unknown>): number {
  return planesOf(summary).reduce((sum, plane) => sum + plane.events, 0);
}

function planesOf({ planes }: Record<string, unknown>): { name: string; lines: number; events: number }[] {
  return planes as { name: string; lines: number; events: number }[];
}
