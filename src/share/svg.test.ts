import { describe, expect, test } from 'vitest';
import type { DisplayList } from '../layout/display-list.ts';
import { DARK, LIGHT } from '../layout/palette.ts';
import { toSvg } from './svg.ts';

const hostile = '</text><script>alert(1)</script>\u0000\ud800';

const list: DisplayList = {
  width: 100,
  height: 50,
  title: 'GPU_0_bfc <1> & "2"',
  items: [
    { kind: 'rect', x: 0, y: 0, width: 100, height: 50, fill: 'background' },
    { kind: 'path', points: Float32Array.of(0, 40, 10, 40, 10, 20.126, 30, 20.126), stroke: 'in-use-line' },
    { kind: 'path', points: Float32Array.of(0, 40, 10, 40, 10, 50), fill: 'in-use', opacity: 0.75 },
    { kind: 'path', points: Float32Array.of(0, 5, 100, 5), stroke: 'capacity', strokeWidth: 1, dash: [4, 3] },
    { kind: 'circle', x: 10, y: 20, radius: 3.5, fill: 'peak' },
    { kind: 'text', x: 9, y: 12, text: hostile, style: 'strong', color: 'peak', anchor: 'end' },
  ],
};

describe('a display list as SVG', () => {
  test('keeps every item, in order, in the colours of the theme', () => {
    const svg = toSvg(list, LIGHT).split('\n');
    expect(svg[2]).toBe('<rect x="0" y="0" width="100" height="50" fill="#fbfbfa"/>');
    expect(svg[3]).toBe('<path d="M0 40H10V20.13H30" fill="none" stroke="#1f6db5" stroke-width="1"/>');
    expect(svg[4]).toBe('<path d="M0 40H10V50Z" fill="#7fb1de" opacity="0.75"/>');
    expect(svg[5]).toBe('<path d="M0 5H100" fill="none" stroke="#7d8086" stroke-width="1" stroke-dasharray="4 3"/>');
    expect(svg[6]).toBe('<circle cx="10" cy="20" r="3.5" fill="#c2410c"/>');
    expect(toSvg(list, DARK)).toContain('fill="#ff9d5c"');
  });

  test('text from a file stays text', () => {
    const svg = toSvg(list, LIGHT);
    expect(svg).toContain('<title>GPU_0_bfc &lt;1&gt; &amp; &quot;2&quot;</title>');
    expect(svg).toContain('>&lt;/text&gt;&lt;script&gt;alert(1)&lt;/script&gt;\ufffd\ufffd</text>');
    expect(svg).not.toContain('<script');
  });
});
