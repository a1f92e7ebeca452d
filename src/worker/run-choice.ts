/**
 * Which of several traces opens. jax.profiler writes one folder a run and in it one file a host, so an archive of a log
 * directory holds many: the newest run opens with all its hosts, the others are named and one click away.
 *
 *     logs.tar.gz/plugins/profile/2026_11_30_10_00_00/host0.xplane.pb     ┐ one run
 *     logs.tar.gz/plugins/profile/2026_11_30_10_00_00/host1.xplane.pb     ┘
 *     logs.tar.gz/plugins/profile/2026_11_29_18_12_40/host0.xplane.pb     an older one
 *
 * Older profilers write a reduced `<host>.memory_profile.json.gz` beside each trace. It is the same run, told poorer.
 */

const RUN_FILE = /^(.*plugins\/profile\/[^/]+)\/[^/]+\.(?:xplane\.pb|memory_profile\.json)(?:\.gz)?$/;

/** What belongs together: the run's folder, or the file itself where there is no such folder. */
export function runOf(path: string): string {
  return RUN_FILE.exec(path)?.[1] ?? path;
}

/** The short name of a run: its folder's, which is its start time. */
export function runName(run: string): string {
  return run.slice(run.lastIndexOf('/') + 1);
}

/** What was dropped as one file that holds others. */
const CONTAINER = /[^/]+\.(?:tar|tgz|tar\.gz|zip)(?=\/)/i;

/** What a person calls a trace: the archive or folder it was in, else its file; with the run where there are several. */
export function spokenName(path: string, hasSeveralRuns: boolean): string {
  const run = runName(runOf(path));
  const whole = CONTAINER.exec(path)?.[0] ?? /([^/]+)\/plugins\/profile\//.exec(path)?.[1];
  if (whole === undefined) return run;
  return hasSeveralRuns ? `${whole}: ${run}` : whole;
}

/** Whether run `a` is to be shown rather than `b`. Folder names are times, so the greater name is the newer run. */
export function isNewerRun(a: string, b: string): boolean {
  const isFolder = (run: string): boolean => /plugins\/profile\/[^/]+$/.test(run);
  if (!isFolder(a) || !isFolder(b)) return false;
  return runName(a) > runName(b);
}
