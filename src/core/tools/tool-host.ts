import { isDrawing } from '../commands/draft-plans.ts';
import type { ToolId } from '../store/state.ts';
import { createIdle as createDrawIdle } from './draw/idle.ts';
import { createIdle as createSelectIdle } from './select/idle.ts';
import type { PointerInput, ToolContext, ToolKey, ToolState } from './tool-state.ts';

/** Runs the chosen tool's state machine. */
export interface ToolHost {
  readonly stateName: string;
  pointerDown(input: PointerInput): void;
  pointerMove(input: PointerInput): void;
  pointerUp(input: PointerInput): void;
  /** The pointer was taken away, or a second finger came. */
  pointerCancel(): void;
  /** True where the tool has use for the key. */
  key(key: ToolKey): void;
  /** The workspace's tool changed. */
  follow(tool: ToolId): void;
}

function firstState(tool: ToolId, context: ToolContext): ToolState {
  return isDrawing(tool) ? createDrawIdle(context) : createSelectIdle(context);
}

/** Makes the host in the state of the workspace's tool. */
export function createToolHost(context: ToolContext): ToolHost {
  let tool: ToolId = context.views.workspace.tool;
  let state = firstState(tool, context);

  function go(next: ToolState | undefined): void {
    if (next === undefined || next === state) return;
    state.exit?.();
    state = next;
    state.enter?.();
  }

  return {
    get stateName() {
      return state.name;
    },
    pointerDown: (input) => go(state.onPointerDown?.(input)),
    pointerMove: (input) => go(state.onPointerMove?.(input)),
    pointerUp: (input) => go(state.onPointerUp?.(input)),
    pointerCancel() {
      // Between presses there is nothing to take back: a draft goes on.
      if (!state.name.endsWith('.idle')) go(state.onCancel?.());
    },
    key: (key) => go(state.onKey?.(key)),
    follow(next) {
      if (next === tool) return;
      tool = next;
      if (!state.name.endsWith('.idle')) go(state.onCancel?.());
      go(firstState(tool, context));
    },
  };
}
