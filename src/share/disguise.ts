/**
 * A link with less of what its maker would rather keep: paths cut to base names, or every name replaced. One name is
 * replaced by one pseudonym throughout a link, on both sides and in sentences too, in the order of the trees, so that
 * the same profiles give the same link.
 */

import type { Digests } from './digest-link/reduce.ts';
import type { NameMap } from './map-names.ts';
import { mapNames } from './map-names.ts';
import { ProseNames } from './prose-names.ts';

export interface Disguise {
  shortensPaths: boolean;
  replacesNames: boolean;
}

export const NO_DISGUISE: Disguise = { shortensPaths: false, replacesNames: false };

/** What a link says about its names, for the list of what is in it and for replacing them in a view. */
export interface Names {
  functions: string[];
  files: string[];
  programs: string[];
  hosts: string[];
  profiles: string[];
}

/** What becomes of each name of these digests; null where all stay. */
export function disguiseMap(digests: Digests, { shortensPaths, replacesNames }: Disguise): NameMap | null {
  const short = shortensPaths ? shorteningMap(namesIn(digests)) : null;
  if (!replacesNames) return short;
  const pseudonyms = pseudonymMap(namesIn(short === null ? digests : withNames(digests, short)));
  return short === null ? pseudonyms : oneAfterTheOther(short, pseudonyms);
}

export function withNames({ baseline, candidate }: Digests, map: NameMap): Digests {
  return { baseline: baseline === null ? null : mapNames(baseline, map), candidate: mapNames(candidate, map) };
}

/** In the order in which they are met: the trees of the baseline first, the largest boxes first. */
export function namesIn({ baseline, candidate }: Digests): Names {
  const found: Record<keyof Names, Set<string>> = {
    functions: new Set(),
    files: new Set(),
    programs: new Set(),
    hosts: new Set(),
    profiles: new Set(),
  };
  const add = (kind: keyof Names) => (name: string): string => {
    if (name !== '') found[kind].add(name);
    return name;
  };
  const addFrame = (name: string): string => add(programOf(name) === null ? 'functions' : 'programs')(programOf(name) ?? name);
  const collecting: NameMap = {
    frame: addFrame,
    file: add('files'),
    mark: (name) => addFrame(name),
    host: add('hosts'),
    profile: add('profiles'),
    prose: (text) => text,
    foreign: (texts) => texts,
  };
  for (const side of [baseline, candidate]) if (side !== null) mapNames(side, collecting);
  const list = (kind: keyof Names): string[] => [...found[kind]];
  return {
    functions: list('functions'),
    files: list('files'),
    programs: list('programs'),
    hosts: list('hosts'),
    profiles: list('profiles'),
  };
}

const UNCHANGED: NameMap = {
  frame: (name) => name,
  file: (name) => name,
  mark: (name) => name,
  host: (name) => name,
  profile: (name) => name,
  prose: (text) => text,
  foreign: (texts) => texts,
};

function oneAfterTheOther(first: NameMap, second: NameMap): NameMap {
  return {
    frame: (name) => second.frame(first.frame(name)),
    file: (name) => second.file(first.file(name)),
    mark: (name) => second.mark(first.mark(name)),
    host: (name) => second.host(first.host(name)),
    profile: (name) => second.profile(first.profile(name)),
    prose: (text) => second.prose(first.prose(text)),
    foreign: (texts) => second.foreign(first.foreign(texts)),
  };
}

/** Base names; those of several paths get a number, in the order of the paths. */
function shorteningMap({ files, profiles }: Names): NameMap {
  const byPath = new Map<string, string>();
  for (const paths of [files, profiles]) {
    const taken = new Set<string>();
    for (const path of paths.toSorted((a, b) => (a < b ? -1 : 1))) {
      const base = baseName(path) || path;
      let short = base;
      for (let number = 2; taken.has(short); number++) short = `${base} (${number})`;
      taken.add(short);
      byPath.set(path, short);
    }
  }
  const short = (path: string): string => byPath.get(path) ?? baseName(path);
  const prose = new ProseNames([...byPath].filter(([path, base]) => path !== base));
  const { frame, mark, host, foreign } = UNCHANGED;
  return { frame, mark, host, foreign, file: short, profile: short, prose: (text) => prose.replaced(text) };
}

/** What Python itself calls its functions says nothing of anybody's program; nor does an address. */
const NO_NAME = /^(?:__\w+__|<\w+>|\(.*\)|0x[0-9a-f]+)$/;

function pseudonymMap(names: Names): NameMap {
  const numbered = (found: readonly string[], name: (number: number, of: string) => string): Map<string, string> => {
    const replaced = found.filter((text) => !NO_NAME.test(text));
    return new Map(replaced.map((text, index) => [text, name(index + 1, text)]));
  };
  const programs = numbered(names.programs, (number) => `program_${number}`);
  // A function that was jitted is its program, in sentences as in the trees.
  const alone = names.functions.filter((name) => !programs.has(name));
  const functions = new Map([...programs, ...numbered(alone, (number) => `function_${number}`)]);
  const files = numbered(names.files, (number, path) => `file_${number}${/\.\w{1,5}$/.exec(path)?.[0] ?? ''}`);
  const hosts = numbered(names.hosts, (number) => `host_${number}`);
  const profiles = numbered(names.profiles, (number) => `profile_${number}`);
  const frame = (name: string): string => {
    const program = programOf(name);
    if (program === null) return functions.get(name) ?? (NO_NAME.test(name) ? name : 'function');
    const replaced = programs.get(program) ?? (NO_NAME.test(program) ? program : 'program');
    return name.slice(0, programStart(name)) + replaced + name.slice(programStart(name) + program.length);
  };
  const bases = [...files].map(([path, pseudonym]): [string, string] => [baseName(path), pseudonym]);
  const prose = new ProseNames([...profiles, ...files, ...bases, ...hosts, ...functions]);
  return {
    frame,
    mark: frame,
    file: (path) => files.get(path) ?? 'file',
    host: (host) => hosts.get(host) ?? 'host',
    profile: (name) => profiles.get(name) ?? 'profile',
    prose: (text) => prose.replaced(text),
    foreign: () => [],
  };
}

/** The jitted function in the name of a program: `scan` of `PjitFunction(scan)`, `jit_scan` and `jit_scan(4)`. */
const PROGRAM = /^(?:PjitFunction\(|(?:jit|pmap)_+)(.+?)(?:\(\d+\))?\)?$/;

function programOf(name: string): string | null {
  return PROGRAM.exec(name)?.[1] ?? null;
}

function programStart(name: string): number {
  return /^(?:PjitFunction\(|(?:jit|pmap)_+)/.exec(name)?.[0].length ?? 0;
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
