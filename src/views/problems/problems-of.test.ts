import { expect, test } from 'vitest';
import { allocatorSummary, captureFacts, summaryOf } from '../../../fixtures/summaries.ts';
import { problemsOf } from './problems-of.ts';

test('everything to doubt is listed: wrong sums, unread records, refused files, the profiler’s own words', () => {
  const allocator = allocatorSummary();
  allocator.identity.violations = 3;
  allocator.inUseBefore = -256;
  const summary = summaryOf([allocator], {
    problems: [{ where: 'host.xplane.pb', sentence: 'A record was cut.', count: 2 }],
    capture: captureFacts({ errors: ['lost events'], warnings: ['slow disk'] }),
  });
  const refusals = [{ file: 'notes.txt', code: 'unknown-format', reason: 'Not a profile.' } as const];
  const problems = problemsOf(summary, refusals);
  expect(problems.map(({ where }) => where)).toEqual([
    'GPU_0_bfc',
    'GPU_0_bfc',
    'host.xplane.pb',
    'notes.txt',
    'the profiler’s own error',
    'the profiler’s own warning',
  ]);
  expect(problems[0]?.sentence).toContain('At 3 events of 2');
  expect(problems[1]?.sentence).toContain('−256 B');
});

test('a sound profile has none', () => {
  expect(problemsOf(summaryOf([allocatorSummary()]), [])).toEqual([]);
});
