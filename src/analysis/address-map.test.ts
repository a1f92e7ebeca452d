import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AddressMap } from './address-map.ts';

test('behaves as a Map under any sequence of sets and deletes, collisions included', () => {
  const key = fc.tuple(fc.nat(2), fc.nat(40), fc.constantFrom(0, 1, 0xffff_ffff));
  const step = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), key, value: fc.nat(1000) }),
    fc.record({ kind: fc.constant('delete' as const), key, value: fc.constant(0) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const map = new AddressMap();
      const model = new Map<string, number>();
      for (const { kind, key: [allocator, page, high], value } of steps) {
        const low = page * 256;
        if (kind === 'set') {
          map.set(allocator, low, high, value);
          model.set(`${allocator}/${low}/${high}`, value);
        } else {
          map.delete(allocator, low, high);
          model.delete(`${allocator}/${low}/${high}`);
        }
        expect(map.get(allocator, low, high)).toBe(model.get(`${allocator}/${low}/${high}`) ?? -1);
      }
      for (const [text, value] of model) {
        const [allocator, low, high] = text.split('/').map(Number);
        expect(map.get(allocator, low, high)).toBe(value);
      }
    }),
  );
});

test('grows to many addresses without losing one', () => {
  const map = new AddressMap();
  for (let i = 0; i < 50_000; i++) map.set(0, i * 256, 0, i);
  for (let i = 0; i < 50_000; i += 2) map.delete(0, i * 256, 0);
  for (let i = 0; i < 50_000; i++) expect(map.get(0, i * 256, 0)).toBe(i % 2 === 0 ? -1 : i);
});
