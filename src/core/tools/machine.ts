import type { PointerInput, ToolKey, ToolState } from './tool-state.ts';

/** A running tool. */
export interface ToolMachine {
  readonly stateName: string;
  pointerDown(input: PointerInput): void;
  pointerMove(input: PointerInput): void;
  pointerUp(input: PointerInput): void;
  key(key: ToolKey): void;
  /** The pointer was cancelled: reverts what a press began. */
  cancelPress(): void;
  /** The tool is deselected: reverts what it began. */
  stop(): void;
}

/** Runs the states of a tool, beginning with `first`. `make` creates the target state of a transition. */
export function createMachine<Next>(first: Next, make: (next: Next) => ToolState<Next>): ToolMachine {
  let state = make(first);
  state.enter?.();

  function go(next: Next | undefined): void {
    if (next === undefined) return;
    state.exit?.();
    state = make(next);
    state.enter?.();
  }

  return {
    get stateName() {
      return state.name;
    },
    pointerDown: (input) => go(state.onPointerDown?.(input)),
    pointerMove: (input) => go(state.onPointerMove?.(input)),
    pointerUp: (input) => go(state.onPointerUp?.(input)),
    key: (key) => go(state.onKey?.(key)),
    cancelPress() {
      if (!state.isResting) go(state.onCancel?.());
    },
    stop() {
      if (!state.isResting) go(state.onCancel?.());
      state.exit?.();
    },
  };
}
