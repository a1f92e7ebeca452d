/** What is said of planes that could not be read in full. */

import { formatCount } from '../../model/format.ts';
import type { ProblemLog } from '../../model/problems.ts';
import type { PlaneReader } from './plane.ts';

/** Events, and stats of memory events, that could not be read. `name` is the file's. */
export function addDamage(problems: ProblemLog, name: string, planes: readonly PlaneReader[]): void {
  for (const { name: planeName, damagedEvents, candidates } of planes) {
    const where = `${name}: plane ${planeName}`;
    if (damagedEvents > 0) problems.add(where, damagedSentence(damagedEvents, 'event'));
    if (candidates.damagedRows > 0) problems.add(where, damagedSentence(candidates.damagedRows, 'stat of memory events'));
  }
}

function damagedSentence(count: number, what: string): string {
  const plural = count === 1 ? '' : 's';
  return `${formatCount(count)} ${what}${what.endsWith('event') ? plural : ''} could not be read and ${count === 1 ? 'was' : 'were'} left out.`;
}

/** Of a file that ends after `bytes` within `plane`, before any memory event can be told from others. */
export function cutSentence(bytes: number, plane: PlaneReader, programs: number): string {
  const names = plane.eventNames.size === 0 ? ', before the names of its events, without which they cannot be told apart' : '';
  const whole = programs > 0 ? ` ${programs} compiled programs are whole.` : '';
  return (
    `The file is cut short after ${formatCount(bytes)} bytes, within plane ${plane.name || '(unnamed)'}${names}.` +
    `${whole} Copy or download the file again.`
  );
}
