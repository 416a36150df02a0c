import type { TerrainWindow } from '../../contract/raster-tasks.ts';

/** Called for every cell that has a height: rise a unit eastwards and northwards, and the cell's index. */
export type GradientVisitor = (east: number, north: number, index: number) => void;

/**
 * Slope of the surface at every cell that has a height, by the weighted differences of its eight
 * neighbours. A neighbour without a height counts as level with the cell.
 * Source: Horn, "Hill shading and the reflectance map" (1981), equations for p and q.
 */
export function visitGradients(terrain: TerrainWindow, exaggeration: number, visit: GradientVisitor): void {
  const { width, height, heights, cellX, cellY } = terrain;
  const stride = width + 2;
  const scaleX = exaggeration / (8 * cellX);
  const scaleY = exaggeration / (8 * cellY);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = (row + 1) * stride + column + 1;
      const centre = heights[at]!;
      if (Number.isNaN(centre)) continue;
      const level = (index: number) => {
        const value = heights[index]!;
        return Number.isNaN(value) ? centre : value;
      };
      const northWest = level(at - stride - 1);
      const northEast = level(at - stride + 1);
      const southWest = level(at + stride - 1);
      const southEast = level(at + stride + 1);
      const east = northEast + 2 * level(at + 1) + southEast - (northWest + 2 * level(at - 1) + southWest);
      const north =
        northWest + 2 * level(at - stride) + northEast - (southWest + 2 * level(at + stride) + southEast);
      visit(east * scaleX, north * scaleY, row * width + column);
    }
  }
}
