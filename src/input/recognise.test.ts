import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HEAD_BYTES, recognise } from './recognise.ts';
import { bytesOf, littleEndian, noise } from './testing/bytes.ts';
import { joinedBytes } from '../model/joined-bytes.ts';
import { gzipOf } from './testing/gzip-writer.ts';
import type { Field } from './testing/protobuf-writer.ts';
import { messageOf } from './testing/protobuf-writer.ts';
import { zipOf } from './testing/zip-writer.ts';

/** `xplane`, or `refused: code`. */
function verdict(bytes: Uint8Array, path = 'file', size: number | null = bytes.length): string {
  const found = recognise(bytes.subarray(0, HEAD_BYTES), path, size);
  return found.kind === 'format' ? found.format : `refused: ${found.code}`;
}

function reason(bytes: Uint8Array, path = 'file'): string {
  const found = recognise(bytes.subarray(0, HEAD_BYTES), path, bytes.length);
  return found.kind === 'refusal' ? found.reason : '';
}

const event: Field = [4, [[1, 7], [2, 1000], [3, 50], [4, [[1, 3], [4, 99]]]]];
const line: Field = [3, [[1, 123], [2, 'python'], [3, 5000], event, event]];
const eventName: Field = [4, [[1, 7], [2, [[1, 7], [2, 'MemoryAllocation']]]]];
const statName: Field = [5, [[1, 3], [2, [[1, 3], [2, 'addr']]]]];
const plane = (name: string, ...fields: Field[]): Field => [1, [[2, name], ...fields]];

describe('an XSpace', () => {
  const spaces: [string, Field[]][] = [
    ['with planes of XLA', [plane('/host:CPU', line, eventName, statName), plane('/device:GPU:0')]],
    ['with a plane id', [[1, [[1, 2], [2, '/device:TPU:0'], line]]]],
    ['of a subprocess', [plane('/host:CPU [4711]', line)]],
    ['of idle planes only', [plane('Task Environment'), plane('/host:metadata')]],
    ['with messages before its planes', [[2, 'dropped events'], [3, 'be careful'], [4, 'host-1'], plane('/host:CPU')]],
    ['with the name behind the lines', [[1, [line, eventName, [2, '/host:CPU']]]]],
    ['with a plane of a name that nobody knows', [plane('my own plane', line, eventName)]],
    ['with a plane without a name', [[1, [line, eventName]]]],
    ['with fields that newer writers add', [[1, [[2, '/host:CPU'], [7, 5], [8, 'x'], line]], [9, 'new']]],
  ];
  test.each(spaces)('%s is recognised', (_, fields) => {
    expect(verdict(messageOf(fields))).toBe('xplane');
  });

  test('of which the head holds only part of the first plane is recognised', () => {
    const lines = Array.from({ length: 5000 }, (): Field => line);
    expect(verdict(messageOf([plane('/host:CPU', ...lines)]))).toBe('xplane');
    expect(verdict(messageOf([[1, [...lines, [2, '/host:CPU']]]]))).toBe('xplane');
    const program: Field = [4, [[1, 1], [2, [[1, 1], [2, 'jit_f'], [5, [[1, 1], [6, noise(200_000)]]]]]]];
    expect(verdict(messageOf([plane('/host:metadata', program)]))).toBe('xplane');
  });

  test('that was cut is recognised, down to the name of its first plane', () => {
    const whole = messageOf([plane('/host:CPU', line, eventName), plane('/device:GPU:0', line)]);
    for (let length = 14; length < whole.length; length++) {
      expect(verdict(whole.subarray(0, length), 'cut', length)).toBe('xplane');
    }
  });

  test('with damage behind the name of its first plane is recognised', () => {
    const bytes = messageOf([plane('/host:CPU', line, line, eventName), plane('/device:GPU:0', line)]);
    bytes.fill(0xff, 40, 50);
    expect(verdict(bytes)).toBe('xplane');
  });

  test('of messages to the user only is recognised where the name says so, and not by itself', () => {
    const bytes = messageOf([[2, 'no device was found'], [4, 'host-1']]);
    expect(verdict(bytes, 'run/host-1.xplane.pb')).toBe('xplane');
    expect(verdict(bytes, 'host-1.pb')).toBe('refused: not-a-profile');
  });

  const impostors: [string, Field[]][] = [
    ['device statistics of a run (RunMetadata)', [[1, [[1, '/device:GPU:0'], [2, [[1, 'op']]]]]]],
    ['a list of names', [[1, [[2, 'a name']]]]],
    ['planes that are empty', [[1, []], [1, []]]],
    ['planes whose id is text', [[1, [[1, 'text'], [2, '/host:CPU']]]]],
    ['events that are text', [[1, [[2, 'my own plane'], [3, 'a line of text']]]]],
  ];
  test.each(impostors)('is not seen in %s', (_, fields) => {
    expect(verdict(messageOf(fields), 'x.xplane.pb')).not.toBe('xplane');
  });
});

describe('a pprof', () => {
  const type: Field = [1, [[1, 1], [2, 2]]];
  const sample: Field = [2, [[1, Uint8Array.of(1, 2, 3)], [2, Uint8Array.of(5, 0x80, 1)], [3, [[1, 5], [2, 6]]]]];
  const location: Field = [4, [[1, 1], [4, [[1, 1], [2, 42]]]]];
  const callee: Field = [5, [[1, 1], [2, 3], [4, 4]]];
  const strings: Field[] = [[6, ''], [6, 'space'], [6, 'bytes'], [6, 'main'], [6, 'main.py']];
  const profiles: [string, Field[]][] = [
    ['as JAX writes it', [type, sample, location, callee, ...strings]],
    ['with strings first', [...strings, callee, location, sample, type]],
    ['with values that are not packed', [type, [2, [[1, 1], [1, 2], [2, 7]]], ...strings]],
    ['with a time and a period first', [[9, 123], [10, 5], [11, [[1, 1], [2, 2]]], [12, 5], type, sample, ...strings]],
    ['without samples', [type, ...strings]],
    ['with an empty sample type', [[1, []], sample, ...strings]],
  ];
  test.each(profiles)('%s is recognised', (_, fields) => {
    expect(verdict(messageOf(fields), 'memory.prof')).toBe('pprof');
  });

  test('with other bytes behind it is recognised, and left to its reader', () => {
    const profile = messageOf([type, sample, location, callee, ...strings]);
    for (const rest of [[0, 0, 0], [0x0a], [7, 7, 7], [0xff, 0xff]]) {
      expect(verdict(Uint8Array.from([...profile, ...rest]), 'x')).toBe('pprof');
    }
    expect(verdict(Uint8Array.from([...messageOf([type, ...strings]), 0, 0, 0]), 'x')).toBe('refused: unknown-format');
  });

  test('of which the head holds samples only is recognised', () => {
    const samples = Array.from({ length: 20_000 }, () => sample);
    expect(verdict(messageOf([type, ...samples, location, ...strings]))).toBe('pprof');
    expect(verdict(messageOf([...samples.slice(0, 9), location, callee]), 'x')).toBe('pprof');
  });

  const impostors: [string, Field[]][] = [
    ['a first string that is not empty', [type, sample, [6, 'space'], [6, '']]],
    ['sample types that are text', [[1, [[1, 'space'], [2, 'bytes']]], sample, ...strings]],
    ['samples of doubles', [type, [2, joinedBytes([Uint8Array.of(9), noise(8)])], ...strings]],
    ['only a type', [type]],
  ];
  test.each(impostors)('is not seen in a message with %s', (_, fields) => {
    expect(verdict(messageOf(fields), 'memory.prof')).not.toBe('pprof');
  });
});

describe('programs and dumps of XLA', () => {
  const operands: Field = [36, Uint8Array.of(2, 3)];
  const instruction: Field = [2, [[1, 'add.1'], [2, 'add'], [3, [[2, 11]]], [35, 1], operands, [88, 'x']]];
  const module: Field[] = [[1, 'jit_f'], [2, 'main.6'], [3, [[1, 'main.6'], instruction, [5, 6]]], [5, 8]];
  test('are recognised in protobuf, with and without a buffer assignment around them', () => {
    expect(verdict(messageOf(module))).toBe('hlo');
    expect(verdict(messageOf([[1, module], [3, [[1, [[1, 1], [2, 64]]]]]]))).toBe('hlo');
    expect(verdict(messageOf([[1, 'jit_f'], [2, 'main.6'], [3, 'text']]))).not.toBe('hlo');
  });

  test.each([
    ['HloModule jit_f, is_scheduled=true\n\nENTRY %main {', 'xla-text'],
    ['\nHloModule jit_f, entry_computation_layout={()->f32[]}', 'xla-text'],
    ['BufferAssignment:\nallocation 0: size 4, maybe-live-out:\n', 'xla-text'],
    ['Total bytes used: 4790874808 (4.46GiB)\n\nAllocations sorted by size:\n', 'xla-text'],
    ['Memory Space: default (color=0)\nTotal bytes: 4 (4B)\n', 'xla-text'],
    ['HloLiveRange (max 27):\n  InstructionSequence:\n', 'xla-text'],
    ['CompiledMemoryStats(generated_code_size_in_bytes=0, argument_size_in_bytes=1)', 'memory-analysis'],
    ['{"temp_size_in_bytes": 4, "argument_size_in_bytes": 1}', 'memory-analysis'],
    ['; ModuleID = \'f\'\nsource_filename = "f"\n', 'refused: wrong-kind'],
    ['module @jit_f attributes {mhlo.num_partitions = 1 : i32} {\n', 'refused: wrong-kind'],
  ])('are recognised as text: %j', (text, expected) => {
    expect(verdict(bytesOf(text))).toBe(expected);
  });

  test('their companions are named, by their name', () => {
    expect(reason(bytesOf('000: kCopy\n'), 'module_0001.jit_f.thunk_sequence.txt')).toContain('part of an XLA dump');
  });

  test('the memory report in protobuf is recognised', () => {
    const allocation: Field[] = [[1, 0], [2, 64], [3, 64], [5, 'add.1'], [6, 'cumulative_size; size\n']];
    expect(verdict(messageOf([[1, [[1, 64], [2, 0], [3, allocation]]]]))).toBe('xla-memory-report');
  });
});

describe('text about memory that ran out', () => {
  test.each([
    'jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 6291456 bytes.',
    '2025 W bfc_allocator.cc:501] Allocator (GPU_0_bfc) ran out of memory trying to allocate 172.00MiB (rounded to 1)',
    'Ran out of memory in memory space vmem. Used 96.30M of 16.00M vmem. Exceeded vmem capacity by 80.30M.',
    'Attempting to reserve 8.34G at the bottom of memory. That was not possible.',
    'Shared memory size limit exceeded: requested 1, available: 2',
  ])('is recognised: %s', (text) => {
    expect(verdict(bytesOf(`some lines before\n${text}\nand after`), 'log.txt')).toBe('oom-text');
  });

  test.each([
    ['wrapped between any words, and quoted', '> OOM when\n> allocating tensor with\n> shape[2,3]'],
    ['with non-breaking spaces', 'Some donated\u00a0buffers&nbsp;were not\u00a0usable: f32[3]'],
    ['in records of JSON', '{"severity": "ERROR", "message": "RESOURCE_EXHAUSTED: Out of memory"}\n{"message": "x"}'],
    ['in a notebook', '{"cells": [{"outputs": [{"ename": "ValueError", "evalue": "RESOURCE_EXHAUSTED: Out"}]}]}'],
    ['as the table of nvidia-smi', '+-----+\n| NVIDIA-SMI 550.54.15    Driver Version: 550.54.15 |'],
    ['as counters of a device', "cuda:0 {'bytes_in_use': 1024, 'bytes_limit': 17179869184}"],
    ['as counters of a program', 'print(x)\nCompiledMemoryStats(argument_size_in_bytes=4)'],
  ])('is recognised %s', (_, text) => {
    expect(verdict(bytesOf(text), 'pasted text')).toBe('oom-text');
  });

  test('is looked for in a notebook and in records of JSON that go on behind the head', () => {
    const cells = bytesOf(JSON.stringify({ cells: [{ source: 'x'.repeat(70_000) }], nbformat: 4 }));
    expect(verdict(bytesOf('[worker-1] step\n'.repeat(5000)), 'train.log')).toBe('oom-text');
    expect(verdict(cells, 'train.ipynb')).toBe('oom-text');
    expect(verdict(bytesOf('{"message": "step"}\n'.repeat(5000)), 'train.jsonl')).toBe('oom-text');
    expect(verdict(bytesOf('{"message": "step"}\n'.repeat(5000)), 'steps.json')).toBe('refused: not-a-profile');
  });

  test('is recognised in UTF-16, as Windows writes it, and with colours of a terminal', () => {
    const text = '\uFEFFRESOURCE_EXHAUSTED: Out of memory';
    const utf16 = Uint8Array.from(text, (c) => c.charCodeAt(0) & 255);
    const wide = new Uint8Array(2 * text.length);
    for (let i = 0; i < text.length; i++) wide.set([utf16[i], text.charCodeAt(i) >> 8], 2 * i);
    expect(verdict(wide)).toBe('oom-text');
    expect(verdict(wide.subarray(2))).toBe('oom-text');
    expect(verdict(bytesOf('\u001b[31mRESOURCE_EXHAUSTED\u001b[0m: \u0007'))).toBe('oom-text');
  });

  test('may stand behind the head of a log, but not of a whole short text', () => {
    expect(verdict(bytesOf('step 1\n'.repeat(20_000)), 'train.log')).toBe('oom-text');
    expect(verdict(bytesOf('step 1\n'), 'train.log')).toBe('refused: not-a-profile');
  });
});

describe('what cannot serve says what it is', () => {
  const json = (value: unknown): Uint8Array => bytesOf(JSON.stringify(value));
  const LFS = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 3666\n`;
  const tfEvent = joinedBytes([
    littleEndian([8, 24], [4, 1]),
    Uint8Array.of(9),
    noise(8),
    Uint8Array.of(0x1a, 13),
    bytesOf('brain.Event:2'),
  ]);
  const riegeli = Uint8Array.of(0x83, 0xaf, 0x70, 0xd1, 0x0d, 0x88, 0x4a, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, 0x40);
  const torchPickle = joinedBytes([Uint8Array.of(0x80, 4, 0x95), bytesOf('}(segments')]);
  const graph: Field[] = [[1, [[1, 'x'], [2, 'Const'], [5, [[1, 'dtype'], [2, [[6, 1]]]]]]]];
  const TYPE_URL = 'type.googleapis.com/tensorflow.profiler.PerGenericStepDetails';
  const cases: [string, Uint8Array, string, string][] = [
    ['an empty file', new Uint8Array(0), 'empty-file', '0 bytes'],
    ['zeros', new Uint8Array(5000), 'damaged', 'zero bytes'],
    ['a pointer of Git LFS', bytesOf(LFS), 'git-lfs-pointer', 'has 3,666 bytes'],
    ['trace.json', json({ traceEvents: [{ ph: 'M', args: { name: '/host:CPU' } }] }), 'wrong-kind', 'lies beside it'],
    ['a trace of PyTorch', json({ schemaVersion: 1, deviceProperties: [], traceEvents: [] }), 'wrong-kind', 'PyTorch'],
    ['a bare array of PyTorch', json([{ ph: 'X', name: 'aten::empty', ts: 1 }]), 'wrong-kind', 'PyTorch'],
    ['another trace', json({ traceEvents: [{ ph: 'B' }] }), 'wrong-kind', 'Perfetto'],
    ['speedscope', json({ $schema: 'https://www.speedscope.app/file-format-schema.json' }), 'wrong-kind', 'speedscope'],
    ['a heap profile of V8', json({ head: { callFrame: { functionName: '' } } }), 'wrong-kind', 'V8'],
    ['a profile of GHC', json({ program: 'x', rts_arguments: [] }), 'wrong-kind', 'Haskell'],
    ['a table of XProf', json([{ cols: [{ id: 'stepnum' }], rows: [] }]), 'wrong-kind', 'XProf'],
    ['the pod viewer', json({ podStatsSequence: {} }), 'wrong-kind', 'XProf'],
    ['a notebook', json({ cells: [], nbformat: 4 }), 'wrong-kind', 'notebook'],
    ['other JSON', json({ name: 'x', version: 1 }), 'not-a-profile', 'begins with "name", "version"'],
    ['a web page', bytesOf('\n<!DOCTYPE html><html><body>Sign in</body></html>'), 'wrong-kind', 'web page'],
    ['a pickle', Uint8Array.of(0x80, 4, 0x95, 0x1e, 0, 0, 0), 'wrong-kind', 'pickle'],
    ['an old pickle', bytesOf('(dp0\nVa\np1\n'), 'wrong-kind', 'pickle'],
    ['a snapshot of PyTorch', torchPickle, 'wrong-kind', 'memory_viz'],
    ['cProfile', Uint8Array.of(0x7b, 0x29, 3, 0xfa, 1, 0x7e, 0xe9, 0, 0, 0, 0), 'wrong-kind', 'cProfile'],
    ['cProfile with references', Uint8Array.of(0xfb, 0xa9, 3, 0xfa, 1, 0x7e), 'wrong-kind', 'cProfile'],
    ['cProfile of Python 2', Uint8Array.of(0x7b, 0x28, 3, 0, 0, 0, 0x75), 'wrong-kind', 'cProfile'],
    ['a TensorBoard event file', tfEvent, 'wrong-kind', 'TensorBoard'],
    ['Riegeli', riegeli, 'wrong-kind', 'Riegeli'],
    ['MLIR bytecode', Uint8Array.of(0x4d, 0x4c, 0xef, 0x52, 1, 0), 'wrong-kind', 'trace of that program'],
    ['Zstandard', Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 4), 'unreadable', 'zstd -d'],
    ['gzip that came here', gzipOf(bytesOf('x')), 'unreadable', 'gzip'],
    ['a table of an office program', zipOf([{ name: 'docProps/app.xml' }]), 'wrong-kind', 'office'],
    ['gperftools, text', bytesOf('heap profile:    144:  8498176 [   144:'), 'wrong-kind', 'gperftools'],
    ['heapz', bytesOf('--- heapz 1 ---\n0 0 @ 0\n'), 'wrong-kind', 'heapz'.slice(0, 4)],
    ['jemalloc', bytesOf('heap_v2/1048576\n  t*: 172890'), 'wrong-kind', 'jemalloc'],
    ['gperftools, binary', littleEndian([8, 0], [8, 3], [8, 0], [8, 10_000], [8, 0]), 'wrong-kind', 'gperftools'],
    ['gperftools of Java', littleEndian([4, 0], [4, 3], [4, 1], [4, 10_000], [4, 0]), 'wrong-kind', 'gperftools'],
    ['base64 of gzip', bytesOf('H4sIAAAAAAAAA+1dW3PbNpZ+'), 'text-mode-damage', 'base64'],
    ['a type URL of XProf', messageOf([[9, 1], [4, [[1, TYPE_URL]]]]), 'wrong-kind', 'XProf'],
    ['a Keras model', messageOf([[1, [[2, 1], [3, 'root'], [4, '_tf_keras_model']]]]), 'wrong-kind', 'Keras'],
    ['a SavedModel', messageOf([[1, 1], [2, [[1, [[4, 'serve']]], [2, graph]]]]), 'wrong-kind', 'SavedModel'],
    ['a graph', messageOf(graph), 'wrong-kind', 'graph of TensorFlow'],
    ['another message', messageOf([[5, [[3, 'x\u0001']]], [7, 1]]), 'not-a-profile', 'protobuf'],
    ['other bytes', joinedBytes([Uint8Array.of(0), noise(1000)]), 'unknown-format', 'no format that is known'],
    ['other text', bytesOf('Dear reader,\nthis is a letter.\n'), 'not-a-profile', 'This is text'],
  ];
  test.each(cases)('%s', (_, bytes, code, words) => {
    expect(verdict(bytes)).toBe(`refused: ${code}`);
    expect(reason(bytes)).toContain(words);
    // The name of a good file changes nothing.
    for (const path of ['memory.prof', 'host.memory_profile.json.gz']) {
      expect(verdict(bytes, path)).toBe(`refused: ${code}`);
    }
  });

  test('an archive of no files is one by its name', () => {
    for (const path of ['empty.tar', 'run.tar.gz/run.tar', 'empty.tgz']) {
      expect(reason(new Uint8Array(1024), path)).toBe('This archive holds no files.');
      expect(verdict(new Uint8Array(10_240), path)).toBe('refused: no-profile-in-archive');
    }
    for (const [length, path] of [[1024, 'host.xplane.pb'], [1000, 'cut.tar'], [512, 'cut.tar'], [1 << 20, 'large.tar']] as const)
      expect(verdict(new Uint8Array(length), path)).toBe('refused: damaged');
  });

  test('a program in the cache of JAX is not to be unpacked', () => {
    const name = `jit_step-${'0123456789abcdef'.repeat(4)}-cache`;
    for (const start of [[0x28, 0xb5, 0x2f, 0xfd, 4], [0x78, 0x9c, 1, 2, 3]]) {
      expect(reason(Uint8Array.from(start), name)).toContain('compilation cache of JAX');
      expect(reason(Uint8Array.from(start), 'other')).not.toContain('cache');
    }
  });

  test('unknown bytes named like a profile are called damaged', () => {
    expect(verdict(joinedBytes([Uint8Array.of(0), noise(1000)]), 'run/host.xplane.pb')).toBe('refused: damaged');
  });

  test('a tool of XProf is told by its name where its bytes say little', () => {
    expect(reason(messageOf([[5, [[3, 'x\u0001']]]]), 'run/host.overview_page.pb')).toContain('XProf’s overview page');
  });
});

describe('files that were copied as text', () => {
  const lines = Array.from({ length: 200 }, (_, i): Field => [3, [[1, i * 1000], [3, i * 70_000], event]]);
  const space = messageOf([plane('/host:CPU', ...lines)]);

  test('with bytes replaced', () => {
    const replaced = bytesOf(new TextDecoder().decode(space));
    expect(verdict(replaced, 'x.xplane.pb')).toBe('refused: text-mode-damage');
    expect(verdict(bytesOf(new TextDecoder().decode(gzipOf(space))), 'x.gz')).toBe('refused: text-mode-damage');
  });

  test('with line ends changed', () => {
    const changed = joinedBytes(Array.from(space, (byte) => (byte === 10 ? Uint8Array.of(13, 10) : Uint8Array.of(byte))));
    expect(verdict(changed)).toBe('refused: text-mode-damage');
    expect(reason(changed)).toContain('line ends');
  });

  test('with bytes written as characters', () => {
    const written = bytesOf(Array.from(space, (byte) => String.fromCharCode(byte)).join(''));
    expect(verdict(written)).toBe('refused: text-mode-damage');
  });
});

test('memory_profile.json of XProf is a format, in both spellings and without allocators', () => {
  expect(verdict(bytesOf('{"memoryProfilePerAllocator":{"GPU_0_bfc":{'))).toBe('memory-profile-json');
  expect(verdict(bytesOf('{\n "memory_profile_per_allocator": {'))).toBe('memory-profile-json');
  expect(verdict(bytesOf('{"numHosts":1,"memoryIds":[]}'))).toBe('memory-profile-json');
  expect(verdict(bytesOf('{"a":{"memoryProfilePerAllocator":{}}}'))).toBe('refused: not-a-profile');
});

describe('any bytes', () => {
  test('get a verdict in no time, also where one character or two fill the head', () => {
    // A pattern that tries every start again would take seconds for each of these.
    for (let byte = 1; byte < 128; byte++) {
      for (const start of ['', '{']) {
        const head = new Uint8Array(HEAD_BYTES).fill(byte);
        head.set(bytesOf(start));
        expect(verdict(head, 'x', 1e9)).toMatch(/./);
      }
    }
  });

  test('get a verdict, and noise is never a profile', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.option(fc.nat()), (bytes, size) => {
        expect(verdict(bytes, 'memory.prof', size)).toMatch(/^(refused: |oom-text)/);
      }),
      { numRuns: 3000 },
    );
  });

  test('of a damaged profile get a verdict, and none but the same format', () => {
    const space = messageOf([plane('/host:CPU', line, eventName, statName), plane('/device:GPU:0', line)]);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 5 }), (changes) => {
        const damaged = space.slice();
        for (const [at, value] of changes) damaged[at % damaged.length] = value;
        expect(verdict(damaged)).toMatch(/^(refused: |xplane$)/);
      }),
      { numRuns: 2000 },
    );
  });
});
