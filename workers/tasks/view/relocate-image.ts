import { readCrs } from '#domain/crs/read-crs.ts';
import { createTransform, endsAt, type TransformEnd } from '#domain/crs/transform.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { applyGeoTransform } from '#domain/geometry/plane/affine.ts';
import { relocatedExtent, warpGrid } from '#domain/warp/image-warp.ts';
import type { TaskHandler } from '../../contract/handler.ts';

/** The two systems with the shifts at the image's middle, or unshifted where a datum has none: then it is missing. */
function endsOf(
  from: TransformEnd,
  to: TransformEnd,
  middle: readonly number[],
): readonly [TransformEnd, TransformEnd] {
  try {
    return endsAt(from, to, middle);
  } catch (error) {
    if (error instanceof AppError && error.code === 'crs.shift-unknown') return [from, to];
    throw error;
  }
}

/** Compares an image's coordinate system with the one it is drawn in. */
export const relocateImage: TaskHandler<'view.relocateImage'> = async (input) => {
  const { geotransform, width, height } = input;
  const nothing = { output: { moved: null, isShiftMissing: false }, transfer: [] };
  if (input.from.length === 0 || input.to.length === 0) return nothing;
  const [own, target] = [await readCrs([...input.from]), await readCrs([...input.to])];
  if (!own.definition?.horizontal || !target.definition?.horizontal) return nothing;
  if (own.kind === 'engineering' || target.kind === 'engineering') return nothing;
  const [from, to] = endsOf(
    { horizontal: own.definition.horizontal, vertical: null },
    { horizontal: target.definition.horizontal, vertical: null },
    applyGeoTransform(geotransform, width / 2, height / 2),
  );
  const relocation = { from, to, geotransform, width, height };
  const extent = relocatedExtent(relocation);
  const isShiftMissing = createTransform(relocation.from, relocation.to).isDatumShiftMissing;
  return { output: { moved: extent && { relocation, extent }, isShiftMissing }, transfer: [] };
};

/** The source positions of an area's pixels. */
export const gridOfArea: TaskHandler<'view.warpGrid'> = ({ relocation, area }) => {
  const output = warpGrid(relocation, area);
  return { output, transfer: [output.nodes.buffer] };
};
