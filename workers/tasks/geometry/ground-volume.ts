import { groundGrid } from '#domain/crs/ground/ground-plane.ts';
import { applyGeoTransform, invertGeoTransform } from '#domain/geometry/plane/affine.ts';
import type { Position } from '#domain/geometry/position.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import { measureVolume } from './measure-volume.ts';
import { inWorld } from './measuring-frame.ts';
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
    return { output: { ...measureVolume(task, context.kernels), nativeCellSize } };
  } catch (error) {
    throw inWorld(error, (x, y) => applyGeoTransform(invertGeoTransform(toFrame)!, x, y));
  }
};
