import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { gzipped, profileArchive } from '../fixtures/archive.ts';
import { zipOf } from '../src/input/testing/zip-writer.ts';
import { gpuArchive, gpuTrace, PEAK } from './profiles.ts';
import type { NamedBytes } from './site.ts';
import { drop, expect, expectState, pick, test } from './site.ts';

const RUNS = ['2026_11_29_10_00_00', '2026_11_30_10_00_00'] as const;
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The tree that jax.profiler leaves in a log directory, with what systems and tools put beside it. */
function logDirectory(): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = {};
  for (const run of RUNS) {
    files[`logs/plugins/profile/${run}/trainer-0.xplane.pb`] = gpuTrace();
    files[`logs/plugins/profile/${run}/trainer-0.trace.json.gz`] = gzipSync('{"displayTimeUnit":"ns","traceEvents":[]}');
    files[`logs/plugins/profile/${run}/._trainer-0.xplane.pb`] = encode('Mac OS X        ');
  }
  files['logs/plugins/profile/2026_11_30_10_00_00/ALL_HOSTS.op_stats.pb'] = Uint8Array.of(8, 1);
  return files;
}

test.describe('containers', () => {
  const wanted = new RegExp(`${PEAK.bytes} bytes`);

  test('a folder opens its newest run, and the older one is one click away', async ({ site }, info) => {
    const folder = info.outputPath('logs');
    for (const [name, bytes] of Object.entries(logDirectory())) {
      const file = path.join(path.dirname(folder), name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
    await site.getByLabel('Profile folder').setInputFiles(folder);
    await expectState(site, 'open');
    await expect(site.getByRole('slider')).toHaveAttribute('aria-valuetext', wanted);
    const run = site.getByRole('combobox', { name: 'Run', exact: true });
    await expect(run).toHaveValue(/2026_11_30/);
    await run.selectOption({ label: RUNS[0] });
    await expect(run).toHaveValue(/2026_11_29/);
    await expect(site.getByRole('slider')).toHaveAttribute('aria-valuetext', wanted);
  });

  test('a zip with a log directory in it opens', async ({ site }) => {
    const files = Object.entries(logDirectory()).map(([name, body]) => ({ name, body }));
    await drop(site, { name: 'logs.zip', bytes: zipOf(files) });
    await expectState(site, 'open');
    await expect(site.getByRole('slider')).toHaveAttribute('aria-valuetext', wanted);
    await expect(site.getByRole('region', { name: 'What is missing or in doubt' })).toHaveCount(0);
  });

  test('an archive in a zip opens', async ({ site }) => {
    await drop(site, { name: 'mail.zip', bytes: zipOf([{ name: 'profile.tar.gz', body: gpuArchive(), method: 0 }]) });
    await expectState(site, 'open');
    await expect(site.getByRole('slider')).toHaveAttribute('aria-valuetext', wanted);
  });

  test('all hosts of a run are one profile', async ({ site }) => {
    const hosts = ['trainer-0', 'trainer-1'].map((host) => ({ host, xspace: gpuTrace() }));
    await drop(site, { name: 'profile.tar.gz', bytes: profileArchive({ run: RUNS[0], hosts }) });
    await expectState(site, 'open');
    const allocators = site.getByRole('table').filter({ hasText: 'Window peak, bytes' });
    await expect(allocators.getByRole('row', { name: /GPU_0_/ })).toHaveCount(2);
  });
});

/** What people drop by mistake, the code that it gets, and the words that say what to do. */
const MISTAKES: readonly { name: string; bytes: Uint8Array; code: string; says: RegExp }[] = [
  {
    name: 'host.xplane.pb',
    bytes: encode('version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n'),
    code: 'git-lfs-pointer',
    says: /git lfs pull/,
  },
  { name: 'empty.xplane.pb', bytes: new Uint8Array(0), code: 'empty-file', says: /0 bytes.*again/s },
  {
    name: 'pasted.xplane.pb',
    bytes: encode(Buffer.from(gpuTrace()).toString('utf8')),
    code: 'text-mode-damage',
    says: /binary mode/,
  },
  {
    name: 'trainer-0.trace.json.gz',
    bytes: gzipSync('{"displayTimeUnit":"ns","traceEvents":[{"args":{"name":"/host:CPU"},"name":"process_name","ph":"M"}]}'),
    code: 'wrong-kind',
    says: /never holds memory events.*\.xplane\.pb that lies beside it/s,
  },
  { name: 'memory.prof', bytes: Uint8Array.of(0x80, 4, 0x95, 10, 0, 0, 0, 0x5d, 0x94), code: 'wrong-kind', says: /pickle/ },
  {
    name: 'run.prof',
    bytes: Uint8Array.of(0xfb, 0xa9, 3, 0x5a, 1, 0x7e, 0xe9, 0, 0, 0, 0, 0x5a, 4),
    code: 'wrong-kind',
    says: /cProfile.*save_device_memory_profile/s,
  },
  {
    name: 'profile.tar.gz',
    bytes: encode('<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body></body></html>'),
    code: 'wrong-kind',
    says: /web page/,
  },
  {
    name: 'trainer-0.xplane.riegeli',
    bytes: Uint8Array.of(0x83, 0xaf, 0x70, 0xd1, 0x0d, 0x88, 0x4a, 0x3f, ...new Array<number>(56).fill(0)),
    code: 'wrong-kind',
    says: /Riegeli.*\.xplane\.pb of the same run/s,
  },
  { name: 'noise.bin', bytes: Uint8Array.from({ length: 999 }, (_, i) => (i * i * 31 + 200) & 255), code: 'unknown-format', says: /Drop the \.xplane\.pb/ },
  { name: 'pictures.zip', bytes: zipOf([{ name: 'a.gif', body: encode('GIF89a') }]), code: 'no-profile-in-archive', says: /No profile in this archive.*picture/s },
];

test.describe('what cannot serve', () => {
  for (const { name, bytes, code, says } of MISTAKES) {
    test(`${name} of the kind ${code} says what it is and what to do`, async ({ site }) => {
      await pick(site, { name, bytes });
      await expectState(site, 'refused');
      const refusal = site.getByRole('listitem').filter({ hasText: name });
      await expect(refusal.locator('code')).toHaveText(code);
      await expect(refusal).toContainText(says);
    });
  }

  test('a file that was cut short opens as far as it goes, and says how much is missing', async ({ site }) => {
    const whole = gzipped(gpuTrace());
    const cut: NamedBytes = { name: 'host.xplane.pb.gz', bytes: whole.subarray(0, whole.length - 40) };
    await pick(site, cut);
    await expectState(site, 'open');
    await expect(site.getByRole('region', { name: 'What is missing or in doubt' })).toContainText(/cut|ends/);
  });
});
