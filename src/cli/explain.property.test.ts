/** Messages as people paste them: whatever happened to the text on its way, verdict and numbers stay. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainOom } from '../analysis/oom/explain.ts';
import { OomReader, readOomText } from '../formats/oom/reader.ts';
import {
  CONTAINERS,
  DRESSINGS,
  hardWrap,
  joinedDirectly,
  joinedWithoutIndent,
  moreBreaks,
  PREFIXES,
  softWrap,
  withoutBreaks,
} from '../formats/oom/testing/mangle.ts';
import { SAMPLES } from '../formats/oom/testing/samples.ts';
import type { OomReading } from '../model/oom-incident.ts';

/** What mangling may change: where a message stands, who logged it, how its names were joined. */
const INCIDENTAL = new Set([
  'n',
  'line',
  'rank',
  'sameAs',
  'wrapped',
  'exception',
  'inProse',
  'missing',
  'occupancyOwner',
]);

function essence(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(essence);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !INCIDENTAL.has(key));
  return Object.fromEntries(kept.map(([key, member]) => [key, essence(member)]));
}

function read(text: string): OomReading {
  return explainOom(readOomText(text));
}

/** Reports with their facts, and verdicts with their reasons. */
function findings(reading: OomReading): { reports: unknown; verdicts: unknown } {
  const verdicts = reading.incidents.map(({ verdict, fatal, reason }) => ({
    verdict,
    fatal,
    reason: reason.replace(/ \(rank \d+\)/, ''),
  }));
  return { reports: essence(reading.reports), verdicts };
}

const known = new Map(SAMPLES.map((sample) => [sample.name, findings(read(sample.text))]));

function expectSame(name: string, mangled: string): void {
  expect(findings(read(mangled))).toEqual(known.get(name));
}

describe.each(SAMPLES.map((sample) => [sample.name, sample] as const))('%s', (name, sample) => {
  test('is read as what it is', () => {
    const reading = read(sample.text);
    expect(reading.reports.map((report) => report.family)).toEqual(sample.families);
    expect(reading.incidents[0]?.verdict).toBe(sample.verdict);
    expect(reading.incidents[0]?.steps.length).toBeGreaterThan(0);
    expect(reading.incidents.flatMap((incident) => incident.checks.filter((check) => !check.ok))).toEqual([]);
    expect(reading.repairs.filter(({ kind }) => kind !== 'prefixes')).toEqual([]);
  });

  test.each(Object.keys(PREFIXES))('with the prefix of %s', (prefix) =>
    expectSame(name, PREFIXES[prefix](sample.text)),
  );
  test.each(Object.keys(DRESSINGS))('%s', (dressing) => expectSame(name, DRESSINGS[dressing](sample.text)));
  test.each(Object.keys(CONTAINERS))('in %s', (container) => expectSame(name, CONTAINERS[container](sample.text)));
  test.each([72, 79, 80])('broken hard at %d columns', (width) => expectSame(name, hardWrap(width)(sample.text)));
  test.each([72, 79, 80])('broken softly at %d columns', (width) => expectSame(name, softWrap(width)(sample.text)));
  test('without line breaks', () => expectSame(name, withoutBreaks(sample.text)));

  test.each([
    ['jsonLines', 72],
    ['jsonLines', 80],
    ['jsonRecord', 72],
    ['docker', 80],
  ])('in %s, and broken at %d columns after that', (container, width) =>
    expectSame(name, hardWrap(width)(CONTAINERS[container](sample.text))),
  );
  test.each(
    ['tsl', 'glog', 'worker', 'container', 'compose'].flatMap((prefix) => [72, 80].map((width) => [prefix, width] as const)),
  )('with the prefix of %s, and broken at %d columns after that, verdict and sizes stay', (prefix, width) => {
    const whole = read(sample.text);
    for (const wrap of [hardWrap, softWrap]) {
      const wrapped = read(wrap(width)(PREFIXES[prefix](sample.text)));
      expect(sizesIn(wrapped.reports)).toEqual(sizesIn(whole.reports));
      expect(wrapped.incidents.map(({ verdict }) => verdict)).toEqual(whole.incidents.map(({ verdict }) => verdict));
    }
  });
  test('with lines joined directly', () => expectSame(name, joinedDirectly(sample.text)));
  test('with lines joined directly, without indentation', () => expectSame(name, joinedWithoutIndent(sample.text)));

  test('with more line breaks between words', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), (choices) => {
        expectSame(name, moreBreaks((i) => choices[i % choices.length])(sample.text));
      }),
      { numRuns: 20 },
    );
  });

  test('a cut text invents no number, and says what it lacks where the verdict is another', () => {
    const whole = read(sample.text);
    const sizes = sizesIn(whole.reports);
    const ends = [...sample.text.matchAll(/\S(?=\s)/g)].map((match) => match.index + 1);
    fc.assert(
      fc.property(fc.constantFrom(...ends), (end) => {
        const cut = read(sample.text.slice(0, end));
        // What is left of "68.32GiB (73361280968 bytes)" may be the rounded size.
        for (const size of sizesIn(cut.reports))
          expect(sizes.includes(size) || sample.text.includes(size), size).toBe(true);
        const verdicts = cut.incidents.map((incident) => incident.verdict);
        const isWhole = verdicts.length > 0 && whole.incidents.every((incident, i) => incident.verdict === verdicts[i]);
        const saysSo =
          cut.notes.length > 0 ||
          cut.incidents.some((incident) => incident.missing.length > 0 || incident.confidence !== 'high') ||
          cut.reports.length < whole.reports.length;
        expect(isWhole || saysSo, sample.text.slice(0, end)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

function sizesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(sizesIn);
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.values(value).flatMap(sizesIn);
  if (!('bytes' in value)) return members;
  return [...members, 'text' in value ? String(value.text) : String(value.bytes)];
}

test('several things happen to one text', () => {
  const prefixes = fc.option(fc.constantFrom(...Object.keys(PREFIXES)), { nil: null });
  const dressings = fc.subarray([
    'crlf',
    'quoted',
    'fenced',
    'lineColours',
    'entities',
    'nonBreaking',
    'trailingSpaces',
  ]);
  const containers = fc.option(fc.constantFrom('jsonLines', 'jsonRecord', 'docker', 'notebook', 'notebookOnOneLine'), {
    nil: null,
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...SAMPLES),
      prefixes,
      dressings,
      containers,
      ({ name, text }, prefix, dressed, container) => {
        let mangled = prefix === null ? text : PREFIXES[prefix](text);
        for (const dressing of dressed) mangled = DRESSINGS[dressing](mangled);
        expectSame(name, container === null ? mangled : CONTAINERS[container](mangled));
      },
    ),
    { numRuns: 400 },
  );
});

/** Paragraphs of the messages that have blocks, in any order, some of them twice. */
test('blocks of a message may be out of order and stand twice', () => {
  const blocks = SAMPLES.filter(({ families }) => families[0] === 'F14' || families[0] === 'F17');
  fc.assert(
    fc.property(fc.constantFrom(...blocks), fc.infiniteStream(fc.nat()), ({ name, text }, numbers) => {
      const random = (limit: number): number => (numbers.next().value ?? 0) % limit;
      const [head = '', ...rest] = text.split('\n\n');
      const shuffled = rest.flatMap((block) => (random(3) === 0 ? [block, block] : [block]));
      for (let i = shuffled.length - 1; i > 0; i--) {
        const j = random(i + 1);
        [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
      }
      const reading = read([head, ...shuffled].join('\n\n'));
      const [report] = reading.reports;
      const wanted = read(text).reports[0];
      for (const key of ['used', 'capacity', 'exceeded', 'hbmUsage', 'programRequirement', 'allocations'] as const) {
        const of = (one: object | undefined): unknown => essence(new Map(Object.entries(one ?? {})).get(key));
        expect(of(report), key).toEqual(of(wanted));
      }
      expect(reading.incidents[0]?.verdict, name).toBe(read(text).incidents[0]?.verdict);
    }),
    { numRuns: 100 },
  );
});

test('several devices and messages in one log are kept apart', () => {
  const messages = SAMPLES.filter(({ verdict }) => verdict !== 'not fatal');
  fc.assert(
    fc.property(fc.shuffledSubarray(messages, { minLength: 2, maxLength: 5 }), (chosen) => {
      const noise = Array.from({ length: 450 }, (_, i) => `step ${i}: loss 0.${i}, 18,204 tokens/s`).join('\n');
      const reading = read(chosen.map(({ text }) => text).join(`\n${noise}\n`));
      expect(reading.reports.map((report) => report.family)).toEqual(chosen.flatMap(({ families }) => families));
      expect(reading.incidents.map((incident) => incident.verdict)).toEqual(chosen.map(({ verdict }) => verdict));
    }),
    { numRuns: 40 },
  );
});

test('a long log is read in regions as it would be as a whole, whatever the chunks', () => {
  const line = (i: number): string =>
    `[worker-${i % 8}] step ${i}: allocated 1024 bytes, limit exceeded ${i % 3} times\n`;
  const noise = Array.from({ length: 600 }, (_, i) => line(i)).join('');
  const text = SAMPLES.map((sample) => `${noise}${sample.text}\n`).join('') + noise;
  const bytes = new TextEncoder().encode(text);
  const whole = readOomText(text);
  const whole2 = new OomReader(bytes.length);
  whole2.push(bytes);
  expect(essence(whole2.end().reports)).toEqual(essence(whole.reports));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1 << 20 }), (size) => {
      const reader = new OomReader(0);
      for (let at = 0; at < bytes.length; at += Math.max(size, 500))
        reader.push(bytes.slice(at, at + Math.max(size, 500)));
      expect(reader.end().reports).toEqual(whole.reports);
    }),
    { numRuns: 8 },
  );
});

test('ordinary text and random bytes have no message', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 4000 }), (bytes) => {
      const reader = new OomReader();
      reader.push(bytes);
      expect(reader.end().reports).toEqual([]);
    }),
    { numRuns: 200 },
  );
  const prose = [
    'If you see RESOURCE_EXHAUSTED, lower the batch size. The kernel allocates its buffers on the stack.',
    'EXPECT_THAT(status, StatusIs(RESOURCE_EXHAUSTED, HasSubstr("Shared memory size limit exceeded")));',
    'return ResourceExhausted("Out of memory while trying to allocate %d bytes.", size);',
    'warnings.warn("Some donated buffers were not usable:"',
    'Peak memory 31.25 GiB, Program HBM 28.13 GiB, no HBM OOM, Total bytes used: 28.13 GiB',
    '| a | b |\n|---|---|\n________________________________________________________________________________',
  ].join('\n');
  expect(read(prose).reports).toEqual([]);
});
