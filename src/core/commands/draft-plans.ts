import type { FeatureKind } from '#domain/drawing/document.ts';
import type { Draft, ToolId } from '../store/state.ts';

/** What a drawing tool draws. */
export interface DraftPlan {
  readonly shape: FeatureKind;
  /** Vertices needed to finish. */
  readonly fewest: number;
  /** Finished by itself at this many; Infinity waits for the person. */
  readonly most: number;
  /** False: what is drawn is measured, not kept. */
  readonly isFeature: boolean;
}

const plans: Readonly<Record<Draft['tool'], DraftPlan>> = {
  point: { shape: 'point', fewest: 1, most: 1, isFeature: true },
  polyline: { shape: 'polyline', fewest: 2, most: Infinity, isFeature: true },
  polygon: { shape: 'polygon', fewest: 3, most: Infinity, isFeature: true },
  location: { shape: 'point', fewest: 1, most: 1, isFeature: false },
  distance: { shape: 'polyline', fewest: 2, most: Infinity, isFeature: false },
  angle: { shape: 'polyline', fewest: 3, most: 3, isFeature: false },
  area: { shape: 'polygon', fewest: 3, most: Infinity, isFeature: false },
  volume: { shape: 'polygon', fewest: 3, most: Infinity, isFeature: false },
};

/** The plan of a drawing tool. */
export function draftPlan(tool: Draft['tool']): DraftPlan {
  return plans[tool];
}

/** Whether a tool draws. */
export function isDrawing(tool: ToolId): tool is Draft['tool'] {
  return tool !== 'select';
}
