import { applyGeoTransform, invertGeoTransform } from '../geometry/plane/affine.ts';
import { placer, type Relocation } from './image-warp.ts';
import type { RelocatedExtent } from './warp-extent.ts';

/** Source pixels per target pixel along the source's rows and columns, at the centre of the target. */
export function filterScale(relocation: Relocation, frame: RelocatedExtent): [x: number, y: number] {
  const back = placer(relocation.to, relocation.from);
  const toPixel = invertGeoTransform(relocation.geotransform);
  if (!toPixel) return [1, 1];
  const { west, north, cellSize, width, height } = frame;
  const pixelAt = (u: number, v: number) => {
    const place = back(west + (width / 2 + u) * cellSize, north - (height / 2 + v) * cellSize);
    return applyGeoTransform(toPixel, ...place);
  };
  const [centre, right, below] = [pixelAt(0, 0), pixelAt(1, 0), pixelAt(0, 1)];
  const along = (axis: 0 | 1) => Math.hypot(right[axis] - centre[axis], below[axis] - centre[axis]);
  const scale: [number, number] = [along(0), along(1)];
  return scale.every(Number.isFinite) ? scale : [1, 1];
}
