/** The view beside a link's data, with the same names replaced. */

import type { AlignmentName, FlameOp, FrameKey } from '../model/view-state.ts';
import type { NameMap } from './map-names.ts';
import type { ViewLink } from './view-link.ts';

/** What was typed (a search, a filter) may hold any name, and is left out. */
export function mapView({ files, view }: ViewLink, map: NameMap): ViewLink {
  const frame = ({ name, file }: FrameKey): FrameKey => ({
    name: map.frame(name),
    file: file === null ? null : map.file(file),
  });
  const op = (step: FlameOp): FlameOp => {
    switch (step.kind) {
      case 'focus':
        return { kind: 'focus', path: step.path.map(frame) };
      case 'hide':
        return { kind: 'hide', frame: frame(step.frame) };
      case 'invert':
        return step;
    }
  };
  const { flame, dump, finding, compare } = view;
  return {
    files: files.map(map.profile),
    view: {
      ...view,
      allocator: view.allocator === null ? null : mapAllocator(view.allocator, map),
      flame: {
        ...flame,
        ...(flame.ops === undefined ? {} : { ops: flame.ops.map(op) }),
        ...(flame.search === undefined ? {} : { search: '' }),
        ...(flame.selected === undefined || flame.selected === null ? {} : { selected: flame.selected.map(frame) }),
      },
      dump: {
        ...dump,
        ...(dump.shown === undefined || dump.shown === null ? {} : { shown: map.profile(dump.shown) }),
        ...(dump.order === undefined ? {} : { order: null }),
        ...(dump.site === undefined || dump.site === null ? {} : { site: frame(dump.site) }),
      },
      allocations: { ...view.allocations, ...(view.allocations.filter === undefined ? {} : { filter: '' }) },
      compare:
        compare === null
          ? null
          : {
              ...compare,
              ...(compare.alignment === undefined || compare.alignment === null
                ? {}
                : { alignment: { ...compare.alignment, name: mapAlignment(compare.alignment, map) } }),
              ...(compare.focus === undefined ? {} : { focus: compare.focus.map(frame) }),
              ...(compare.selected === undefined || compare.selected === null
                ? {}
                : { selected: compare.selected.map(frame) }),
              ...(compare.search === undefined ? {} : { search: '' }),
            },
      finding:
        finding === null
          ? null
          : { ...finding, title: map.prose(finding.title), allocator: mapAllocator(finding.allocator, map) },
    },
  };
}

/** `start` and `peak` are called so in every profile. */
function mapAlignment({ kind, name }: AlignmentName, { mark }: NameMap): string {
  return kind === 'step' || kind === 'program' ? mark(name) : name;
}

/** Ids of allocators say nothing of a program; the host before one does. */
export function mapAllocator(key: string, { host }: NameMap): string {
  const slash = key.lastIndexOf('/');
  return slash < 0 ? key : `${host(key.slice(0, slash))}${key.slice(slash)}`;
}
