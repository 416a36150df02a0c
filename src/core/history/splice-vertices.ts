import { type DrawingFeature, minVertices } from '#domain/drawing/document.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Store } from '../store/store.ts';
import type { OperationEdit } from './edit.ts';

/** Vertices of one feature and their replacement. Numbers are xyz per vertex. */
export interface VertexSplice {
  readonly featureId: string;
  /** Index of the first vertex. */
  readonly index: number;
  readonly removed: readonly number[];
  readonly inserted: readonly number[];
}

interface SpliceEdit extends OperationEdit {
  readonly splice: VertexSplice;
}

/**
 * The edit that replaces `removeCount` vertices by `inserted`; it holds those vertices only. Not applied yet.
 * @throws drawing.unknown-feature, drawing.too-few-vertices
 */
export function spliceVertices(
  store: Store,
  featureId: string,
  index: number,
  removeCount: number,
  inserted: readonly number[],
): OperationEdit {
  const feature = store.views.document.features[featureId];
  if (feature === undefined) throw new AppError('drawing.unknown-feature', { id: featureId });
  const removed = feature.coordinates.slice(3 * index, 3 * (index + removeCount));
  const left = (feature.coordinates.length - removed.length + inserted.length) / 3;
  const min = minVertices[feature.kind];
  if (left < min) {
    const id = feature.name || featureId;
    throw new AppError('drawing.too-few-vertices', { id, kind: feature.kind, fewest: min });
  }
  return editOf(store, { featureId, index, removed, inserted });
}

function editOf(store: Store, splice: VertexSplice): SpliceEdit {
  return {
    kind: 'operation',
    splice,
    byteSize: 64 + 8 * (splice.removed.length + splice.inserted.length),
    apply: () => replace(store, splice, splice.removed.length, splice.inserted),
    revert: () => replace(store, splice, splice.inserted.length, splice.removed),
    dispose: () => undefined,
    join(later) {
      if (!isSplice(later)) return null;
      const next = later.splice;
      const isSamePlace = next.featureId === splice.featureId && next.index === splice.index;
      if (!isSamePlace || next.removed.length !== splice.inserted.length) return null;
      return editOf(store, { ...splice, inserted: next.inserted });
    },
  };
}

function isSplice(edit: OperationEdit): edit is SpliceEdit {
  return 'splice' in edit;
}

function replace(store: Store, splice: VertexSplice, removeCount: number, inserted: readonly number[]): void {
  const feature: DrawingFeature | undefined = store.views.document.features[splice.featureId];
  if (feature === undefined) throw new AppError('drawing.unknown-feature', { id: splice.featureId });
  const from = 3 * splice.index;
  const coordinates = [
    ...feature.coordinates.slice(0, from),
    ...inserted,
    ...feature.coordinates.slice(from + removeCount),
  ];
  store.setRecord('features', splice.featureId, { ...feature, coordinates });
}
