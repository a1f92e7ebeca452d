/** The numbers of a failure in a table: stated or derived, each with what it counts. */

import type { IncidentNumber } from '../../model/oom-incident.ts';
import type { StatedSize } from '../../model/oom.ts';
import type { IncidentFacts } from './facts.ts';
import { minus } from './sizes.ts';
import { outsideTorch, torchReserved, torchUnallocated } from './torch.ts';

/** In the order in which they matter; what the text does not say is left out. */
export function numbersOf(facts: IncidentFacts): IncidentNumber[] {
  const numbers: IncidentNumber[] = [];
  const add = (name: string, size: StatedSize | undefined, meaning: string): void => {
    if (size) numbers.push({ name, size, meaning });
  };
  const { compile, scoped, runtime, assignment, remat, argumentLimit, pool } = facts;
  add('requested', facts.request, 'What the failed call asked for, in one piece.');
  if (facts.needed && facts.needed.bytes !== facts.request?.bytes)
    add('rounded', facts.needed, 'The request rounded up to what the pool hands out.');
  if (compile) {
    add('used', compile.used, 'What the program needs in this memory space.');
    add('capacity', compile.capacity, 'What the compiler may use of it.');
    add('exceeded', compile.exceeded, 'Used − capacity.');
    add('reserved', compile.hbmUsage?.['reserved'], 'Set aside by the system.');
    add('arguments', compile.hbmUsage?.['arguments'], 'Arguments of the program, which are there before it runs.');
    for (const [name, size] of Object.entries(compile.programRequirement?.rows ?? {}))
      add(name.replace('hlo_', 'HLO '), size, 'Part of what the program needs.');
    add(
      'temporaries lost to fragmentation',
      compile.programRequirement?.hloTempDetail?.fragmentation,
      'Gaps between temporaries.',
    );
  }
  add('limit', scoped?.limit, 'What one kernel may use.');
  add('capacity', scoped?.capacity, 'The whole memory.');
  if (scoped?.exceeded) add('exceeded', scoped.exceeded, 'Requested − limit.');
  add('free', runtime?.free, 'Free in all, as the runtime says.');
  add('largest free piece', runtime?.largestFree, 'A request must fit into it.');
  add('reservable', runtime?.reservable, 'What can be set aside for programs.');
  add(
    'limit of the pool',
    pool.limit,
    pool.limitFrom === '' ? 'What the pool may become.' : `What the pool may become: ${pool.limitFrom}.`,
  );
  add('in use', pool.inUse, 'In the pool, by arrays and arenas.');
  add('free', pool.free, 'In the pool, with what it may still grow by.');
  add('largest free piece', pool.largestFree, 'A request must fit into it.');
  if (facts.torch) {
    const { torch } = facts;
    add('limit', torch.limit, 'What this process may use.');
    add('in tensors', torch.allocated, 'Of PyTorch.');
    add('reserved', torchReserved(torch), 'The pool of PyTorch in all.');
    add('reserved, not in tensors', torchUnallocated(torch), 'A request must fit into one piece of it.');
    add('outside', outsideTorch(torch), 'Device − free − reserved: other processes, other frameworks, CUDA.');
    add('free', torch.free, 'On the device.');
  }
  add('arguments', assignment?.stats?.parameter, 'Of the program: there before it runs.');
  add('outputs', assignment?.stats?.maybeLiveOut, 'Of the program; may lie in donated arguments.');
  add('temp arena', assignment?.stats?.preallocatedTemp, 'All temporaries of the program, as one block.');
  add('program in all', assignment?.stats?.total, 'All allocations of the program.');
  add('before rematerialization', remat?.original, 'Temporaries that the program would need.');
  add('after rematerialization', remat?.reached, 'Temporaries with what the compiler recomputes.');
  add('budget', remat?.budget, 'What is left for temporaries after arguments and outputs.');
  if (remat?.reached) add('over budget', minus(remat.reached, remat.budget), 'After rematerialization − budget.');
  add('arguments and outputs', argumentLimit?.arguments, 'Of the program.');
  add('limit', argumentLimit?.limit, 'What the compiler plans with.');
  add('device', facts.deviceTotal, 'Memory of the device.');
  return numbers;
}
