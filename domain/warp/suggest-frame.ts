import { AppError } from '../errors/app-error.ts';
import { applyGeoTransform } from '../geometry/plane/affine.ts';
import { clamp } from '../math/clamp.ts';
import { placer, type Relocation } from './image-warp.ts';
import type { RelocatedExtent } from './warp-extent.ts';

/** Sampling of the image's edges: one point every so many pixels, within these bounds. */
const pixelsPerStep = 50;
const steps = { least: 20, most: 100 } as const;

function stepCount({ width, height }: Relocation): number {
  const wanted = Math.floor(Math.min(width, height) / pixelsPerStep + 0.5);
  return clamp(wanted, steps.least, steps.most);
}

/** Pixel positions on the edges, or all over the image; the first corner first, the opposite one last. */
function positions(relocation: Relocation, isEverywhere: boolean): [number, number][] {
  const { width, height } = relocation;
  const count = stepCount(relocation);
  const found: [number, number][] = [];
  for (let row = 0; row <= count; row++) {
    for (let column = 0; column <= count; column++) {
      const isEdge = row % count === 0 || column % count === 0;
      if (isEdge || isEverywhere) found.push([(column / count) * width, (row / count) * height]);
    }
  }
  return found;
}

/**
 * The north-up raster of an image reprojected to another CRS: the bounding box of its outline, with square pixels of
 * `cellSize` or, where that is null, of the size that keeps the number of pixels along the diagonal. Grid origin and
 * size are those suggested by GDAL's warper (`GDALSuggestedWarpOutput2`, GDAL 3.6): the box is first rounded to whole
 * pixels of the size that keeps the diagonal. Throws `crs.transform-not-finite` where no part of the image can be
 * transformed.
 */
export function suggestFrame(relocation: Relocation, cellSize: number | null): RelocatedExtent {
  const { geotransform, width, height } = relocation;
  const place = placer(relocation.from, relocation.to);
  const placesOf = (isEverywhere: boolean) =>
    positions(relocation, isEverywhere).map(([x, y]) => place(...applyGeoTransform(geotransform, x, y)));
  const isPlace = ([x, y]: readonly [number, number]) => Number.isFinite(x) && Number.isFinite(y);
  const outline = placesOf(false);
  const places = (outline.every(isPlace) ? outline : placesOf(true)).filter(isPlace);
  if (places.length < 2) {
    const [x, , , y] = geotransform;
    throw new AppError('crs.transform-not-finite', {
      index: 0,
      x,
      y,
      from: relocation.from.horizontal?.name ?? '',
      to: relocation.to.horizontal?.name ?? '',
    });
  }
  const pick = (axis: 0 | 1, choose: (...values: number[]) => number) =>
    places.reduce((found, at) => choose(found, at[axis]), places[0]![axis]);
  const [west, north] = [pick(0, Math.min), pick(1, Math.max)];
  const [first, last] = [places[0]!, places.at(-1)!];
  const own = Math.hypot(last[0] - first[0], last[1] - first[1]) / Math.hypot(width, height);
  const whole = (length: number, size: number) => Math.max(1, Math.floor(length / size + 0.5));
  const across = whole(pick(0, Math.max) - west, own);
  const down = whole(north - pick(1, Math.min), own);
  if (cellSize === null) return { west, north, cellSize: own, width: across, height: down };
  return {
    west,
    north,
    cellSize,
    width: whole(across * own, cellSize),
    height: whole(down * own, cellSize),
  };
}
