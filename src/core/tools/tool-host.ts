import { isDrawing } from '../state/draft-plans.ts';
import { isPicking } from '../state/pick-tools.ts';
import { isAreaSelecting } from '../state/selection-area.ts';
import type { ToolId } from '../state/state.ts';
import { createAreaTool } from './area/area-tool.ts';
import { createDrawTool } from './draw/draw-tool.ts';
import type { ToolMachine } from './machine.ts';
import { createPairTool } from './pair/pair-tool.ts';
import { createPasteTool } from './paste/paste-tool.ts';
import { createPickTool } from './pick/pick-tool.ts';
import { createSelectTool } from './select/select-tool.ts';
import type { PointerInput, ToolContext, ToolKey } from './tool-state.ts';

/** Runs the chosen tool. */
export interface ToolHost {
  readonly stateName: string;
  pointerDown(input: PointerInput): void;
  pointerMove(input: PointerInput): void;
  pointerUp(input: PointerInput): void;
  /** The pointer was cancelled, or a second finger touched. */
  pointerCancel(): void;
  key(key: ToolKey): void;
  /** The workspace's tool is this one. */
  follow(tool: ToolId): void;
}

/** Creates the host with the workspace's active tool. */
export function createToolHost(context: ToolContext): ToolHost {
  const toolOf = (id: ToolId): ToolMachine => {
    if (id === 'pair') return createPairTool(context);
    if (isDrawing(id)) return createDrawTool(context);
    if (isPicking(id)) return createPickTool(context, id);
    if (id === 'paste') return createPasteTool(context);
    return isAreaSelecting(id) ? createAreaTool(context, id) : createSelectTool(context);
  };
  let id = context.views.workspace.tool;
  let tool = toolOf(id);
  return {
    get stateName() {
      return tool.stateName;
    },
    pointerDown: (input) => tool.pointerDown(input),
    pointerMove: (input) => tool.pointerMove(input),
    pointerUp: (input) => tool.pointerUp(input),
    pointerCancel: () => tool.cancelPress(),
    key: (key) => tool.key(key),
    follow(next) {
      if (next === id) return;
      id = next;
      tool.stop();
      tool = toolOf(next);
    },
  };
}
