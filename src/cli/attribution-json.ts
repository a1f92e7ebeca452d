import { BUILD_SPAN, type HostAttribution } from '../analysis/host-attribution.ts';

/** A trace of TensorFlow has thousands of names, each of one allocation. */
const NAMES = 15;

/** What host events tell of allocations; of their names the most frequent, the others as one number. */
export function attributionJson(attribution: HostAttribution, isTpu: boolean): Record<string, unknown> {
  const { allocationsByInnermostEvent: counts, tpuOutputs, ...spans } = attribution;
  const names = [...counts].sort(([, a], [, b]) => b - a);
  const others = names.slice(NAMES);
  const ofOthers = others.reduce((sum, [, count]) => sum + count, 0);
  return {
    spanName: BUILD_SPAN,
    ...spans,
    allocationsByInnermostEvent: Object.fromEntries([
      ...names.slice(0, NAMES),
      ...(others.length === 0 ? [] : [[`(other ${String(others.length)} names)`, ofOthers] as const]),
    ]),
    ...(isTpu ? { tpuOutputs } : {}),
  };
}
