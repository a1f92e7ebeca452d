import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { membersOf } from '../../../../fixtures/read-sample.ts';
import { analyseTrace } from '../../../formats/xplane/testing/read-trace.ts';
import type { TraceDigest } from '../../../model/digest.ts';
import type { AnalysedProfile } from '../../analyse.ts';
import { digestOfTrace } from '../digest-of-trace.ts';

/** The digest of a sample's default allocator: `staircase`. */
export async function sampleDigest(id: string): Promise<TraceDigest> {
  const archive = readFileSync(fileURLToPath(new URL(`../../../../public/samples/${id}.tar.gz`, import.meta.url)));
  const [bytes] = await membersOf(archive, '.xplane.pb');
  if (bytes === undefined) throw new Error(`no trace in ${id}`);
  return digestOfAnalysed(analyseTrace(bytes), `${id}.tar.gz`);
}

export function digestOfAnalysed(member: AnalysedProfile, name: string): TraceDigest {
  const { summary, profile } = member;
  const allocator = summary.defaultAllocator ?? 0;
  const index = profile.allocators.indexOf(summary.allocators[allocator].allocator);
  return digestOfTrace({ name, summary, allocator, member, index });
}
