import { createMachine, type ToolMachine } from '../machine.ts';
import type { ToolContext, ToolState } from '../tool-state.ts';
import { createDraggingVertex } from './dragging-vertex.ts';
import { createIdle } from './idle.ts';
import type { SelectNext } from './next.ts';
import { createPointing } from './pointing.ts';
import { createPressingHandle } from './pressing-handle.ts';

function stateOf(context: ToolContext, next: SelectNext): ToolState<SelectNext> {
  switch (next.to) {
    case 'idle':
      return createIdle(context);
    case 'pointing':
      return createPointing(context, next.start);
    case 'pressing-handle':
      return createPressingHandle(context, next);
    case 'dragging-vertex':
      return createDraggingVertex(context, next);
  }
}

/** Selects features and edits the vertices of the one selected. */
export function createSelectTool(context: ToolContext): ToolMachine {
  return createMachine<SelectNext>({ to: 'idle' }, (next) => stateOf(context, next));
}
