/**
 * One verdict for a failure. The rules are tried from the most telling message to the least; the first that has the
 * numbers it needs decides. Each rule is one function and says its reason in one sentence.
 */

import { isUnsized, type IncidentFacts } from './facts.ts';
import type { Rule, Ruling } from './ruling.ts';
import { dumpVerdict, mapVerdict, runtimeVerdict } from './verdict-pool.ts';
import { torchVerdict } from './torch.ts';
import { arenaVerdict, argumentsVerdict, compileVerdict } from './verdict-program.ts';
import { asyncVerdict, driverVerdict, hostVerdict, onChipVerdict } from './verdict-device.ts';
import { budgetWords, sizeWords } from './sizes.ts';

const RULES: readonly Rule[] = [
  notFatal,
  onChipVerdict,
  programLoadVerdict,
  torchVerdict,
  runtimeVerdict,
  hostVerdict,
  compileVerdict,
  argumentsVerdict,
  arenaVerdict,
  driverVerdict,
  asyncVerdict,
  dumpVerdict,
  mapVerdict,
  bareRequest,
  unsized,
];

/** The verdict on a failure. */
export function verdictOf(facts: IncidentFacts): Ruling {
  for (const rule of RULES) {
    const ruling = rule(facts);
    if (ruling) return ruling;
  }
  return { verdict: 'unknown', confidence: 'low', reason: fragmentReason(facts) };
}

function notFatal(facts: IncidentFacts): Ruling | null {
  const [report] = facts.reports;
  if (!report || facts.reports.some((other) => !['F4', 'F22', 'F23', 'F25'].includes(other.family))) return null;
  const ruling = (reason: string): Ruling => ({ verdict: 'not fatal', confidence: 'high', reason });
  switch (report.family) {
    case 'F4': {
      const times = facts.reports.length > 1 ? `, ${facts.reports.length} times` : '';
      return ruling(
        `${report.allocator} could not give ${sizeWords(report.requested)}${times}, and the caller goes on ` +
          'without it: this is scratch memory that would only have made it faster.',
      );
    }
    case 'F25':
      return ruling(
        report.buffers.length === 1
          ? `The donated buffer ${report.buffers[0]} could not be reused for an output: it stays allocated beside it.`
          : `${report.buffers.length} donated buffers could not be reused for outputs: they stay allocated ` +
              'beside them.',
      );
    case 'F23':
      return ruling(
        `Arguments and outputs of a program are ${sizeWords(report.arguments)}, more than the limit of ` +
          `${sizeWords(report.limit)}; the text does not show whether it then failed.`,
      );
    default:
      return ruling(rematReason(facts));
  }
}

function rematReason(facts: IncidentFacts): string {
  const { remat } = facts;
  if (!remat) return 'A warning of the compiler; the text shows no failure after it.';
  const reached = remat.reached ? `needs ${sizeWords(remat.reached)}` : 'needs more';
  return (
    `A program ${reached} for temporaries, ${budgetWords(remat.budget)}; ` +
    'the text shows no failure after the warning.'
  );
}

function programLoadVerdict(facts: IncidentFacts): Ruling | null {
  const { runtime } = facts;
  if (runtime?.family !== 'F21') return null;
  const program = runtime.program === undefined ? 'A program' : `Program ${runtime.program}`;
  const room = runtime.reservable
    ? `${sizeWords(runtime.reservable)} can be reserved (${sizeWords(runtime.free ?? runtime.reservable)} free)`
    : runtime.free
      ? `${sizeWords(runtime.free)} are free`
      : 'the text is cut before it says how much is free';
  return {
    verdict: 'program load',
    confidence: 'high',
    reason:
      `${program} needs ${sizeWords(runtime.requested)} in one piece` +
      `${runtime.reservable ? ' at the bottom of memory' : ''} to be loaded; ${room}.`,
  };
}

/** Not even the request is known. */
function unsized(facts: IncidentFacts): Ruling | null {
  if (!facts.reports.some(isUnsized)) return null;
  return {
    verdict: 'unknown',
    confidence: 'low',
    reason: 'Memory ran out, and the text states no size: neither how much was asked for nor which memory was full.',
  };
}

/** Nothing but the request is known. */
function bareRequest(facts: IncidentFacts): Ruling | null {
  const { request, executable, tensor } = facts;
  if (!request && tensor) {
    const reason =
      `A tensor of shape ${tensor.shape} could not be allocated; its type, and how full the memory was, are ` +
      'not in the text.';
    return { verdict: 'pool full', confidence: 'low', reason };
  }
  if (!request) return null;
  const program = executable === undefined ? '' : ` while ${executable} was run`;
  return {
    verdict: 'pool full',
    confidence: 'low',
    reason:
      `${sizeWords(request)} were requested${program} and not to be had; the text does not say how full the ` +
      'memory was.',
  };
}

function fragmentReason(facts: IncidentFacts): string {
  const { dump, assignment } = facts;
  if (dump) {
    const inUse = facts.pool.inUse ? `${sizeWords(facts.pool.inUse)} in use` : 'an allocator dump';
    const limit = facts.pool.limit ? ` of a limit of ${sizeWords(facts.pool.limit)}` : '';
    return `Part of an allocator dump without the request that failed: ${inUse}${limit}.`;
  }
  if (assignment)
    return (
      `Part of a buffer assignment without the request that failed: ${assignment.peakBuffers?.length ?? 0} ` +
      'buffers.'
    );
  return 'A fragment of a message: what failed is not in the text.';
}
