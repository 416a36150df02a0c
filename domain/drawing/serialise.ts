import { type DrawingDocument, drawingSchemaVersion, inRankOrder } from './document.ts';
import { serialiseView } from './saved-view.ts';

/** A document as JSON data: lists in rank order, missing elevations as null. */
export interface SerialisedDrawing {
  readonly schemaVersion: number;
  readonly layers: readonly Readonly<Record<string, unknown>>[];
  readonly features: readonly Readonly<Record<string, unknown>>[];
  readonly views: readonly Readonly<Record<string, unknown>>[];
  readonly [key: string]: unknown;
}

/** Makes the saved form: plain data that `JSON.stringify` keeps exactly, equal for equal drawings. */
export function serialiseDrawing(document: DrawingDocument): SerialisedDrawing {
  return {
    schemaVersion: drawingSchemaVersion,
    layers: inRankOrder(document.layers).map(({ id, name, colour, lineType, isVisible, rank }) => ({
      id,
      name,
      colour,
      ...(lineType === undefined ? {} : { lineType }),
      isVisible,
      rank,
    })),
    features: inRankOrder(document.features).map(
      ({ id, kind, purpose, layerId, code, name, coordinates, rank }) => ({
        id,
        kind,
        ...(purpose === undefined ? {} : { purpose }),
        layerId,
        code,
        name,
        coordinates: coordinates.map((value) => (Number.isNaN(value) ? null : value)),
        rank,
      }),
    ),
    views: inRankOrder(document.views).map(serialiseView),
  };
}
