import { AppError } from '../../errors/app-error.ts';
import type { AreaOperation } from '../../geometry/path/combine-areas.ts';
import type { OffsetCorner } from '../../geometry/path/offset-raw.ts';
import type { DrawingFeature } from '../feature.ts';
import { bufferFeatures, combineFeatures } from './area-edits.ts';
import { offsetLines } from './line-edits.ts';
import type { EditOutcome, FeatureDraft } from './outcome.ts';

/** An edit that takes long for many vertices; distances in the plane of the coordinates. */
export type HeavyEdit =
  | { readonly kind: 'offset'; readonly distance: number; readonly corner: OffsetCorner }
  | { readonly kind: 'buffer'; readonly distance: number }
  | { readonly kind: 'combine'; readonly operation: AreaOperation };

/**
 * Does an edit, feature by feature where each stands for itself.
 * @param step is awaited after each with the share that is done; what it throws ends the edit
 * @throws what `offsetLines`, `bufferFeatures` and `combineFeatures` throw
 */
export async function runHeavyEdit(
  edit: HeavyEdit,
  features: readonly DrawingFeature[],
  step: (fraction: number) => void | Promise<void>,
): Promise<EditOutcome> {
  if (edit.kind === 'combine') return combineFeatures(features, edit.operation);
  const added: FeatureDraft[] = [];
  for (const [i, feature] of features.entries()) {
    try {
      const outcome =
        edit.kind === 'offset'
          ? offsetLines([feature], edit.distance, edit.corner)
          : bufferFeatures([feature], edit.distance);
      for (const draft of outcome.added ?? []) added.push(draft);
    } catch (error) {
      // Of several features some may vanish.
      if (!(error instanceof AppError && error.code === 'edit.offset-vanishes')) throw error;
    }
    await step((i + 1) / features.length);
  }
  if (added.length === 0) throw new AppError('edit.offset-vanishes');
  return { added };
}
