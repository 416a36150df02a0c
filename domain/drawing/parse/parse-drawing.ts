import { AppError } from '../../errors/app-error.ts';
import { type DrawingDocument, drawingSchemaVersion, type SavedView } from '../document.ts';
import { migrateDrawing, type SavedData } from '../migrations.ts';
import { parseViewState } from '../saved-view.ts';
import { parseCode } from './parse-code.ts';
import { parseFeature } from './parse-feature.ts';
import { parseLayer } from './parse-layer.ts';
import { parseOverlay } from './parse-overlay.ts';
import { badRecord, idOf, isRecord, numberOf, parseList, textOf } from './records.ts';

/**
 * Reads saved data of any known version, checking every record.
 * @throws drawing.not-a-document, drawing.too-new, drawing.bad-record (with the record's place)
 */
export function parseDrawing(saved: unknown): DrawingDocument {
  if (!isRecord(saved)) throw new AppError('drawing.not-a-document', { reason: 'not-an-object' });
  return parseData(migrateDrawing(saved));
}

/** A drawing of a newer program, as far as this one can read it. */
export interface NewerDrawing {
  readonly document: DrawingDocument;
  /** Records that this program cannot read. */
  readonly skipped: number;
}

/**
 * Reads what this program knows of a drawing that a newer one saved, to be shown and never saved.
 * @throws drawing.not-a-document, drawing.bad-record where not even its lists can be read
 */
export function parseNewerDrawing(saved: unknown): NewerDrawing {
  if (!isRecord(saved)) throw new AppError('drawing.not-a-document', { reason: 'not-an-object' });
  let skipped = 0;
  const document = parseData(saved, () => skipped++);
  return { document, skipped };
}

function parseData(data: SavedData, onBad?: (error: AppError) => void): DrawingDocument {
  const layers = parseList(data, 'layers', parseLayer, onBad);
  if (Object.keys(layers).length === 0) {
    throw new AppError('drawing.not-a-document', { reason: 'no-layers' });
  }
  const onLayer = (value: SavedData, place: string) => {
    const feature = parseFeature(value, place);
    const { layerId } = feature;
    if (!Object.hasOwn(layers, layerId)) throw badRecord(place, 'layer-is-missing', { layer: layerId });
    return feature;
  };
  return {
    schemaVersion: drawingSchemaVersion,
    layers,
    features: parseList(data, 'features', onLayer, onBad),
    views: parseList(data, 'views', parseView, onBad),
    codes: parseList(data, 'codes', parseCode, onBad),
    overlays: parseList(data, 'overlays', parseOverlay, onBad),
  };
}

/** Reads one saved view. @throws drawing.bad-record */
export function parseView(value: SavedData, place: string): SavedView {
  return {
    id: idOf(value, place),
    name: textOf(value, 'name', place),
    ...parseViewState(value, place),
    rank: numberOf(value, 'rank', place),
  };
}
