import { describe, expect, test } from 'vitest';
import { readOomText } from '../reader.ts';
import { withoutAnsi, withoutEntities, withoutMarkdown, withoutTags, withPlainSpaces } from './characters.ts';
import { unescapeLine } from './escapes.ts';
import { withoutPrefixes } from './prefixes.ts';

describe('a prefix is taken off, and what follows it stays', () => {
  test.each([
    ['2025-06-07 05:41:50.760287: W external/xla/tsl/framework/bfc_allocator.cc:501] Allocator', 'Allocator'],
    ['E0607 05:41:50.760464   29974 pjrt_stream_executor_client.cc:2917] Execution', 'Execution'],
    ['I0000 00:00:1773083052.386475   70889 bfc_allocator.cc:1119] Total size', 'Total size'],
    ['(EngineCore pid=106339) ERROR 06-03 07:41:11 [core.py:1184] ValueError', 'ValueError'],
    ['(train_fn pid=7, ip=10.0.0.2) 2025-06-07 05:41:50,123 - trainer - ERROR - x', 'x'],
    ['[1,3]<stderr>:2025-06-07T05:41:50.7Z stderr F text', 'text'],
    ['train-1  | Jun  7 05:41:50 host python[123]: text', 'text'],
    ['train\tRun training\t2025-06-07T05:41:50.7602870Z     reserved  260.00M', '    reserved  260.00M'],
    ['     12\tProgram hbm requirement', 'Program hbm requirement'],
    ['712-    reserved        260.00M', '    reserved        260.00M'],
    ['711:2025-06-07 05:41:50.760287: W x/bfc_allocator.cc:501] Allocator', 'Allocator'],
    ['│     reserved        260.00M', '    reserved        260.00M'],
    ['16-bit floats', '16-bit floats'],
    ['3:     reserved        260.00M', '    reserved        260.00M'],
    ['E       jax.errors.JaxRuntimeError', 'jax.errors.JaxRuntimeError'],
    ['  File "train.py", line 61, in main', '  File "train.py", line 61, in main'],
    ['Buffer 1: Size', 'Buffer 1: Size'],
  ])('%s', (line, text) => {
    expect(withoutPrefixes(line).text).toBe(text);
  });

  test.each([
    ['[3] text', 3],
    ['[rank1]: text', 1],
    ['[default12]:text', 12],
    ['[1,7]<stdout>:text', 7],
    ['  5: text', 5],
    ['[worker-2] text', 2],
    ['[node01:1234] text', undefined],
  ])('the rank in %s is kept', (line, rank) => {
    expect(withoutPrefixes(line)).toMatchObject({ text: 'text', rank });
  });

  test('the device before a kernel that cannot be loaded is none', () => {
    expect(withoutPrefixes('[0] Failed to load in-memory CUBIN').text).toBe('[0] Failed to load in-memory CUBIN');
  });
});

describe('characters that came in on the way are taken out', () => {
  test('colours, also those whose escape character was lost', () => {
    expect(withoutAnsi('\u001B[1;31mred\u001B[0m ^[[32mgreen^[[0m [0;33mline')).toBe('red green line');
    expect(withoutAnsi('f32[8,128] a[3m]')).toBe('f32[8,128] a[3m]');
  });

  test('non-breaking spaces, invisible characters and typographic quotes', () => {
    expect(withPlainSpaces('a\u00A0b\u202Fc\u200B \u201Cx\u201D \u2018y\u2019')).toBe('a b c "x" \'y\'');
  });

  test('entities, escaped once or twice', () => {
    expect(withoutEntities('a &lt; b &amp;amp; &amp;quot;c&amp;quot; &#39;d&#x27;')).toBe('a < b & "c" \'d\'');
    expect(withoutEntities('R&D; &unknown;')).toBe('R&D; &unknown;');
  });

  test('tags of HTML, but not names of Python and HLO', () => {
    expect(withoutTags('<span class="x">a</span><br>b')).toBe('a\nb');
    expect(withoutTags('in <module>, <lambda>, <no-hlo-instruction>')).toBe(
      'in <module>, <lambda>, <no-hlo-instruction>',
    );
  });

  test('quoting, fences, bold type and escapes of Markdown, but not the map of a pool', () => {
    expect(withoutMarkdown('> > text')).toBe('text');
    expect(withoutMarkdown('```text')).toBe('');
    expect(withoutMarkdown('**Used 5.00G**.')).toBe('Used 5.00G.');
    expect(withoutMarkdown('  1\\. op\\_name')).toBe('  1. op_name');
    expect(withoutMarkdown('****xx__**')).toBe('****xx__**');
    expect(withoutMarkdown('\\*'.repeat(9))).toBe('*********');
  });
});

describe('text within text', () => {
  test('a JSON string, and the messages of a record in their order', () => {
    expect(unescapeLine('    "line 1\\n",')).toBe('line 1');
    expect(unescapeLine('{"time": "now", "msg": "a\\nb", "exc_info": {"stack": ["c", "d"]}}')).toBe('a\nb\nc\nd');
  });

  test('a repr, with paths of Windows left alone', () => {
    expect(unescapeLine("Error('a\\nb \\'c\\'') in C:\\new\\table")).toBe("Error('a\nb 'c'') in C:\\new\\table");
  });

  test('JSON that is cut is restored all the same', () => {
    expect(unescapeLine('{"msg": "a\\nb')).toBe('{"msg": "a\nb');
  });

  test('a record without a message stays as it is', () => {
    expect(unescapeLine('{"loss": 0.5, "step": 3}')).toBe('{"loss": 0.5, "step": 3}');
  });

  test('nesting without end does not end the reader', () => {
    const deep = `${'{"msg":'.repeat(5000)}"x"${'}'.repeat(5000)}`;
    expect(() => readOomText(`${deep}\n${'['.repeat(5000)}`)).not.toThrow();
  });
});

test('what was repaired is said, with the number of lines', () => {
  const text = [
    '> 2025-06-07 05:41:50.7: E x/client.cc:1] RESOURCE_EXHAUSTED: Out of memory while trying to allocate 17 bytes.',
    '> 2025-06-07 05:41:50.760288: E x/client.cc:2] nothing else',
  ].join('\r\n');
  expect(readOomText(text).repairs.map(({ sentence }) => sentence)).toEqual([
    'One line ended in a carriage return, or was overwritten in the terminal.',
    'Markdown quoting, fences or escapes were taken off 2 lines.',
    'A log prefix (time, source file, worker) was taken off 2 lines.',
  ]);
});
