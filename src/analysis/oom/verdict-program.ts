/** Verdicts on a compiled program: its temporaries, its arguments, or all of it do not fit. */

import type { CompileReport } from '../../model/oom.ts';
import type { IncidentFacts } from './facts.ts';
import { budgetWords, mayBeEqual, shortSize, sizeWords } from './sizes.ts';
import type { Ruling } from './ruling.ts';
import { mapVerdict } from './verdict-pool.ts';

/** Alignment of an arena: pools round up to 256 bytes, arenas have some bytes more than their buffers. */
const ALIGNMENT = 4096;

/** F14 to F16: the compiler states what the program needs. */
export function compileVerdict(facts: IncidentFacts): Ruling | null {
  const { compile } = facts;
  if (!compile || compile.family === 'F17') return null;
  if (compile.family === 'F15') {
    return {
      verdict: 'temp arena',
      confidence: 'high',
      reason:
        `Temporaries of the program are ${words(compile.used)} and exceed the memory of the chip, ` +
        `${words(compile.capacity)}; its arguments are not even counted.`,
    };
  }
  if (compile.family === 'F16') {
    return {
      verdict: 'pool full',
      confidence: 'high',
      reason:
        `TensorCore ${words(compile.tensorcore)} and SparseCore ${words(compile.sparsecore)} together exceed ` +
        `${words(compile.capacity)}.`,
    };
  }
  return hbmVerdict(compile);
}

function hbmVerdict(compile: CompileReport): Ruling {
  const { used, capacity, exceeded, programRequirement, hbmUsage } = compile;
  const over = exceeded ? `: ${words(exceeded)} too much` : '';
  const temp = programRequirement?.rows['hlo_temp'];
  const needs = used ? `The program needs ${words(used)}` : 'The program needs more than there is';
  const room = capacity ? ` on a chip with ${words(capacity)}${over}` : '';
  const parameters = hbmUsage?.['arguments'];
  const total = hbmUsage?.['total'] ?? used;
  // The program is of unknown size where arguments alone are too much: nothing else was then looked at.
  if (
    parameters &&
    total &&
    parameters.bytes * 2 > total.bytes &&
    parameters.bytes > (hbmUsage?.['program']?.bytes ?? 0)
  ) {
    return {
      verdict: 'arguments',
      confidence: 'high',
      reason: `Arguments alone are ${words(parameters)} of the ${words(total)} that are needed${room}.`,
    };
  }
  if (temp && used && temp.bytes * 2 >= used.bytes) {
    return {
      verdict: 'temp arena',
      confidence: 'high',
      reason: `${needs}, ${words(temp)} of it temporaries (HLO temp),${room}.`.replace(',.', '.'),
    };
  }
  if (!used) {
    return {
      verdict: 'pool full',
      confidence: 'low',
      reason: 'The program does not fit into HBM; by how much is not in the text.',
    };
  }
  return { verdict: 'pool full', confidence: temp ? 'high' : 'medium', reason: `${needs}${room}.` };
}

function words(size: Parameters<typeof sizeWords>[0] | undefined): string {
  return size ? sizeWords(size) : 'an unknown size';
}

/** F23, or a budget of nothing or less: arguments and outputs alone are more than the device has. */
export function argumentsVerdict(facts: IncidentFacts): Ruling | null {
  const { argumentLimit, remat } = facts;
  if (argumentLimit) {
    return {
      verdict: 'arguments',
      confidence: 'high',
      reason:
        `Arguments and outputs alone are ${sizeWords(argumentLimit.arguments)} on a device with a limit of ` +
        `${sizeWords(argumentLimit.limit)}.`,
    };
  }
  if (!remat || remat.budget.bytes > 0) return null;
  return {
    verdict: 'arguments',
    confidence: remat.budget.bytes < 0 ? 'high' : 'medium',
    reason:
      remat.budget.bytes < 0
        ? `The program needs ${words(remat.reached)} for temporaries, ${budgetWords(remat.budget)}.`
        : 'Arguments and outputs leave nothing for temporaries (budget 0 bytes), of which the program needs ' +
          `${words(remat.reached)}.`,
  };
}

/** F7 or F22: the request is the one block in which a program keeps all its temporaries. */
export function arenaVerdict(facts: IncidentFacts): Ruling | null {
  const { request, assignment, remat } = facts;
  if (!request) return null;
  const stats = assignment?.stats;
  const temp = stats?.preallocatedTemp;
  const isArena = temp !== undefined && temp.bytes > 0 && mayBeEqual(request, temp, ALIGNMENT);
  if (isArena) {
    // The pool may have had the room, in pieces. Only a map and a size of the pool tell.
    const byMap = mapVerdict(facts);
    if (byMap?.verdict === 'fragmented') return { ...byMap, reason: `The temp arena of one program: ${byMap.reason}` };
    const largest = assignment?.peakBuffers?.[0];
    const buffer = largest?.size
      ? `; its largest buffer${largest.shape ? `, ${largest.shape},` : ''} takes ${shortSize(largest.size)}`
      : '';
    return {
      verdict: 'temp arena',
      confidence: 'high',
      reason:
        `${sizeWords({ ...request, text: request.text ?? temp.text ?? '' })} is the preallocated temp arena of ` +
        `one program, whose arguments are ${words(stats?.parameter)}${buffer}${used(facts)}.`,
    };
  }
  if (stats?.total && assignment) {
    const what = stats.maybeLiveOut && mayBeEqual(request, stats.maybeLiveOut, ALIGNMENT) ? 'an output of ' : '';
    return {
      verdict: 'pool full',
      confidence: 'high',
      reason:
        `Only ${sizeWords(request)} were requested, ${what}a program that needs ${words(stats.total)} in all: ` +
        `the memory was already full of other arrays${used(facts)}.`,
    };
  }
  if (remat?.reached) {
    return {
      verdict: 'temp arena',
      confidence: 'high',
      reason:
        `One block of ${sizeWords(request)} is the temp arena of a compiled program: the compiler had warned ` +
        `that it needs ${shortSize(remat.reached)} ${budgetWords(remat.budget)}${used(facts)}.`,
    };
  }
  return null;
}

function used(facts: IncidentFacts): string {
  const occupancy = facts.mapped?.occupancy;
  return occupancy ? `; ${occupancy.usedPct} % of ${facts.mapped?.allocator} was in use` : '';
}
