import { describe, expect, test } from 'vitest';
import { gravestFirst, incidentHeadline } from './incident-headline.ts';
import type { Incident } from './oom-incident.ts';

const MIB = 2 ** 20;

function incident(change: Partial<Incident>): Incident {
  return {
    reports: [1],
    fatal: true,
    verdict: 'pool full',
    diagnosis: 'full',
    confidence: 'high',
    reason: '',
    numbers: [],
    checks: [],
    steps: [],
    shapes: [],
    pictures: {},
    missing: [],
    ...change,
  };
}

function number(name: string, bytes: number, text?: string): Incident['numbers'][number] {
  return { name, size: { bytes, exact: text === undefined, ...(text === undefined ? {} : { text }) }, meaning: '' };
}

describe('the headline of an incident', () => {
  test('says by how much a memory is exceeded, with the digits of the text', () => {
    const numbers = [number('used', 100_977_868, '96.30M'), number('exceeded', 33_931_919, '32.36M')];
    expect(incidentHeadline(incident({ verdict: 'on-chip memory', numbers }))).toBe('On-chip memory: 32.36 MiB too much');
  });

  test('says what was asked for where nothing is said to be exceeded', () => {
    expect(incidentHeadline(incident({ numbers: [number('requested', 512 * MIB)] }))).toBe('Pool full: 512 MiB requested');
  });

  test('is the verdict alone where no size is stated', () => {
    expect(incidentHeadline(incident({ verdict: 'host' }))).toBe('Host memory');
  });
});

test('failures come before warnings, logged ones before told ones, large before small, and of equal ones the surest', () => {
  const warning = incident({ reports: [1], fatal: false, numbers: [number('requested', 900 * MIB)] });
  const told = incident({ reports: [5], inProse: true, numbers: [number('requested', 900 * MIB)] });
  const small = incident({ reports: [2], numbers: [number('requested', MIB)] });
  const guess = incident({ reports: [3], fatal: null, confidence: 'low', numbers: [number('used', 64 * MIB)] });
  const sure = incident({ reports: [4], numbers: [number('requested', 64 * MIB)] });
  expect(gravestFirst([warning, told, small, guess, sure])).toEqual([sure, guess, small, told, warning]);
});
