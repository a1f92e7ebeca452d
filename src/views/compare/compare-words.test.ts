import { describe, expect, test } from 'vitest';
import { deltaFromText } from '../../layout/testing/delta-text.ts';
import { BYTES } from '../../model/amounts.ts';
import type { Alignment } from '../../model/comparison.ts';
import { alignmentText, chosenAlignment, describeDelta, describeMergedDelta, describeMoment, exactDelta } from './compare-words.ts';

const TREE = deltaFromText(`
  all
    layers.py: stack
      copy - → 4000000
      dot 1000000 → -
    b.py: g 400 → 400
`);
const WORDS = { amounts: BYTES, rootText: 'candidate − baseline, at the peak of each' };
const START: Alignment = { kind: 'start', name: 'start', baseline: 0, candidate: 0 };
const STEP: Alignment = { kind: 'step', name: 'train 12', baseline: 5, candidate: 9 };

describe('a box in words', () => {
  test('says what changed, both sides, and what cancels out inside it', () => {
    expect(describeDelta(TREE, 0, WORDS)).toBe(
      'candidate − baseline, at the peak of each: +2.86 MiB (+3,000,000 bytes), baseline 977 KiB, candidate 3.82 MiB, ' +
        'rose 3.81 MiB, fell 977 KiB',
    );
    expect(describeDelta(TREE, 2, WORDS)).toBe(
      'copy: +3.81 MiB (+4,000,000 bytes), baseline 0 B, candidate 3.81 MiB, new: the baseline has none',
    );
    expect(describeDelta(TREE, 4, WORDS)).toBe('b.py: g: no difference, baseline 400 B, candidate 400 B');
  });

  test('of several says how many and what they are together', () => {
    expect(describeMergedDelta(TREE, [2, 3], WORDS)).toBe(
      '2 smaller: +2.86 MiB (+3,000,000 bytes) together, rose 3.81 MiB, fell 977 KiB. Too narrow to draw one by one.',
    );
    expect(describeMergedDelta(TREE, [3], WORDS)).toMatch(/^1 smaller: dot: −977 KiB .*vanished: the candidate has none$/);
    expect(exactDelta(0, BYTES)).toBe('no difference');
  });
});

describe('a moment in words', () => {
  const reading = (total: number, exact = true) => ({ time: 0, total, reserved: 0, inUse: total, beforeCapture: 0, exact });

  test('says what it counts from, both sides and their difference', () => {
    const both = { baseline: reading(100), candidate: reading(300) };
    expect(describeMoment(2e9, both, STEP, 1e9, 1e12)).toBe(
      '0.002 s from step train 12 of each: baseline 100 B, candidate 300 B, difference +200 bytes',
    );
    expect(describeMoment(2e9, { ...both, candidate: reading(100) }, START, 1e9, 1e12)).toMatch(/no difference$/);
  });

  test('says where a side was not captured, and where only about is known', () => {
    const text = describeMoment(2e9, { baseline: null, candidate: reading(300, false) }, START, 1e9, 1e12);
    expect(text).toBe('0.002 s after the start of each capture: baseline has no capture here, candidate about 300 B');
  });
});

test('an alignment is found by kind and name; one that this pair does not have is the first', () => {
  expect(chosenAlignment([START, STEP], { kind: 'step', name: 'train 12' })).toBe(STEP);
  expect(chosenAlignment([START, STEP], { kind: 'program', name: 'train 12' })).toBe(START);
  expect(chosenAlignment([], null)).toBeNull();
  expect(alignmentText(STEP)).toBe('aligned by step train 12');
});
