/** What a link may say of a view, field by field. The types keep it in step with `model/view-state.ts`. */

import { ALLOCATION_COLUMNS } from '../model/allocation-rows.ts';
import type { AllocationName } from '../model/allocation-rows.ts';
import { FINDING_KINDS } from '../model/finding.ts';
import type {
  AlignmentName,
  AllocationsView,
  BlocksView,
  CompareView,
  DumpView,
  FindingName,
  FlameOp,
  FlameView,
  FrameKey,
  TimeRange,
  ViewState,
} from '../model/view-state.ts';
import { DELTA_COLUMNS } from '../model/view-state.ts';
import { flag, list, number, object, oneOf, orNull, some, text, Unfit } from './checked.ts';
import type { Check } from './checked.ts';

/** Names are as long as a program makes them; a search is typed. */
const NAME = text(1000);
const TYPED = text(500);
const MOST_FRAMES = 300;
const MOST_OPS = 50;
const MOST_DUMPS = 2000;
const MOST_STEPS = 10;

const range: Check<TimeRange> = (value) => {
  const found = object<TimeRange>({ from: number, to: number })(value);
  if (!(found.from < found.to)) throw new Unfit();
  return found;
};

const frame = object<FrameKey>({ name: NAME, file: orNull(NAME) });
const path = list(frame, MOST_FRAMES);

const op: Check<FlameOp> = (value) => {
  const { kind } = object<{ kind: FlameOp['kind'] }>({ kind: oneOf('focus', 'hide', 'invert') })(value);
  switch (kind) {
    case 'focus':
      return { kind, ...object<{ path: FrameKey[] }>({ path })(value) };
    case 'hide':
      return { kind, ...object<{ frame: FrameKey }>({ frame })(value) };
    case 'invert':
      return { kind };
  }
};

const flame = some<FlameView>({
  what: oneOf('alive', 'alive-at-peak', 'allocated', 'retained'),
  grouping: oneOf('stack', 'call-site', 'program', 'class'),
  width: oneOf('held', 'requested'),
  foldsInternals: flag,
  ops: list(op, MOST_OPS),
  search: TYPED,
  selected: orNull(path),
  asList: flag,
});

const dump = some<DumpView>({
  shown: orNull(NAME),
  sampleType: orNull(NAME),
  order: orNull(list(NAME, MOST_DUMPS)),
  tab: orNull(oneOf('growth', 'flame', 'functions', 'dumps')),
  functions: oneOf('user', 'project', 'leaf', 'cumulative'),
  growth: orNull(oneOf('neverShrinks', 'grown', 'shrunk')),
  growthBy: oneOf('user', 'project'),
  seriesShows: oneOf('total', 'change'),
  site: orNull(frame),
});

const blocks = some<BlocksView>({ coloring: oneOf('call-site', 'program', 'class', 'size'), startsAtZero: flag });

const allocations = some<AllocationsView>({ sort: oneOf(...ALLOCATION_COLUMNS), descending: flag, filter: TYPED });

const address: Check<string> = (value) => {
  const found = text(18)(value);
  if (!/^0x[0-9a-f]{1,16}$/.test(found)) throw new Unfit();
  return found;
};

const selected = object<AllocationName>({ start: orNull(number), end: orNull(number), address });

const finding = object<FindingName>({
  kind: oneOf(...FINDING_KINDS),
  title: NAME,
  allocator: NAME,
  moment: number,
});

const alignment = object<AlignmentName>({ kind: oneOf('start', 'peak', 'step', 'program'), name: NAME });

const compare = some<CompareView>({
  swapped: flag,
  alignment: orNull(alignment),
  range: orNull(range),
  grouping: orNull(oneOf('stack', 'call-site', 'program', 'class')),
  amounts: oneOf('bytes', 'share'),
  tab: oneOf('flame', 'table', 'findings'),
  focus: path,
  search: TYPED,
  selected: orNull(path),
  sort: oneOf(...DELTA_COLUMNS),
  descending: flag,
});

/** All but the theme, which is the reader's own. */
export type SharedView = Omit<ViewState, 'theme'>;

export const sharedView: Check<Partial<SharedView>> = some<SharedView>({
  allocator: orNull(NAME),
  total: flag,
  range: orNull(range),
  trail: list(range, MOST_STEPS),
  fitsSizes: flag,
  asXprof: flag,
  cursor: orNull(number),
  lower: oneOf('flame', 'blocks', 'allocations', 'steps'),
  flame,
  dump,
  blocks,
  allocations,
  selected: orNull(selected),
  finding: orNull(finding),
  compare: orNull(compare),
});
