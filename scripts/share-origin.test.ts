import { afterEach, expect, test, vi } from 'vitest';
import { shareOrigin } from './share-origin.mjs';

afterEach(() => vi.unstubAllEnvs());

test('the published address ends with a slash, and none is none', () => {
  vi.stubEnv('HIGHWATER_SHARE_ORIGIN', 'https://name.github.io/highwater');
  expect(shareOrigin()).toBe('https://name.github.io/highwater/');
  vi.stubEnv('HIGHWATER_SHARE_ORIGIN', '');
  expect(shareOrigin()).toBe('');
});

test.each(['highwater', 'http://example.org/', 'javascript:alert(1)', 'https://example.org/?a=1'])('%s stops the build', (text) => {
  vi.stubEnv('HIGHWATER_SHARE_ORIGIN', text);
  expect(() => shareOrigin()).toThrow('it must be an https address');
});
