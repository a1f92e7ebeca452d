import { expect, test } from 'vitest';
import type { DisplayList } from '../../layout/display-list.ts';
import { LIGHT } from '../../layout/palette.ts';
import { paint } from './painter.ts';

/** A context that writes down what is called and set. */
function recordingContext(): { context: CanvasRenderingContext2D; log: string[] } {
  const log: string[] = [];
  const context = new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name) => (...values: unknown[]) => log.push(`${String(name)} ${values.map(String).join(' ')}`.trim()),
    set: (_, name, value) => {
      log.push(`${String(name)} = ${String(value)}`);
      return true;
    },
  });
  return { context, log };
}

test('a list is painted item by item, at the scale of the screen and in the colours of the theme', () => {
  const points = Float32Array.of(0, 40, 10, 40, 10, 20);
  const list: DisplayList = {
    width: 100,
    height: 50,
    title: '',
    items: [
      { kind: 'rect', x: 1, y: 2, width: 3, height: 4, fill: 'line' },
      { kind: 'path', points, stroke: 'in-use-line', strokeWidth: 1.5, opacity: 0.5 },
      { kind: 'circle', x: 10, y: 20, radius: 3.5, fill: 'peak' },
      { kind: 'text', x: 9, y: 12, text: 'peak', style: 'strong', color: 'peak', anchor: 'middle' },
    ],
  };
  const { context, log } = recordingContext();
  paint(list, context, LIGHT, 2);
  expect(log.slice(0, 2)).toEqual(['setTransform 2 0 0 2 0 0', 'clearRect 0 0 100 50']);
  const text = log.join('\n');
  expect(text).toContain(`fillStyle = ${LIGHT.line}\nfillRect 1 2 3 4`);
  expect(text).toContain('globalAlpha = 0.5\nbeginPath\nlineTo 0 40\nlineTo 10 40\nlineTo 10 20');
  expect(text).toContain(`strokeStyle = ${LIGHT['in-use-line']}\nlineWidth = 1.5`);
  expect(text).toContain('arc 10 20 3.5 0');
  expect(text).toContain('font = 600 11px');
  expect(text).toContain('textAlign = center\nfillText peak 9 12');
});
