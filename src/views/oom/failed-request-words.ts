import { formatBytes, formatBytesBoth } from '../../model/format.ts';
import type { FailedRequest } from '../../state/failed-request.ts';

/** The failed request against the open profile, as a sentence. */
export function failedRequestText({ bytes, isExact, level, over }: FailedRequest): string {
  const size = isExact ? formatBytesBoth(bytes) : `≈ ${formatBytes(bytes)}`;
  const reach = `In this profile, ${size} on top of the window peak come to ${formatBytes(level)}`;
  if (over === null) return `${reach}; its capacity is not stated.`;
  if (over > 0) return `${reach}, ${formatBytes(over)} over its capacity.`;
  return `${reach}, ${formatBytes(-over)} within its capacity: it ran with less, or was of another run.`;
}
