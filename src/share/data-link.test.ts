/** Links of the samples, as the command line and the page make them. */

import { inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { compareDigests } from '../analysis/compare/compare.ts';
import { openDigest } from '../cli/open-digest.ts';
import type { ProfileDigest } from '../model/digest.ts';
import { digestTotal } from '../model/digest.ts';
import { INITIAL_VIEW_STATE } from '../model/view-state.ts';
import { fromBase64Url } from './base64url.ts';
import { dataLink } from './data-link.ts';
import type { DataLink } from './data-link.ts';
import { decodeDigests } from './digest-link/codec.ts';
import type { Digests } from './digest-link/reduce.ts';
import { dataOf, LONGEST_LINK, readView, sharedPart, withData } from './view-link.ts';

const PAGE = 'https://memory.example/highwater/';

let unstacked: ProfileDigest;
let staircase: ProfileDigest;

async function digestOf(path: string): Promise<ProfileDigest> {
  const outcome = await openDigest(path, { run: null, allocator: null, sampleType: null });
  if (outcome.opened === null) throw new Error(`no digest of ${path}`);
  return outcome.opened.digest;
}

beforeAll(async () => {
  [unstacked, staircase] = [
    await digestOf('public/samples/unstacked.tar.gz'),
    await digestOf('public/samples/staircase.tar.gz'),
  ];
});

function opened({ url }: DataLink): Digests {
  const read = decodeDigests(dataOf(new URL(url).hash) ?? '');
  if (read.kind === 'fault') throw new Error(read.reason);
  return read.digests;
}

/** All that is in a link but its numbers: the texts of its data, and its state. */
function textsOf(link: DataLink): string {
  const bytes = fromBase64Url(dataOf(`#${link.fragment}`) ?? '');
  const data = inflateSync(bytes.slice((bytes[1] & 0x80) === 0 ? 2 : 3)).toString('utf8');
  const state = /s=([^&]*)/.exec(link.fragment)?.[1] ?? '';
  return data + Buffer.from(state, 'base64url').toString('utf8');
}

describe('a link with its data', () => {
  test('of the unstacked sample against the staircase is short enough to be passed on', () => {
    const view = { files: [unstacked.name, staircase.name], view: sharedPart(INITIAL_VIEW_STATE) };
    const link = dataLink({ baseline: unstacked, candidate: staircase }, { page: PAGE, view });
    expect(link.url.startsWith(`${PAGE}#v=1&s=`)).toBe(true);
    expect(link.url.length).toBeLessThanOrEqual(LONGEST_LINK);
    expect(new URL(link.url).hash).toBe(`#${link.fragment}`);
    expect(readView(`#${link.fragment}`)).toMatchObject({ kind: 'link', link: { files: view.files } });
  });

  test('says of both sides what the profiles say', () => {
    const whole = compareDigests(unstacked, staircase);
    const { baseline, candidate } = opened(dataLink({ baseline: unstacked, candidate: staircase }, { page: PAGE }));
    if (baseline === null) throw new Error('no baseline');
    expect([digestTotal(baseline), digestTotal(candidate)]).toEqual([5_015_278_592, 8_882_250_752]);
    const read = compareDigests(baseline, candidate);
    expect(read.sentences).toEqual(whole.sentences);
    expect(read.delta).toBe(whole.delta);
    expect(read.findings).toEqual(whole.findings);
  });

  test('with replaced names holds none of the old ones, in data, sentences and view', () => {
    const selected = [{ name: '__call__', file: 'layer_stack.py' }, { name: 'jit_transpose', file: null }];
    const [finding] = staircase.kind === 'trace' ? staircase.summary.findings : [];
    const view = {
      files: ['staircase.tar.gz'],
      view: {
        ...sharedPart(INITIAL_VIEW_STATE),
        flame: { search: 'layer_stack', selected },
        finding: { kind: finding.kind, title: 'Temp arena of jit_scan', allocator: 'l4-workstation/GPU_0_bfc', moment: 5 },
      },
    };
    const both = { baseline: unstacked, candidate: staircase };
    const open = textsOf(dataLink(both, { page: PAGE, view }));
    const link = dataLink(both, { page: PAGE, view, disguise: { shortensPaths: false, replacesNames: true } });
    const hidden = textsOf(link);
    const secrets = /layer_stack|named_axes|with_positional_prefix|model_parts|transpose|scan|convert_element|l4-workstation|staircase\.tar|unstacked|basic_ops|positional|plugins/i;
    expect(open).toMatch(secrets);
    expect(hidden).not.toMatch(secrets);
    // One name is one pseudonym everywhere.
    const { candidate } = opened(link);
    if (candidate.kind !== 'trace') throw new Error('no trace');
    const { sentence, evidence } = candidate.summary.findings[0];
    expect(evidence.callSite).toMatch(/^file_\d+\.py: __call__$/);
    expect(sentence).toContain(`pile up under ${evidence.callSite} and are all released after jit_program_`);
    const program = /jit_(program_\d+)/.exec(sentence)?.[1] ?? '';
    expect(candidate.trees.program?.names).toContain(`jit_${program}`);
    const read = readView(`#${link.fragment}`);
    if (read.kind !== 'link') throw new Error(read.kind);
    expect(read.link.view.flame.selected?.[0]).toEqual({ name: '__call__', file: evidence.callSite.split(':')[0] });
    expect(read.link.view.finding).toMatchObject({ title: `Temp arena of jit_${program}`, allocator: 'host_1/GPU_0_bfc' });
    expect(read.link.files).toEqual([opened(link).baseline?.name, candidate.name]);
  });

  test('with shortened paths has base names, and keeps those of several paths apart', async () => {
    const dump = await digestOf('public/samples/leak_9.prof');
    const { stack } = dump.trees;
    if (stack === undefined) throw new Error('no stacks');
    const paths = [...new Set(stack.file)].filter((file) => file >= 0);
    const names = stack.names.map((name, index) => (paths.includes(index) ? `/home/me/${'x'.repeat(index)}/train.py` : name));
    const whole = { ...dump, trees: { ...dump.trees, stack: { ...stack, names } } };
    const link = dataLink({ baseline: null, candidate: whole }, { page: PAGE, disguise: { shortensPaths: true, replacesNames: false } });
    expect(textsOf(link)).not.toContain('/home');
    expect(link.names.files).toContain('train.py');
    expect(opened(link).candidate.trees.stack?.total[0]).toBe(stack.total[0]);
    if (paths.length > 1) expect(link.names.files).toContain('train.py (2)');
  });

  test('loses detail, and says which, where it would be too long', () => {
    const page = `${PAGE}${'x'.repeat(5200)}`;
    const link = dataLink({ baseline: unstacked, candidate: staircase }, { page });
    expect(link.url.length).toBeLessThanOrEqual(LONGEST_LINK);
    expect(link.leftOut.join('; ')).toMatch(/the trees keep \d+ of \d+ boxes/);
    const { candidate } = opened(link);
    expect(digestTotal(candidate)).toBe(8_882_250_752);
  });

  test('of one dump of a series is the view of that dump, with no name of the others', async () => {
    const dump = await digestOf('public/samples/leak_9.prof');
    const names = ['leak_7.prof', 'leak_8.prof', dump.name];
    const view = {
      files: names,
      view: { ...sharedPart(INITIAL_VIEW_STATE), dump: { shown: dump.name, order: names, tab: 'growth' as const, functions: 'leaf' as const } },
    };
    const link = dataLink({ baseline: null, candidate: dump }, { page: PAGE, view });
    const read = readView(`#${link.fragment}`);
    expect(read).toMatchObject({ kind: 'link', link: { files: [dump.name], view: { dump: { functions: 'leaf' } } } });
    expect(textsOf(link)).not.toMatch(/leak_[78]/);
  });

  test('stands a trace beside a dump, either way round', async () => {
    const dump = await digestOf('public/samples/leak_9.prof');
    for (const both of [{ baseline: staircase, candidate: dump }, { baseline: dump, candidate: staircase }]) {
      const back = opened(dataLink(both, { page: PAGE }));
      expect(compareDigests(back.baseline ?? dump, back.candidate).sentences[0]).toBe(compareDigests(both.baseline, both.candidate).sentences[0]);
    }
  });

  test('is read from a sentence that goes on behind it', () => {
    const { fragment } = dataLink({ baseline: null, candidate: unstacked }, { page: PAGE });
    const data = dataOf(fragment);
    expect(data).toMatch(/^[\w-]+$/);
    for (const behind of ['.', ')', '>,', '\u202e', '%E2%80%8B', '%22%29']) expect(dataOf(fragment + behind)).toBe(data);
  });

  test('takes the place of other data in an address, and goes', () => {
    expect(withData('#v=1&s=abc&d=old', 'new')).toBe('#v=1&s=abc&d=new');
    expect(withData('#d=old', null)).toBe('');
    expect(dataOf('#s=abc')).toBeNull();
  });
});
