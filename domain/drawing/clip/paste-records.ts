import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import { type DrawingDocument, nextRank } from '../document.ts';
import type { DrawingFeature } from '../feature.ts';
import type { FeatureCode } from '../feature-code.ts';
import type { DrawingLayer } from '../layer.ts';
import type { DrawingClip } from './drawing-clip.ts';

/** What pasting adds to a document. */
export interface PastedRecords {
  readonly features: readonly DrawingFeature[];
  /** Layers that the document does not have by name. */
  readonly layers: readonly DrawingLayer[];
  /** Layers of the document that are shown, since features come onto them. */
  readonly shown: readonly DrawingLayer[];
  /** Entries of codes that the document does not have. */
  readonly codes: readonly FeatureCode[];
  readonly notes: readonly ErrorRecord[];
}

/**
 * The records that copied features become in a document, with ids and ranks of their own. Layers and codes that the
 * document has by name stay as they are there; where they look different this is told. Layers come unlocked and shown.
 * @param features those of the clip in the system of the document
 * @throws drawing.layer-locked
 */
export function pastedRecords(
  clip: Pick<DrawingClip, 'layers' | 'codes'>,
  features: readonly DrawingFeature[],
  document: Pick<DrawingDocument, 'layers' | 'features' | 'codes'>,
  createId: () => string,
): PastedRecords {
  const used = new Set(features.map(({ layerId }) => layerId));
  const ids = new Map<string, string>();
  const layers: DrawingLayer[] = [];
  const shown: DrawingLayer[] = [];
  let changedLayers = 0;
  let layerRank = nextRank(document.layers);
  for (const layer of Object.values(clip.layers)) {
    if (!used.has(layer.id)) continue;
    const own = Object.values(document.layers).find(({ name }) => name === layer.name);
    if (own?.isLocked) throw new AppError('drawing.layer-locked', { name: own.name });
    if (own) {
      ids.set(layer.id, own.id);
      if (!own.isVisible) shown.push(own);
      if (lookOf(own) !== lookOf(layer)) changedLayers++;
      continue;
    }
    const { isLocked: _, ...rest } = layer;
    const added = { ...rest, id: createId(), isVisible: true, rank: layerRank++ };
    ids.set(layer.id, added.id);
    layers.push(added);
  }
  const known = new Map(Object.values(document.codes).map((entry) => [entry.code.toLowerCase(), entry]));
  let codeRank = nextRank(document.codes);
  const codes: FeatureCode[] = [];
  let changedCodes = 0;
  for (const entry of Object.values(clip.codes)) {
    const own = known.get(entry.code.toLowerCase());
    if (own === undefined) codes.push({ ...entry, id: createId(), rank: codeRank++ });
    else if (meaningOf(own) !== meaningOf(entry)) changedCodes++;
  }
  let rank = nextRank(document.features);
  return {
    features: features.map((feature) => {
      return { ...feature, id: createId(), layerId: ids.get(feature.layerId)!, rank: rank++ };
    }),
    layers,
    shown,
    codes,
    notes: [
      ...(changedLayers === 0
        ? []
        : [{ code: 'clip.layers-kept', params: { count: changedLayers } } as const]),
      ...(changedCodes === 0 ? [] : [{ code: 'clip.codes-kept', params: { count: changedCodes } } as const]),
    ],
  };
}

function lookOf({ colour, lineType, lineWeight, transparency }: DrawingLayer): string {
  return JSON.stringify([colour, lineType ?? 'solid', lineWeight ?? null, transparency ?? 0]);
}

function meaningOf({ id: _, rank: __, ...entry }: FeatureCode): string {
  return JSON.stringify(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Records shifted in plan. */
export function shiftedRecords(records: PastedRecords, dx: number, dy: number): PastedRecords {
  const features = records.features.map((feature) => ({
    ...feature,
    coordinates: feature.coordinates.map((value, i) => value + (i % 3 === 0 ? dx : i % 3 === 1 ? dy : 0)),
  }));
  return { ...records, features };
}
