import { createMachine, type ToolMachine } from '../machine.ts';
import type { ToolContext } from '../tool-state.ts';
import { createIdle } from './idle.ts';
import type { DrawNext } from './next.ts';
import { createPointing } from './pointing.ts';

/** Draws the kind of the workspace's tool: points, lines, polygons and measured shapes. */
export function createDrawTool(context: ToolContext): ToolMachine {
  return createMachine<DrawNext>({ to: 'idle' }, (next) =>
    next.to === 'idle' ? createIdle(context) : createPointing(context, next.start),
  );
}
