/**
 * Files that lie beside profiles and are never what somebody wants to see: passed over by name, and counted. This is
 * the one place where a name decides, because opening them could only end in a refusal each.
 */

export type PassedOverKind = 'file of macOS' | 'cache of XProf' | 'TensorBoard event file';

/** File names of openxla/xprof (`xprof/convert/repository.cc`, `tool_options.h`) and macOS. */
const NAMES: readonly [PassedOverKind, RegExp][] = [
  ['file of macOS', /^(\._.*|\.DS_Store)$/],
  ['cache of XProf', /\.SSTABLE$/],
  ['cache of XProf', /^(ALL_HOSTS\..*|cache_version\.txt|NO_MODULE\.hlo_proto\.pb)$/],
  ['cache of XProf', /\.(op_stats|op_stats_v2|dcn_collective_stats|smart_suggestion)\.pb$/],
  ['TensorBoard event file', /^events\.out\.tfevents\./],
];

/** Why a file with this path is passed over; null where it is opened. */
export function passedOver(path: string): PassedOverKind | null {
  const steps = path.split('/');
  if (steps.includes('__MACOSX')) return 'file of macOS';
  const name = steps[steps.length - 1];
  return NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}
