/** The flame view's part of the state. */

import type { FlameView, ViewState } from '../model/view-state.ts';
import { DEFAULT_FLAME_VIEW } from '../model/view-state.ts';

/** The flame view's choices, the defaults filled in. */
export function flameView({ flame }: Pick<ViewState, 'flame'>): FlameView {
  return { ...DEFAULT_FLAME_VIEW, ...flame };
}

/** What is as by default is left out, so that a link holds choices and nothing else. */
export function withFlame(view: ViewState, change: Partial<FlameView>): ViewState {
  const flame: Partial<FlameView> = { ...view.flame, ...change };
  for (const key of Object.keys(flame) as (keyof FlameView)[]) if (isDefault(flame[key], key)) delete flame[key];
  return { ...view, flame };
}

function isDefault(value: FlameView[keyof FlameView] | undefined, key: keyof FlameView): boolean {
  return value === DEFAULT_FLAME_VIEW[key] || (Array.isArray(value) && key === 'ops' && value.length === 0);
}
