import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SERIES_COLORS } from './display-list.ts';
import type { ColorRole } from './display-list.ts';
import { DARK, LIGHT } from './palette.ts';
import type { Palette } from './palette.ts';

const css = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8');

/** The custom properties of the first rule with this selector. */
function tokens(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  const rule = css.slice(start, css.indexOf('}', start));
  return new Map([...rule.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]));
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** Texts and what they stand on. */
const TEXTS: readonly (readonly [ColorRole, ColorRole])[] = [
  ...(['ink', 'ink-secondary', 'ink-tertiary', 'peak', 'accent'] as const).flatMap((text) => [
    [text, 'background'] as const,
    [text, 'panel'] as const,
  ]),
  ['ink', 'selection'],
  ['ink-secondary', 'selection'],
  ['ink', 'before-capture'],
  ['ink', 'reserved'],
  ['background', 'accent'],
  ...(['frame-user', 'frame-jax', 'frame-runtime', 'frame-program', 'merged', 'in-use', 'line'] as const).map(
    (box) => ['ink', box] as const,
  ),
  ...(['delta-rise', 'delta-fall', 'delta-even'] as const).map((box) => ['ink', box] as const),
  ['ink-secondary', 'line'],
  ['ink', 'merged'],
  ...SERIES_COLORS.map((color) => ['ink', color] as const),
];

/** Lines and marks that carry a meaning: 3 : 1. */
const MARKS: readonly (readonly [ColorRole, ColorRole])[] = [
  ['in-use-line', 'background'],
  ['in-use-line', 'before-capture'],
  ['capacity', 'background'],
  ['delta-rise-line', 'background'],
  ['delta-fall-line', 'background'],
];

describe.each([
  ['light', LIGHT, ':root'],
  ['dark', DARK, ":root[data-theme='dark']"],
] as const)('the %s theme', (_, palette: Palette, selector) => {
  test('has the same colours on the page and in pictures', () => {
    const page = tokens(selector);
    for (const [role, value] of Object.entries(palette)) expect([role, page.get(role)]).toEqual([role, value]);
  });

  test.each(TEXTS)('%s on %s has a contrast of 4.5', (text, ground) => {
    expect(contrast(palette[text], palette[ground])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(MARKS)('%s as a mark on %s has a contrast of 3', (mark, ground) => {
    expect(contrast(palette[mark], palette[ground])).toBeGreaterThanOrEqual(3);
  });
});
