import type { DrawingFeature } from '#domain/drawing/feature.ts';
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
