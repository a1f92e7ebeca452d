import { formatBytes, formatCount, formatQuantity } from '../../model/format.ts';
import type { Problem, Refusal } from '../../model/problems.ts';
import type { AllocatorSummary, Summary } from '../../model/summary.ts';

/** Everything that the reader of the profile should doubt: unread records, refused files, events that do not add up. */
export function problemsOf(summary: Summary, refusals: readonly Refusal[]): Problem[] {
  return [
    ...summary.allocators.flatMap(inconsistencies),
    ...summary.problems,
    ...refusals.map(({ file, reason }) => ({ where: file, sentence: reason, count: 1 })),
    ...summary.capture.errors.map((sentence) => ({ where: 'the profiler’s own error', sentence, count: 1 })),
    ...summary.capture.warnings.map((sentence) => ({ where: 'the profiler’s own warning', sentence, count: 1 })),
  ];
}

function inconsistencies({ allocator, identity, inUseBefore }: AllocatorSummary): Problem[] {
  const problems: Problem[] = [];
  const add = (sentence: string): number => problems.push({ where: allocator.id, sentence, count: 1 });
  if (identity.violations > 0) {
    add(
      `At ${formatQuantity(identity.violations, 'event')} of ${formatCount(identity.steps)} the memory in use does ` +
        'not follow from the event before: events were lost or are out of order. The curve and its peak are as the ' +
        'allocator states them; what was alive at a moment is in doubt.',
    );
  }
  if (inUseBefore < 0) {
    add(
      `Memory in use before the capture comes out as ${formatBytes(inUseBefore)}, which cannot be: the first events ` +
        'were lost or are out of order.',
    );
  }
  return problems;
}
