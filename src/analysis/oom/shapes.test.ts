import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OomContext } from '../../model/oom-text.ts';
import { likelyShapes } from './shapes.ts';

function context(dimensions: Record<string, number>): OomContext {
  return {
    versions: {},
    dimensions: Object.entries(dimensions).map(([name, value]) => ({ value, names: /^d\d/.test(name) ? [] : [name] })),
  };
}

test('a size is factored over the dimensions that the text names', () => {
  const shapes = likelyShapes(2_885_681_152, context({ num_layers: 32, embedding_dim: 4096, mlp_hidden_dim: 11_008 }));
  expect(shapes[0]).toEqual({
    shape: 'bf16[32,4096,11008]',
    product: '32 · 4096 · 11008 · 2',
    names: ['num_layers', 'embedding_dim', 'mlp_hidden_dim'],
  });
});

test('without a dimension that divides it, a size has no shape; small sizes have too many', () => {
  expect(likelyShapes(2_885_681_153, context({ a_dim: 32, b_dim: 4096 }))).toEqual([]);
  expect(likelyShapes(4096, context({ a_dim: 32, b_dim: 64 }))).toEqual([]);
});

test('every shape has exactly the size, and the best-known come first', () => {
  const values = fc.uniqueArray(fc.integer({ min: 8, max: 5000 }), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(values, fc.constantFrom(1, 2, 4, 8), fc.nat(), (dimensions, bytes, seed) => {
      const chosen = dimensions.filter((_, i) => i < 2 || ((seed >> i) & 1) === 1).slice(0, 4);
      const size = chosen.reduce((product, value) => product * value, bytes);
      fc.pre(size >= 2 ** 20 && Number.isSafeInteger(size));
      const named = Object.fromEntries(dimensions.map((value, i) => [i % 2 === 0 ? `d${i}` : `n${i}_dim`, value]));
      const shapes = likelyShapes(size, context(named));
      expect(shapes.length).toBeGreaterThan(0);
      for (const { shape, product } of shapes) {
        const [, type = '', inner = ''] = /^(\w+)\[([\d,]+)\]$/.exec(shape) ?? [];
        const width = { bf16: 2, f32: 4, s8: 1, f64: 8 }[type] ?? 0;
        expect(inner.split(',').reduce((all, value) => all * Number(value), width)).toBe(size);
        expect(product.split(' · ').reduce((all, value) => all * Number(value), 1)).toBe(size);
      }
    }),
    { numRuns: 300 },
  );
});

test('hundreds of dimensions do not take forever', () => {
  const many = Object.fromEntries(
    Array.from({ length: 400 }, (_, i) => [`n${i}_dim`, 2 ** (3 + (i % 12)) * (1 + (i % 3))]),
  );
  expect(likelyShapes(2 ** 40, context(many)).length).toBeLessThanOrEqual(5);
});
