import { groundGrid } from '#domain/crs/ground/ground-plane.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { applyGeoTransform, type GeoTransform, invertGeoTransform } from '#domain/geometry/plane/affine.ts';
import type { Position } from '#domain/geometry/position.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import { measureRequest } from './measure-volume.ts';
import { readPart } from './surface-part.ts';

/** See `geometry.groundVolume` in the task map. */
export const groundVolume: TaskHandler<'geometry.groundVolume'> = async (request, context) => {
  const { part, at, ring, choice, accuracy } = request;
  const { grid, nativeCellSize, pointSpacing } = await readPart(part, context);
  const { grid: onGround, toFrame } = groundGrid(grid, null, at);
  const corners: Position[] = [];
  for (let i = 0; i < ring.length; i += 3) {
    corners.push(applyGeoTransform(toFrame, ring[i]!, ring[i + 1]!));
  }
  const scale = onGround.cellSize / grid.cellSize;
  const task = {
    surface: { kind: 'grid', grid: onGround },
    base: { kind: 'polygon', choice },
    polygon: [corners],
    accuracy: {
      cellSize: nativeCellSize * scale,
      ...(pointSpacing === null ? {} : { pointSpacing: pointSpacing * scale }),
      ...accuracy,
    },
  } as const;
  try {
    return { output: { ...measureRequest(task, context.kernels), nativeCellSize } };
  } catch (error) {
    throw inWorld(toFrame, error);
  }
};

/** An error that names a place of the ground's plane, with that place in the coordinates of the system. */
function inWorld(toFrame: GeoTransform, error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'geometry.base-off-surface') return error;
  const back = invertGeoTransform(toFrame)!;
  const [x, y] = applyGeoTransform(back, Number(error.params['x']), Number(error.params['y']));
  return new AppError(error.code, { ...error.params, x: Number(x.toFixed(6)), y: Number(y.toFixed(6)) });
}
