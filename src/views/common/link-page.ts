/** Where links point: to this page, or to the published one. */

/** `localhost` and its like: an address that means another machine to everybody else. */
function isThisMachine({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean {
  return protocol === 'file:' || /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

export interface LinkPage {
  page: string;
  /** Where the link works, where that is not everywhere; empty otherwise. */
  note: string;
  /** It means another page to everybody else. */
  isLocal: boolean;
}

/** Which page a link opens. `published` is the address that the build was told; empty where it was told none. */
export function linkPage(
  at: Pick<Location, 'protocol' | 'hostname' | 'origin' | 'pathname' | 'href'>,
  published: string,
): LinkPage {
  const here = at.href.replace(/[#?].*$/s, '');
  if (!isThisMachine(at)) return { page: here, note: '', isLocal: false };
  if (published !== '') {
    return { page: published, note: `This page runs on this machine: the link opens ${published}.`, isLocal: false };
  }
  const note =
    'This page runs on this machine, and its build names no public address: the link will work on this machine only. ' +
    'What follows # opens on any other Highwater.';
  return { page: here, note, isLocal: true };
}
