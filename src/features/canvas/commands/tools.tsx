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

/** A tool as the strip shows it. */
export interface ToolFace {
  readonly tool: ToolId;
  readonly icon: ReactNode;
  /** Key that chooses it. */
  readonly shortcut: string;
}

/** Tools in groups, in the order of the strip. */
export const toolGroups: readonly (readonly ToolFace[])[] = [
  [{ tool: 'select', icon: <MousePointer2 />, shortcut: 'V' }],
  [
    { tool: 'point', icon: <CircleDot />, shortcut: 'P' },
    { tool: 'polyline', icon: <Spline />, shortcut: 'L' },
    { tool: 'polygon', icon: <Pentagon />, shortcut: 'G' },
  ],
  [
    { tool: 'location', icon: <Crosshair />, shortcut: 'I' },
    { tool: 'distance', icon: <Ruler />, shortcut: 'D' },
    { tool: 'angle', icon: <DraftingCompass />, shortcut: 'N' },
    { tool: 'area', icon: <LandPlot />, shortcut: 'A' },
    { tool: 'volume', icon: <Mountain />, shortcut: 'M' },
  ],
];
