import {
  CircleDot,
  Crosshair,
  DraftingCompass,
  LandPlot,
  Mountain,
  MousePointer2,
  Pentagon,
  Ruler,
  Spline,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { ToolId } from '#core/state/state.ts';

/** A tool and its icon in the tool strip. */
export interface ToolEntry {
  readonly tool: ToolId;
  readonly icon: ReactNode;
}

/** Tools in groups, in the order of the strip. */
export const toolGroups: readonly (readonly ToolEntry[])[] = [
  [{ tool: 'select', icon: <MousePointer2 /> }],
  [
    { tool: 'point', icon: <CircleDot /> },
    { tool: 'polyline', icon: <Spline /> },
    { tool: 'polygon', icon: <Pentagon /> },
  ],
  [
    { tool: 'location', icon: <Crosshair /> },
    { tool: 'distance', icon: <Ruler /> },
    { tool: 'angle', icon: <DraftingCompass /> },
    { tool: 'area', icon: <LandPlot /> },
    { tool: 'volume', icon: <Mountain /> },
  ],
];
