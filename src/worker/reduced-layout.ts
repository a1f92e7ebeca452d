/** Where the traces of a reduced profile lie in its archive: as jax.profiler lays out a log directory. */

/** `plugins/profile/<run>/<host>.xplane.pb` at the end of a path, as the profiler names it. */
const RUN_FILE = /plugins\/profile\/([^/]+)\/([^/]+?)\.xplane\.pb(?:\.gz)?$/;

/** Of the run and of the host in UTF-8, so that every path fits into a tar header. */
const MOST_BYTES = 80;

/** A path for each trace, no two alike. Run and host are those of its own path; else its time and its file name. */
export function layOut(traces: readonly { path: string; lastModified: number }[]): string[] {
  const taken = new Set<string>();
  return traces.map(({ path, lastModified }) => {
    const [, run = runAt(lastModified), host = hostOf(path)] = RUN_FILE.exec(path) ?? [];
    const folder = `plugins/profile/${plainName(run) || runAt(lastModified)}`;
    const name = plainName(host) || 'host';
    let member = `${folder}/${name}.xplane.pb`;
    for (let copy = 2; taken.has(member); copy++) member = `${folder}/${name}-${String(copy)}.xplane.pb`;
    taken.add(member);
    return member;
  });
}

function hostOf(path: string): string {
  const base = path.slice(path.lastIndexOf('/') + 1);
  return base.replace(/\.gz$/i, '').replace(/(?:\.xplane)?\.pb$/i, '');
}

/** Runs are named by the time at which they start: `2025_06_13_09_51_22`, here in UTC. */
function runAt(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace(/[-T:]/g, '_');
}

/** Characters that a file system or a tar reader takes for more than a part of a name. */
const NOT_IN_NAMES = '/\\:*?"<>|\u007f';

function plainName(name: string): string {
  const characters = Array.from(name, (character) => (character < ' ' || NOT_IN_NAMES.includes(character) ? '_' : character));
  let plain = characters.join('').replace(/^\.+/, '');
  while (new TextEncoder().encode(plain).length > MOST_BYTES) plain = Array.from(plain).slice(0, -1).join('');
  return plain;
}
