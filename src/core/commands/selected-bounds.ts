import type { Bounds3 } from '#domain/math/bounds.ts';
import { maxOf, minOf } from '#domain/math/extremes.ts';
import { rectOf } from '../measure/rect-of.ts';
import type { EditorContext } from './editor-context.ts';

/** Box round flat coordinates; vertices without an elevation take the terrain's. */
export function boundsOf({ ports }: EditorContext, coordinates: readonly number[]): Bounds3 {
  const rect = rectOf(coordinates);
  const heights: number[] = [];
  for (let i = 0; i < coordinates.length; i += 3) {
    const own = coordinates[i + 2]!;
    heights.push(
      Number.isNaN(own) ? ports.viewport.terrainElevation(coordinates[i]!, coordinates[i + 1]!) : own,
    );
  }
  const known = heights.filter((z) => !Number.isNaN(z));
  const level = ports.viewport.camera.target[2];
  const low = known.length > 0 ? minOf(known) : level;
  const high = known.length > 0 ? maxOf(known) : level;
  const pad = Math.max((rect.maxX - rect.minX) * 0.2, (rect.maxY - rect.minY) * 0.2, 2);
  return { min: [rect.minX - pad, rect.minY - pad, low], max: [rect.maxX + pad, rect.maxY + pad, high] };
}
