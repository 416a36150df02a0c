import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { combinedScale } from '../../measure/ground.ts';
import type { EditorContext } from '../editor-context.ts';

/** What an edit works with beside the selected features and its payload. */
export interface EditTools {
  /** Horizontal units in one vertical unit. */
  readonly zFactor: number;
  /** What a typed length of 1 is in the plane of the coordinates. */
  readonly lengthFactor: number;
}

export function toolsOf(
  { store, ground, zFactor }: EditorContext,
  features: readonly DrawingFeature[],
): EditTools {
  const isOnGround = store.views.workspace.entry.lengths === 'ground';
  return { zFactor, lengthFactor: isOnGround ? combinedScale(ground, features[0]!.coordinates) : 1 };
}
