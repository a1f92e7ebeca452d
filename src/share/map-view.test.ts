import { expect, test } from 'vitest';
import { INITIAL_VIEW_STATE } from '../model/view-state.ts';
import type { NameMap } from './map-names.ts';
import { mapView } from './map-view.ts';
import { sharedPart } from './view-link.ts';
import type { SharedView } from './view-schema.ts';

const MAP: NameMap = {
  frame: () => 'F',
  file: () => 'f.py',
  mark: () => 'M',
  host: () => 'H',
  profile: () => 'P',
  prose: () => 'T',
  foreign: () => [],
};

test('no name of a view is left when names are replaced, wherever it stands', () => {
  const secret = { name: 'secret_f', file: 'secret.py' };
  const view: SharedView = {
    ...sharedPart(INITIAL_VIEW_STATE),
    allocator: 'secret-host/GPU_0_bfc',
    flame: { ops: [{ kind: 'focus', path: [secret] }, { kind: 'hide', frame: secret }, { kind: 'invert' }], search: 'secret', selected: [secret] },
    dump: { shown: 'secret.prof', order: ['secret.prof'], site: secret },
    allocations: { filter: 'secret', descending: false },
    compare: { alignment: { kind: 'program', name: 'jit_secret' }, focus: [secret], selected: [secret], search: 'secret', tab: 'table' },
    finding: { kind: 'needle', title: 'Arena of secret', allocator: 'secret-host/GPU_0_bfc', moment: 5 },
  };
  const mapped = mapView({ files: ['secret.tar.gz'], view }, MAP);
  expect(JSON.stringify(mapped)).not.toContain('secret');
  expect(mapped.view.compare).toMatchObject({ focus: [{ name: 'F', file: 'f.py' }], alignment: { kind: 'program', name: 'M' }, tab: 'table' });
  expect(mapped.view.finding).toMatchObject({ allocator: 'H/GPU_0_bfc', moment: 5 });
  expect(mapped.view.compare?.focus).toHaveLength(1);
});

test('moments that are called alike in every profile keep their names', () => {
  const view = { ...sharedPart(INITIAL_VIEW_STATE), compare: { alignment: { kind: 'peak' as const, name: 'peak' } } };
  expect(mapView({ files: [], view }, MAP).view.compare?.alignment?.name).toBe('peak');
});
