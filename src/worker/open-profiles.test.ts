import { expect, test } from 'vitest';
import { memoryTrace } from '../../fixtures/memory-trace.ts';
import { MemoryProfileJsonReader } from '../formats/memory-profile-json/reader.ts';
import { readTrace } from '../formats/xplane/testing/read-trace.ts';
import type { Profile } from '../model/profile.ts';
import { OpenProfiles } from './open-profiles.ts';

const trace = (): Profile => readTrace(memoryTrace({ before: 0, steps: '+a512 -a' }));

function reduced(): Profile {
  const reader = new MemoryProfileJsonReader('host.memory_profile.json');
  const profile = { memoryProfilePerAllocator: { GPU_0_bfc: { memoryProfileSnapshots: [{ timeOffsetPs: '1' }] } } };
  reader.push(new TextEncoder().encode(JSON.stringify(profile)));
  const outcome = reader.end();
  if (outcome.kind !== 'profile') throw new Error('no profile');
  return outcome.profile;
}

const run = (day: number): string => `logs.zip/plugins/profile/2026_11_${day}_10_00_00`;

/** What is shown after these were read in this order. */
function shownAfter(files: readonly [path: string, profile: Profile][], wanted: string | null = null) {
  const profiles = new OpenProfiles(wanted);
  for (const [path, profile] of files) profiles.add(path, profile);
  const format = profiles.summary()?.source.format;
  const hosts = profiles.summary()?.allocators.length;
  return { format, hosts, runs: profiles.found().map(({ name, isShown }) => `${name}${isShown ? ' shown' : ''}`) };
}

test('the reduced profile beside a trace is the same run, and the trace is shown, whichever comes first', () => {
  const files: [string, Profile][] = [
    [`${run(28)}/a.memory_profile.json.gz`, reduced()],
    [`${run(28)}/a.xplane.pb`, trace()],
  ];
  for (const order of [files, [...files].reverse()]) {
    expect(shownAfter(order)).toEqual({ format: 'xplane', hosts: 1, runs: ['2026_11_28_10_00_00 shown'] });
  }
});

test('the newest run is shown, with all its hosts', () => {
  const files: [string, Profile][] = [
    [`${run(28)}/a.xplane.pb`, trace()],
    [`${run(29)}/a.xplane.pb`, trace()],
    [`${run(29)}/b.xplane.pb`, trace()],
    [`${run(27)}/a.xplane.pb`, trace()],
  ];
  expect(shownAfter(files)).toMatchObject({
    hosts: 2,
    runs: ['2026_11_29_10_00_00 shown', '2026_11_28_10_00_00', '2026_11_27_10_00_00'],
  });
});

test('a run that was asked for is shown, whatever is newer', () => {
  const files: [string, Profile][] = [
    [`${run(29)}/a.xplane.pb`, trace()],
    [`${run(28)}/a.xplane.pb`, trace()],
    [`${run(28)}/a.memory_profile.json`, reduced()],
  ];
  expect(shownAfter(files, run(28)).runs).toEqual(['2026_11_29_10_00_00', '2026_11_28_10_00_00 shown']);
});

test('a newer run that is only reduced does not hide a trace', () => {
  const files: [string, Profile][] = [
    [`${run(28)}/a.xplane.pb`, trace()],
    [`${run(29)}/a.memory_profile.json.gz`, reduced()],
  ];
  expect(shownAfter(files).format).toBe('xplane');
});

test('a trace that is passed over for another run has been found all the same', () => {
  const profiles = new OpenProfiles(null);
  const [newer, older] = [`${run(29)}/a.xplane.pb`, `${run(28)}/a.xplane.pb`];
  profiles.add(newer, trace());
  expect(profiles.wants(older)).toBe(false);
  expect(profiles.paths).toEqual([newer, older]);
});
