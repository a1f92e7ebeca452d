import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdownCode, markdownTable, markdownText } from './markdown-text.ts';

describe('a sentence', () => {
  test.each([
    ['layer_stack.py: __call__', 'layer\\_stack.py: \\_\\_call\\_\\_'],
    ['a | b', 'a \\| b'],
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['**bold** `code` [x](javascript:y)', '\\*\\*bold\\*\\* \\`code\\` \\[x\\](javascript:y)'],
    ['two\r\nlines\u2028more', 'two lines more'],
    ['a\u202egnp.exe\u0000', 'agnp.exe'],
    ['$x$ ~y~', '\\$x\\$ \\~y\\~'],
  ])('%j stays text', (text, markdown) => {
    expect(markdownText(text)).toBe(markdown);
  });

  test.each(['@somebody', 'org/repo#12', 'GH-12', 'https://evil.example', 'www.evil.example'])(
    '%s mentions nobody and links nowhere',
    (text) => {
      const written = markdownText(text);
      expect(written).not.toMatch(/@\w|#\w|:\/\/|www\.|GH-\d/);
      expect(written.replace(/[\u2060\\]/g, '')).toBe(text);
    },
  );
});

describe('a name as code', () => {
  test.each([
    ['f', '`f`'],
    ['a|b', '`a\\|b`'],
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    ['a\nb', '`a b`'],
    ['', ''],
  ])('%j', (text, markdown) => {
    expect(markdownCode(text)).toBe(markdown);
  });

  test('ends where it ends, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', 'a', ' ', '|', '\\') }), (text) => {
        const written = markdownCode(text);
        const [fence = ''] = written.match(/^`+/) ?? [];
        const inner = written.slice(fence.length, written.length - fence.length);
        expect(inner.match(/`+/g)?.some((run) => run.length === fence.length) ?? false).toBe(false);
        expect(inner).not.toMatch(/(^|[^\\])\|/);
      }),
    );
  });
});

test('a table has a line for each row', () => {
  expect(markdownTable(['name', 'size'], [['`f`', '1 KiB']])).toBe('| name | size |\n| --- | ---: |\n| `f` | 1 KiB |');
});
