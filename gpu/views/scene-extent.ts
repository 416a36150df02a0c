import type { Bounds3 } from '#domain/math/bounds.ts';
import { createBounds } from '#domain/math/bounds.ts';
import { maxOf } from '#domain/math/extremes.ts';
import { type CameraState, cameraFrame, cornersOf } from '#domain/view/camera.ts';
import type { LayerView } from '../layers/layer-view.ts';

type Layers = Iterable<LayerView>;

/** Box around the selected visible layers; null for none. */
export function boundsOf(
  layers: Layers,
  isMeant: (layer: LayerView) => boolean = () => true,
): Bounds3 | null {
  const around = createBounds();
  for (const layer of layers) {
    const { bounds } = layer.facts;
    if (!layer.isVisible || !bounds || !isMeant(layer)) continue;
    around.join(bounds);
  }
  const { min, max } = around.bounds();
  return min[0] <= max[0] ? { min, max } : null;
}

/** Range of a value over the selected visible layers, by default all but TINs. */
export function rangeOf(
  layers: Layers,
  of: 'elevationRange' | 'intensityRange' | 'timeRange',
  isMeant: (layer: LayerView) => boolean = (layer) => layer.kind !== 'tin',
): readonly [number, number] | null {
  let low = Infinity;
  let high = -Infinity;
  for (const layer of layers) {
    const range = layer.isVisible && isMeant(layer) ? layer.facts[of] : null;
    if (!range) continue;
    low = Math.min(low, range[0]);
    high = Math.max(high, range[1]);
  }
  return low <= high ? [low, high] : null;
}

/** Maximum distance of a box before or behind a camera's target along the view direction, display space. */
export function reachOf(bounds: Bounds3 | null, camera: CameraState, exaggeration: number): number {
  if (!bounds) return 1;
  const { forward } = cameraFrame(camera, exaggeration);
  const [x, y, z] = camera.target;
  const depths = cornersOf(bounds).map(
    (corner) =>
      (corner[0] - x) * forward[0] +
      (corner[1] - y) * forward[1] +
      (corner[2] - z) * exaggeration * forward[2],
  );
  return maxOf(depths.map(Math.abs));
}

/** Maximum distance of places in plan outside a box; 0 where they are inside. */
export function reachBeyond(
  { min, max }: Bounds3,
  places: readonly (readonly [x: number, y: number])[],
): number {
  return Math.max(0, maxOf(places.flatMap(([x, y]) => [min[0] - x, x - max[0], min[1] - y, y - max[1]])));
}
