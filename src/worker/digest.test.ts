/** Digests as the data worker hands them over: what it gives away it must not need again. */

import { expect, test } from 'vitest';
import { memoryTrace } from '../../fixtures/memory-trace.ts';
import { buffers, jaxDump } from '../../fixtures/pprof-writer.ts';
import { readPprof } from '../formats/pprof/testing/read-pprof.ts';
import { readTrace } from '../formats/xplane/testing/read-trace.ts';
import { digestTotal, type ProfileDigest } from '../model/digest.ts';
import { answerQuestion, type OpenThings } from './answers.ts';
import { OpenDumps } from './open-dumps.ts';
import { OpenProfiles } from './open-profiles.ts';
import type { Questions } from './protocol.ts';
import { spokenName } from './run-choice.ts';
import { transferablesOf } from './transferables.ts';

function opened(): OpenThings {
  const profiles = new OpenProfiles(null);
  const trace = readTrace(memoryTrace({ before: 1000, steps: '+a512 +b256 -a' }));
  profiles.add('trace.xplane.pb', trace);
  const dumps = new OpenDumps();
  dumps.add('runs/memory_1.prof', readPprof(jaxDump([buffers(['f a.py:1'], 1, 100)])), 0);
  return { profiles, dumps, messages: [] };
}

/** Asks, and takes the answer across as a message would. */
function across(open: OpenThings, ask: Questions['digest']['ask']): ProfileDigest {
  const { answer } = answerQuestion(open, { type: 'question', id: 1, generation: 1, kind: 'digest', ask });
  return structuredClone(answer, { transfer: transferablesOf(answer) });
}

test('of a trace can be asked for again, and the summary stays with the worker', () => {
  const open = opened();
  const [first, second] = [across(open, { allocator: 0 }), across(open, { allocator: 0 })];
  expect(second).toEqual(first);
  expect([digestTotal(first), first.trees.stack?.total[0]]).toEqual([1768, 1768]);
  expect(open.profiles.summary()?.allocators[0]?.curves.total.levels[0]?.time.length).toBe(3);
});

test('of a dump is called as its file, and can be asked for again', () => {
  const open = opened();
  const ask = { dump: 'runs/memory_1.prof', sampleType: 1 };
  const [first, second] = [across(open, ask), across(open, ask)];
  expect(second).toEqual(first);
  expect([first.name, digestTotal(first)]).toEqual(['memory_1.prof', 100]);
});

test('of what is not there is refused', () => {
  const open = opened();
  expect(() => across(open, { allocator: 7 })).toThrow('The profile has no such allocator.');
  expect(() => across(open, { dump: 'runs/memory_1.prof', sampleType: 2 })).toThrow('no sample type 2');
});

test.each([
  ['profile.tar.gz/plugins/profile/2026/host.xplane.pb', false, 'profile.tar.gz'],
  ['profile.tar.gz/plugins/profile/2026/host.xplane.pb', true, 'profile.tar.gz: 2026'],
  ['/home/ada/logs/plugins/profile/2026/host.xplane.pb', false, 'logs'],
  ['plugins/profile/2026/host.xplane.pb', false, '2026'],
  ['/home/ada/host.xplane.pb', false, 'host.xplane.pb'],
  ['runs.zip/a/host.xplane.pb', false, 'runs.zip'],
])('%s is called what a person calls it', (path, hasSeveralRuns, name) => {
  expect(spokenName(path, hasSeveralRuns)).toBe(name);
});
