import type { PointerInput } from '../tool-state.ts';

/** Transitions between the states of a tool that selects by an area. */
export type AreaNext =
  | { readonly to: 'idle' }
  | { readonly to: 'pointing'; readonly start: PointerInput }
  | { readonly to: 'dragging'; readonly start: PointerInput };
