import type { PointerInput } from '../tool-state.ts';

/** Transitions between the states of a drawing tool. */
export type DrawNext = { readonly to: 'idle' } | { readonly to: 'pointing'; readonly start: PointerInput };
