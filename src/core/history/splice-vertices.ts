import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { spliceFeature } from '#domain/drawing/splice.ts';
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
  /** Arcs before the change; null where the feature has none. */
  readonly bulges: readonly number[] | null;
}

interface SpliceEdit extends OperationEdit {
  readonly splice: VertexSplice;
}

/**
 * The edit that replaces `removeCount` vertices by `inserted`; it holds those vertices only, and the feature's arcs. Not
 * applied yet.
 * @throws drawing.unknown-feature, and what `spliceFeature` throws
 */
export function spliceVertices(
  store: Store,
  featureId: string,
  index: number,
  removeCount: number,
  inserted: readonly number[],
): OperationEdit {
  const feature = requireFeature(store, featureId);
  const removed = feature.coordinates.slice(3 * index, 3 * (index + removeCount));
  spliceFeature(feature, index, removeCount, inserted);
  return editOf(store, { featureId, index, removed, inserted, bulges: feature.bulges ?? null });
}

function requireFeature(store: Store, id: string): DrawingFeature {
  const feature = store.views.document.features[id];
  if (feature === undefined) throw new AppError('drawing.unknown-feature', { id });
  return feature;
}

function editOf(store: Store, splice: VertexSplice): SpliceEdit {
  const { featureId, index, removed, inserted, bulges } = splice;
  return {
    kind: 'operation',
    splice,
    byteSize: 64 + 8 * (removed.length + inserted.length + (bulges?.length ?? 0)),
    apply: () =>
      set(store, spliceFeature(requireFeature(store, featureId), index, removed.length / 3, inserted)),
    revert() {
      const before = spliceFeature(requireFeature(store, featureId), index, inserted.length / 3, removed);
      set(store, bulges === null ? before : { ...before, bulges });
    },
    dispose: () => undefined,
    join(later) {
      if (!isSplice(later)) return null;
      const next = later.splice;
      const isSamePlace = next.featureId === featureId && next.index === index;
      if (!isSamePlace || next.removed.length !== inserted.length) return null;
      return editOf(store, { ...splice, inserted: next.inserted });
    },
  };
}

function isSplice(edit: OperationEdit): edit is SpliceEdit {
  return 'splice' in edit;
}

function set(store: Store, feature: DrawingFeature): void {
  store.setRecords([{ table: 'features', id: feature.id, record: feature }]);
}
