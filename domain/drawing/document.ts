import type { ViewState } from '../view/view-mode.ts';
import type { DrawingFeature } from './feature.ts';
import type { FeatureCode } from './feature-code.ts';
import { type DrawingLayer, layerColours } from './layer.ts';
import type { DrawingOverlay } from './overlay.ts';

/** The form of the document that this program writes. */
export const drawingSchemaVersion = 5;

/** What was looked at, under a name. */
export interface SavedView extends ViewState {
  readonly id: string;
  readonly name: string;
  readonly rank: number;
}

/** A drawing: everything that is saved. */
export interface DrawingDocument {
  readonly schemaVersion: typeof drawingSchemaVersion;
  readonly layers: Readonly<Record<string, DrawingLayer>>;
  readonly features: Readonly<Record<string, DrawingFeature>>;
  readonly views: Readonly<Record<string, SavedView>>;
  readonly codes: Readonly<Record<string, FeatureCode>>;
  readonly overlays: Readonly<Record<string, DrawingOverlay>>;
}

/** A drawing with one layer and nothing on it. */
export function emptyDrawing(layerName: string): DrawingDocument {
  const layer: DrawingLayer = {
    id: 'layer-1',
    name: layerName,
    colour: layerColours[0]!,
    isVisible: true,
    rank: 1,
  };
  return {
    schemaVersion: drawingSchemaVersion,
    layers: { [layer.id]: layer },
    features: {},
    views: {},
    codes: {},
    overlays: {},
  };
}

/** Records by ascending rank, then id. */
export function inRankOrder<R extends { readonly id: string; readonly rank: number }>(
  records: Readonly<Record<string, R>>,
): R[] {
  return Object.values(records).sort((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1));
}

/** A rank behind all of these. */
export function nextRank(records: Readonly<Record<string, { readonly rank: number }>>): number {
  return Object.values(records).reduce((top, { rank }) => Math.max(top, rank), 0) + 1;
}
