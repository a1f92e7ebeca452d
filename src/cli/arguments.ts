/** Arguments of a command: paths, flags (`--json`) and options with a value (`--run NAME`, `--run=NAME`). */

export interface OptionNames {
  flags: readonly string[];
  /** Each takes what follows it, and may be given several times. */
  values: readonly string[];
}

export interface Arguments {
  paths: string[];
  flags: ReadonlySet<string>;
  /** In the order given; an option that was not given has no entry. */
  values: ReadonlyMap<string, string[]>;
  /** What does not fit, in a sentence each. */
  faults: string[];
}

/** A lone `-` is a path: the standard input. */
export function parseArguments(args: readonly string[], names: OptionNames): Arguments {
  const paths: string[] = [];
  const flags = new Set<string>();
  const values = new Map<string, string[]>();
  const faults: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (!arg.startsWith('--')) {
      paths.push(arg);
      continue;
    }
    const equals = arg.indexOf('=');
    const name = equals < 0 ? arg : arg.slice(0, equals);
    if (names.flags.includes(name) && equals < 0) {
      flags.add(name);
    } else if (names.values.includes(name)) {
      const value = equals < 0 ? args[++i] : arg.slice(equals + 1);
      if (value === undefined || value === '') faults.push(`${name} needs a value after it.`);
      else values.set(name, [...(values.get(name) ?? []), value]);
    } else {
      faults.push(`There is no option ${name}. There ${known(names)}.`);
    }
  }
  return { paths, flags, values, faults };
}

/** For a command that takes files and `--json` alone. `faults` also says where there is no file. */
export function filesAndJson(
  args: readonly string[],
  command: string,
  needs = 'at least one file or folder',
): { paths: string[]; asJson: boolean; faults: string[] } {
  const { paths, flags, faults } = parseArguments(args, { flags: ['--json'], values: [] });
  if (paths.length === 0) faults.push(`${command} needs ${needs}.`);
  return { paths, asJson: flags.has('--json'), faults };
}

/** The value for one of several paths: given once it is for all, given several times it is one for each. */
export function valueFor({ values }: Arguments, name: string, index: number): string | null {
  const given = values.get(name);
  if (given === undefined) return null;
  return given.length === 1 ? given[0] : (given[index] ?? null);
}

function known({ flags, values }: OptionNames): string {
  const names = [...flags, ...values];
  return names.length === 1 ? `is ${names[0]} alone` : `are ${names.join(', ')}`;
}
