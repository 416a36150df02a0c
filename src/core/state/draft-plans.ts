import type { FeatureKind } from '#domain/drawing/document.ts';
import { type Draft, type MeasureToolId, measureTools, type ToolId } from './state.ts';

/** What a drawing tool draws. */
export interface DraftPlan {
  readonly shape: FeatureKind;
  /** Vertices needed to finish. */
  readonly fewest: number;
  /** Finished by itself at this many; Infinity waits for the person. */
  readonly most: number;
}

const plans: Readonly<Record<Draft['tool'], DraftPlan>> = {
  point: { shape: 'point', fewest: 1, most: 1 },
  polyline: { shape: 'polyline', fewest: 2, most: Infinity },
  polygon: { shape: 'polygon', fewest: 3, most: Infinity },
  location: { shape: 'point', fewest: 1, most: 1 },
  distance: { shape: 'polyline', fewest: 2, most: Infinity },
  angle: { shape: 'polyline', fewest: 3, most: 3 },
  area: { shape: 'polygon', fewest: 3, most: Infinity },
  volume: { shape: 'polygon', fewest: 3, most: Infinity },
};

/** The plan of a drawing tool. */
export function draftPlan(tool: Draft['tool']): DraftPlan {
  return plans[tool];
}

/** Whether a tool draws. */
export function isDrawing(tool: ToolId): tool is Draft['tool'] {
  return tool !== 'select';
}

/** Whether what a tool draws is measured, not kept. */
export function isMeasuring(tool: ToolId): tool is MeasureToolId {
  return (measureTools as readonly ToolId[]).includes(tool);
}
