import type { SelectToolId } from '../../state/selection-area.ts';
import { createMachine, type ToolMachine } from '../machine.ts';
import type { ToolContext } from '../tool-state.ts';
import { createDragging } from './dragging.ts';
import { createIdle } from './idle.ts';
import type { AreaNext } from './next.ts';
import { createPointing } from './pointing.ts';

/** Selects features by a box, a polygon or a lasso. */
export function createAreaTool(context: ToolContext, tool: SelectToolId): ToolMachine {
  return createMachine<AreaNext>({ to: 'idle' }, (next) => {
    switch (next.to) {
      case 'idle':
        return createIdle(context, tool);
      case 'pointing':
        return createPointing(context, next.start);
      case 'dragging':
        return createDragging(context, tool, next.start);
    }
  });
}
