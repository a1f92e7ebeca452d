/** What is open, in words for an issue: one profile, or what two of them differ in. */

import { compareDigests } from '../analysis/compare/compare.ts';
import { comparisonMarkdown } from './comparison-markdown.ts';
import type { Digests } from './digest-link/reduce.ts';
import type { ReportExtras } from './markdown-facts.ts';
import { profileMarkdown } from './profile-markdown.ts';

export function reportMarkdown({ baseline, candidate }: Digests, extras: ReportExtras): string {
  if (baseline === null) return profileMarkdown(candidate, extras);
  return comparisonMarkdown(compareDigests(baseline, candidate), extras);
}
