import type { FeatureKind } from '#domain/drawing/feature.ts';
import { type Draft, type MeasureToolId, measureTools, type ToolId } from './state.ts';

/** What a drawing tool draws. */
export interface DraftPlan {
  readonly shape: Extract<FeatureKind, 'point' | 'polyline' | 'polygon'>;
  /** Vertices needed to finish. */
  readonly min: number;
  /** Finished by itself at this many; Infinity waits for the person. */
  readonly max: number;
}

const plans: Readonly<Record<Draft['tool'], DraftPlan>> = {
  point: { shape: 'point', min: 1, max: 1 },
  polyline: { shape: 'polyline', min: 2, max: Infinity },
  polygon: { shape: 'polygon', min: 3, max: Infinity },
  location: { shape: 'point', min: 1, max: 1 },
  distance: { shape: 'polyline', min: 2, max: Infinity },
  angle: { shape: 'polyline', min: 3, max: 3 },
  area: { shape: 'polygon', min: 3, max: Infinity },
  volume: { shape: 'polygon', min: 3, max: Infinity },
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
