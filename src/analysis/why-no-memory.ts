/** Why a trace has no memory events: which of the known causes fit what the file shows. */

import type { Profile } from '../model/profile.ts';

/**
 * Sentences for a person, the likeliest cause first. The causes are those of bfc_allocator.cc (who emits), the
 * profiler's host tracer level, and jax issues 19266 (CPU) and 22890 (CUDA plugin 0.4.27 to 0.4.30).
 */
export function whyNoMemory({ capture, programs, problems, stated }: Profile): string[] {
  if (stated !== null) {
    return ['This reduced profile of XProf holds no memory events. Drop the .xplane.pb of the same run, which may have them.'];
  }
  const planes = capture.planes.map(({ name }) => name);
  const hostEvents = capture.planes.filter(({ name }) => name.startsWith('/host:')).reduce((sum, { events }) => sum + events, 0);
  const hasGpu = planes.some((name) => name.startsWith('/device:GPU'));
  const hasTpu = planes.some((name) => name.startsWith('/device:TPU'));
  const sentences: string[] = [];
  if (problems.length > 0) {
    sentences.push(
      'Not all of this file could be read, and memory events may have been among what was lost: copy or download it again before you look for another cause.',
    );
  }
  if (!hasGpu && !hasTpu) {
    sentences.push(
      'This trace has no GPU or TPU plane: it was taken on the CPU backend, which emits no memory events. Take it on a GPU or TPU.',
    );
  } else if (hostEvents === 0) {
    sentences.push(
      'This trace has device events but no host events: the host tracer was off (host_tracer_level 0), and memory events are host events. Take it with host_tracer_level 2, the default.',
    );
  } else {
    const version = capture.versions['jaxlib_version'] ?? capture.versions['jax_version'] ?? null;
    sentences.push(
      'This trace has device and host events but no memory events. Was it taken with host_tracer_level 1? Memory events need level 2, the default.',
    );
    if (hasGpu) {
      sentences.push(
        'Was XLA_PYTHON_CLIENT_ALLOCATOR set to platform or cuda_async? These bypass the allocator that emits memory events.',
      );
      if (version === null || /^0\.4\.(27|28|29|30)$/.test(version)) {
        sentences.push(
          `${version === null ? 'Was it taken with' : 'It was taken with'} jaxlib 0.4.27 to 0.4.30 on CUDA? Their plugin lost the memory events; 0.4.31 and later write them.`,
        );
      }
    }
    if (hostEvents < 50) sentences.push('Nothing may have been allocated between start_trace and stop_trace.');
  }
  if (programs.length > 0) sentences.push(`The trace holds ${programs.length} compiled programs.`);
  return sentences;
}
