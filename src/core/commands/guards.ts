import type { DrawingFeature } from '#domain/drawing/feature.ts';
import type { DrawingLayer } from '#domain/drawing/layer.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Store, StoreViews } from '../store/store.ts';

/** Whether the drawing may be changed now: it was read, and the user may write. */
export function canEdit(views: StoreViews): boolean {
  const { kind } = views.status.save;
  return kind !== 'loading' && kind !== 'read-only';
}

/** A feature by id. Throws drawing.unknown-feature. */
export function featureOf(store: Store, id: string): DrawingFeature {
  const feature = store.views.document.features[id];
  if (feature === undefined) throw new AppError('drawing.unknown-feature', { id });
  return feature;
}

/** A layer by id. Throws drawing.unknown-layer. */
export function layerOf(store: Store, id: string): DrawingLayer {
  const layer = store.views.document.layers[id];
  if (layer === undefined) throw new AppError('drawing.unknown-layer', { id });
  return layer;
}

/** A layer that features may be put on, changed on and taken from. Throws drawing.unknown-layer, drawing.layer-locked. */
export function requireUnlocked(store: Store, layerId: string): DrawingLayer {
  const layer = layerOf(store, layerId);
  if (layer.isLocked) throw new AppError('drawing.layer-locked', { name: layer.name });
  return layer;
}

/** A feature that may be changed. Throws drawing.unknown-feature, drawing.layer-locked. */
export function changeableFeature(store: Store, id: string): DrawingFeature {
  const feature = featureOf(store, id);
  requireUnlocked(store, feature.layerId);
  return feature;
}
