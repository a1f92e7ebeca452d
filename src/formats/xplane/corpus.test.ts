/** Every xplane of the corpus of real files, against values that two independent implementations agree on. */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { xprofProfile } from '../../analysis/xprof-profile.ts';
import { summarizeTrace } from '../../cli/summarize-xplane.ts';
import type { Profile } from '../../model/profile.ts';
import type { XprofAllocator, XprofResult } from '../../model/xprof-stated.ts';
import { MemoryProfileJsonReader } from '../memory-profile-json/reader.ts';
import { readTrace } from './testing/read-trace.ts';

const corpus = resolve(process.env['HIGHWATER_CORPUS'] ?? '../shared/corpus');
const folder = join(corpus, 'xplane');
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.pb')) : [];

interface Attribution {
  allocationsByInnermostEvent: Record<string, number>;
  tpuOutputs?: Record<string, number>;
}

interface Vectors extends Record<string, unknown> {
  attribution: Attribution & Record<string, unknown>;
  xprofCompat: { allocators: unknown[]; pair?: { file: string } };
}

/** What is no field of a trace, and what has a test of its own. */
const OTHER_FIELDS = ['file', 'sha256', 'attribution', 'xprofCompat'];
/** Told by host events alone; the other fields rest on the programs' HLO. */
const HOST_FIELDS = ['spanName', 'spans', 'spansWithAllocations', 'allocationsInSpans', 'nameFoundOn'];

describe.skipIf(files.length === 0)('xplane files of the corpus (skipped where there is no corpus)', () => {
  test.each(files)('%s gives the expected values', (name) => {
    const expected = expectedOf(name);
    const got = summarizeTrace(read(name));
    const fields = Object.keys(expected).filter((field) => !OTHER_FIELDS.includes(field));
    expect(pick(got, fields)).toEqual(pick(expected, fields));
    expect(got['xprofCompat']).toEqual({ allocators: expected.xprofCompat.allocators });
  });

  test.each(files)('%s: what host events tell of its allocations', (name) => {
    const expected = expectedOf(name).attribution;
    const got = summarizeTrace(read(name))['attribution'] as Vectors['attribution'];
    expect(pick(got, HOST_FIELDS)).toEqual(pick(expected, HOST_FIELDS));
    const counts = (of: Attribution): number[] => Object.values(of.allocationsByInnermostEvent);
    expect(counts(got)).toEqual(counts(expected));
    // Which of equals are listed before "(other N names)" is anybody's choice, and the vectors clip long names.
    const isSure = (key: string): boolean => key.startsWith('(other') || expected.allocationsByInnermostEvent[key] > 1;
    const sure = Object.keys(expected.allocationsByInnermostEvent).filter((key) => isSure(key) && !key.endsWith('…'));
    expect(pick(got.allocationsByInnermostEvent, sure)).toEqual(pick(expected.allocationsByInnermostEvent, sure));
    const { outputs, named } = expected.tpuOutputs ?? {};
    expect(got.tpuOutputs).toEqual(expected.tpuOutputs && { outputs, named });
  });

  const paired = files.filter((name) => expectedOf(name).xprofCompat.pair !== undefined);
  test.each(paired)('%s gives what XProf itself wrote of the same run', (name) => {
    const file = expectedOf(name).xprofCompat.pair?.file ?? '';
    const reader = new MemoryProfileJsonReader(file);
    reader.push(gunzipSync(readFileSync(join(corpus, file))));
    const outcome = reader.end();
    const stated = outcome.kind === 'profile' ? outcome.profile.stated : null;
    expect(xprofProfile(read(name)).map(comparable)).toEqual(stated?.allocators.map(comparable));
  });
});

function read(name: string): Profile {
  return readTrace(readFileSync(join(folder, name)));
}

function expectedOf(name: string): Vectors {
  return JSON.parse(readFileSync(join(corpus, 'expected', `${name}.json`), 'utf8')) as Vectors;
}

function pick(object: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, object[field]]));
}

/** XProf's file does not state the step of the peak; older versions do not sample, and call one row otherwise. */
function comparable(allocator: XprofAllocator): XprofAllocator {
  const { peakStep: _, unmappedBytes: __, rows, ...stated } = allocator as XprofResult;
  const asNow = (op: string): string => (op === 'preallocated/unknown' ? 'unused preallocated device memory' : op);
  return { ...stated, sampled: 0, rows: rows.map((row) => ({ ...row, op: asNow(row.op) })) };
}
