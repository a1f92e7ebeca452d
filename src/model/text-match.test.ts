import { expect, test } from 'vitest';
import { formatAddress, parseAddress, addressDistance } from './address.ts';
import { textMatch } from './text-match.ts';

test('what is typed is literal, in any case', () => {
  const { matches, fault } = textMatch(' Layers.py ');
  expect(fault).toBeNull();
  expect(matches('pz/layers.py: mlp')).toBe(true);
  expect(matches('pz/layersxpy: mlp')).toBe(false);
  expect(textMatch('').matches('anything')).toBe(true);
  expect(textMatch('/').matches('a/b')).toBe(true);
  expect(textMatch('/usr/lib').matches('/USR/lib/python3')).toBe(true);
});

test('between slashes it is a regular expression, which matches as often as it is asked', () => {
  const { matches } = textMatch('/^LAYERS.*mlp$/i');
  expect([matches('layers.py: mlp'), matches('layers.py: mlp'), matches('x layers.py: mlp')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(textMatch('/MLP/').matches('mlp')).toBe(false);
});

test('an expression that cannot be read is told, and hides nothing', () => {
  const { matches, fault } = textMatch('/(/');
  expect(fault).toMatch(/^This is no regular expression: /);
  expect(matches('anything')).toBe(true);
});

test('addresses keep all 64 bits', () => {
  for (const text of ['0x0', '0x7f5b60254000', '0xffffffff00000001', '0x100000000']) {
    const { low, high } = parseAddress(text) ?? { low: NaN, high: NaN };
    expect(formatAddress(low, high)).toBe(text);
  }
  expect(parseAddress('7f5b')).toBeNull();
  expect(parseAddress('0x11112222333344445')).toBeNull();
  expect(addressDistance({ low: 5, high: 0xffffffff }, { low: 6, high: 0xfffffffe })).toBe(2 ** 32 - 1);
});

test('an expression that could take for ever is refused with the reason', () => {
  for (const typed of ['/(a+)+$/', '/(?:x|y*z)*w/', '/(\\w+\\s?){2,}!/']) {
    expect(textMatch(typed).fault).toContain('can take for ever');
  }
  for (const typed of ['/(a|b)+/', '/a+b+/', '/(layer_\\d+)/', '/\\(a+\\)+/']) expect(textMatch(typed).fault).toBeNull();
});
