import type { TerrainTexels } from '#domain/view/terrain-tile.ts';

/** Tasks that prepare data for the picture. Inputs may be, outputs are handed over. */
export interface ViewTasks {
  /** `prepareTerrainTile` on `size`² elevations, NaN where there is none. */
  'view.prepareTerrain': {
    input: { values: Float32Array<ArrayBuffer>; size: number; cellWidth: number; cellHeight: number };
    output: TerrainTexels;
  };
}
