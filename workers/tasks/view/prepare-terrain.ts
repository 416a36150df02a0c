import { prepareTerrainTile } from '#domain/view/terrain-tile.ts';
import type { TaskHandler } from '../../contract/handler.ts';

/** Heights, slopes and mask of a tile of terrain, ready for the device. */
export const prepareTerrain: TaskHandler<'view.prepareTerrain'> = ({
  values,
  size,
  cellWidth,
  cellHeight,
  beyond,
}) => {
  const output = prepareTerrainTile(values, size, cellWidth, cellHeight, beyond);
  return { output, transfer: [output.heights.buffer, output.slopes.buffer, output.mask.buffer] };
};
