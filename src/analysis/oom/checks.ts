/** Sums that a text allows to check: whether it adds up tells whether it was read right and is whole. */

import type { ArithmeticCheck } from '../../model/oom-incident.ts';
import type { StatedSize } from '../../model/oom.ts';
import type { IncidentFacts } from './facts.ts';
import { mayBeEqual, minus, plus, shortSize } from './sizes.ts';

/** Checks for which all numbers are there. */
export function arithmeticChecks(facts: IncidentFacts): ArithmeticCheck[] {
  const checks: ArithmeticCheck[] = [];
  const equal = (sentence: string, a: StatedSize, b: StatedSize): void => {
    checks.push({ sentence, ok: mayBeEqual(a, b) });
  };
  for (const pool of facts.pools) {
    if (pool.roundedBytes === undefined) continue;
    const rounded = { bytes: pool.roundedBytes, exact: true };
    const ok = mayBeEqual(pool.requested, rounded, 512);
    checks.push({
      sentence:
        `${shortSize(pool.requested)} and rounded to ${pool.roundedBytes.toLocaleString('en-US')} bytes are ` +
        'one size',
      ok,
    });
  }
  const { compile, assignment, scoped } = facts;
  if (compile?.used && compile.capacity && compile.exceeded) {
    equal(
      `${shortSize(compile.used)} − ${shortSize(compile.capacity)} = ${shortSize(compile.exceeded)}`,
      minus(compile.used, compile.capacity),
      compile.exceeded,
    );
  }
  const { total, reserved, program, arguments: parameters } = compile?.hbmUsage ?? {};
  if (total && reserved && program && parameters) {
    equal('reserved + program + arguments = total', plus(reserved, program, parameters), total);
  }
  const listed = compile?.allocations?.flatMap((allocation) => (allocation.size ? [allocation.size] : [])) ?? [];
  if (compile?.used && listed.length > 0 && mayBeEqual(plus(...listed), compile.used)) {
    checks.push({
      sentence:
        `the ${listed.length} listed allocations add up to ${shortSize(compile.used)}: nothing else is in this ` +
        'memory',
      ok: true,
    });
  }
  if (scoped?.requested && scoped.limit && scoped.exceeded) {
    equal(
      `${shortSize(scoped.requested)} − ${shortSize(scoped.limit)} = ${shortSize(scoped.exceeded)}`,
      minus(scoped.requested, scoped.limit),
      scoped.exceeded,
    );
  }
  const stats = assignment?.stats;
  if (stats?.total && stats.parameter && stats.preallocatedTemp) {
    const least = plus(stats.parameter, stats.constant ?? { bytes: 0, exact: true }, stats.preallocatedTemp);
    const most = stats.maybeLiveOut ? plus(least, stats.maybeLiveOut) : least;
    const within = (low: StatedSize, high: StatedSize): boolean => low.bytes <= high.bytes || mayBeEqual(low, high);
    checks.push({
      sentence: 'the total lies between arguments + constants + temporaries and that + outputs',
      ok: within(least, stats.total) && within(stats.total, most),
    });
  }
  return checks;
}
