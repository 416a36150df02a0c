import type { Handle } from '../../scene/handles.ts';
import type { PointerInput } from '../tool-state.ts';

/** A press on a handle of a feature. */
export interface HandlePress {
  readonly featureId: string;
  readonly handle: Handle;
  readonly start: PointerInput;
}

/** Transitions between the states of the select tool. */
export type SelectNext =
  | { readonly to: 'idle' }
  | { readonly to: 'pointing'; readonly start: PointerInput }
  | ({ readonly to: 'pressing-handle' } & HandlePress)
  | ({ readonly to: 'dragging-vertex' } & HandlePress);
