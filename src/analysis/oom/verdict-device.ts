/** Verdicts on what lies outside of the pool: memory on the chip, the driver, the host, CUDA's own pool. */

import { formatQuantity } from '../../model/format.ts';
import { isUnsized, LARGEST_GPU, type IncidentFacts } from './facts.ts';
import { kernelOf, kernelWords } from './pallas.ts';
import { exceeds, sizeWords } from './sizes.ts';
import type { Ruling } from './ruling.ts';

/** F17, F18, F19, F24. HBM has its own rule even where Mosaic allocates in it. */
export function onChipVerdict(facts: IncidentFacts): Ruling | null {
  const { compile, scoped } = facts;
  if (compile?.family === 'F17') {
    const { used, capacity, exceeded } = compile;
    const space = compile.space.toUpperCase();
    const kernel = kernelOf(compile);
    const sum = kernel ? `${kernelWords(kernel)} = ` : '';
    const over = exceeded ? `, ${sizeWords(exceeded)} too much` : '';
    return {
      verdict: 'on-chip memory',
      confidence: used ? 'high' : 'medium',
      reason: used
        ? `${sum}${sizeWords(used)} of ${capacity ? sizeWords(capacity) : 'an unknown size of'} ${space}${over}.`
        : `A kernel does not fit into ${space}, the memory on the chip; this text does not say by how much.`,
    };
  }
  if (!scoped) return null;
  const { requested, space } = scoped;
  const bound = scoped.limit ?? scoped.capacity;
  if (scoped.family === 'F19' && (space === 'hbm' || (space === undefined && (bound?.bytes ?? 0) > 2 ** 32))) {
    const what = [scoped.shape, requested && sizeWords(requested)].filter((part) => part !== undefined).join(' of ');
    return {
      verdict: 'pool full',
      confidence: 'high',
      reason:
        `One allocation${what === '' ? '' : `, ${what},`} is larger than the whole HBM of ` +
        `${bound ? sizeWords(bound) : 'the chip'}.`,
    };
  }
  const name = space === 'shared memory' ? 'shared memory of the GPU' : (space ?? 'on-chip memory').toUpperCase();
  if (!requested) {
    return {
      verdict: 'on-chip memory',
      confidence: 'medium',
      reason: `A kernel does not fit into ${name}; the sentence that says by how much is missing.`,
    };
  }
  const kind = scoped.family === 'F18' ? 'scoped limit of ' : '';
  const over = bound
    ? `, ${sizeWords({ bytes: requested.bytes - bound.bytes, exact: false, ...textOf(scoped.exceeded) })} too much`
    : '';
  const window = scoped.window ? ` (a block ${scoped.window.block}${heldWords(scoped.window.buffers)})` : '';
  return {
    verdict: 'on-chip memory',
    confidence: 'high',
    reason:
      `One kernel needs ${sizeWords(requested)} of ${name}${window}, more than the ` +
      `${kind}${bound ? sizeWords(bound) : 'memory has'}${over}.`,
  };
}

function heldWords(buffers: number | undefined): string {
  return buffers === undefined ? '' : buffers === 1 ? ', held once' : `, held ${buffers} ×`;
}

function textOf(size: { text?: string } | undefined): { text?: string } {
  return size?.text === undefined ? {} : { text: size.text };
}

/** F12, F13 on the CPU, F9 on the host. */
export function hostVerdict(facts: IncidentFacts): Ruling | null {
  const { driver, request, tensor } = facts;
  const onHost = driver?.family === 'F9' && driver.where === 'host';
  const onCpu =
    facts.has('F12') ||
    (tensor !== undefined && /CPU|cpu|mklcpu/.test(`${tensor.device ?? ''} ${tensor.allocator ?? ''}`));
  if (!onHost && !onCpu) return null;
  const size = request ? sizeWords(request) : 'Memory';
  const what = onHost ? `${size} of pinned host memory` : `${size} of the host's memory`;
  const shape = tensor ? ` for a tensor ${tensor.dtype ?? ''}${tensor.shape}` : '';
  return {
    verdict: 'host',
    confidence: 'high',
    reason: `${what}${shape} could not be had: the machine's own memory is full, not that of a GPU or TPU.`,
  };
}

/** F9, F10 and F8: the driver said no, outside of the pool. */
export function driverVerdict(facts: IncidentFacts): Ruling | null {
  const { driver, request } = facts;
  if (driver?.family === 'F10') {
    return {
      verdict: 'driver',
      confidence: 'high',
      reason:
        `The code of ${facts.executable ?? 'a compiled program'} could not be loaded ` +
        `(${driver.driverError ?? 'out of memory'}): kernels lie outside of the pool, in what the pool leaves ` +
        'of the device.',
    };
  }
  if (facts.pools.length > 0) return null;
  if (driver?.family === 'F9') {
    const tries = facts.reports.filter((report) => report.family === 'F9').length;
    if (driver.library !== undefined) {
      const size = driver.requested ? sizeWords(driver.requested) : 'memory of the device';
      return {
        verdict: 'driver',
        confidence: 'high',
        reason: `${driver.library} could not get ${size}: libraries allocate outside of the pool, in what the pool leaves.`,
      };
    }
    const vendor = driver.driverError?.toUpperCase().startsWith('HIP') ? 'HIP' : 'CUDA';
    if (isUnsized(driver)) {
      return {
        verdict: 'driver',
        confidence: 'medium',
        reason:
          `${vendor} itself said that memory ran out (${driver.driverError ?? 'out of memory'}); the text states no ` +
          'size: neither what was asked for nor what was free.',
      };
    }
    if (!request) {
      return {
        verdict: 'driver',
        confidence: 'high',
        reason: `${vendor} could not even open the device: another process holds its memory.`,
      };
    }
    const sizes = facts.reports.flatMap((report) =>
      report.family === 'F9' && report.requested ? [report.requested] : [],
    );
    const smallest = sizes.toSorted((a, b) => a.bytes - b.bytes)[0];
    const retried =
      smallest && smallest.bytes < request.bytes
        ? ` and ${formatQuantity(tries - 1, 'more request')}, down to ${sizeWords(smallest)}`
        : '';
    return {
      verdict: 'driver',
      confidence: 'high',
      reason:
        `The ${vendor} driver refused ${sizeWords(request)}${retried}${place(facts)}: ` +
        (request.bytes > LARGEST_GPU
          ? 'more than any GPU has.'
          : 'the memory of the device itself is taken, by this or another process.'),
    };
  }
  if (facts.has('F8') && request) {
    return {
      verdict: 'driver',
      confidence: 'medium',
      reason:
        'The platform allocator, which asks the driver each time, was refused ' +
        `${sizeWords(request)}${place(facts)}.`,
    };
  }
  return null;
}

function place(facts: IncidentFacts): string {
  const device = facts.reports.find((report) => 'deviceOrdinal' in report && report.deviceOrdinal !== undefined);
  const ordinal = device && 'deviceOrdinal' in device ? ` on device ${device.deviceOrdinal}` : '';
  const rank = facts.reports.find((report) => report.rank !== undefined)?.rank;
  return `${ordinal}${rank === undefined ? '' : ` (rank ${rank})`}`;
}

/** F11: CUDA states what is free and what there is. */
export function asyncVerdict(facts: IncidentFacts): Ruling | null {
  const { asyncPool, request } = facts;
  if (!asyncPool || !request) return null;
  const { free, total } = asyncPool;
  const room =
    free && total ? `${sizeWords(free)} of ${sizeWords(total)} are free` : 'how much is free is not in the text';
  const beyond = total && exceeds(request, total) ? ', more than the whole device has' : '';
  if (free && exceeds(free, request)) {
    return {
      verdict: 'fragmented',
      confidence: 'medium',
      reason:
        `${sizeWords(request)} requested although ${room}: not in one piece, or held back by the limit of the ` +
        'pool.',
    };
  }
  return {
    verdict: 'pool full',
    confidence: free ? 'high' : 'medium',
    reason: `${sizeWords(request)} requested${beyond}; ${room}.`,
  };
}
