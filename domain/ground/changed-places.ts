import type { Rect } from '../geometry/grid.ts';
import { cornerOffset, type Facets } from './facets.ts';

/** Points in a cell of the plan, about. */
const pointsPerCell = 16;
const cornersAround = 4;

/** Tells which points lie at facets that are new since the last surface; all, at the first. */
export interface ChangedPlaces {
  /**
   * @param surface the last one with some more ground points
   * @param isGround points that are left out
   * @returns points in the order of the candidates: all in changed facets, and some beside
   */
  within(surface: Facets, isGround: Uint8Array): Uint32Array;
}

/**
 * Follows the changes of a surface. Points put into a Delaunay triangulation change only the facets that they become
 * corners of; the corners around are new wherever their heights move.
 * @param candidates points that may be asked for
 */
export function createChangedPlaces(xyz: Float64Array, candidates: Uint32Array, bounds: Rect): ChangedPlaces {
  const { minX, minY, maxX, maxY } = bounds;
  const area = Math.max((maxX - minX) * (maxY - minY), Number.MIN_VALUE);
  const cell = Math.max(
    Math.sqrt((pointsPerCell * area) / candidates.length),
    Math.max(maxX - minX, maxY - minY) / candidates.length,
  );
  const width = Math.floor((maxX - minX) / cell) + 1;
  const height = Math.floor((maxY - minY) / cell) + 1;
  const columnOf = (x: number) => Math.min(Math.max(Math.floor((x - minX) / cell), 0), width - 1);
  const rowOf = (y: number) => Math.min(Math.max(Math.floor((y - minY) / cell), 0), height - 1);
  const cells = new Uint32Array(candidates.length);
  for (let k = 0; k < candidates.length; k++) {
    const at = candidates[k]! * 3;
    cells[k] = rowOf(xyz[at + 1]!) * width + columnOf(xyz[at]!);
  }
  const isKnown = new Uint8Array(Math.floor(xyz.length / 3));
  const isChanged = new Uint8Array(width * height).fill(1);
  let corners: Float64Array | undefined;

  function markFacet(facets: Facets, triangle: number): void {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let k = 0; k < 3; k++) {
      const at = cornerOffset(facets, triangle * 3 + k);
      const [x, y] = [facets.points[at]!, facets.points[at + 1]!];
      west = Math.min(west, x);
      south = Math.min(south, y);
      east = Math.max(east, x);
      north = Math.max(north, y);
    }
    for (let row = rowOf(south); row <= rowOf(north); row++)
      isChanged.fill(1, row * width + columnOf(west), row * width + columnOf(east) + 1);
  }

  function markChanged(surface: Facets): void {
    const { ground, points, mesh } = surface;
    const around = points.slice(ground.length * 3);
    const isNew = new Uint8Array(ground.length + cornersAround);
    for (let k = 0; k < ground.length; k++) {
      isNew[k] = 1 - isKnown[ground[k]!]!;
      isKnown[ground[k]!] = 1;
    }
    for (let k = 0; k < cornersAround; k++)
      if (corners && corners[k * 3 + 2] !== around[k * 3 + 2]) isNew[ground.length + k] = 1;
    if (corners) {
      isChanged.fill(0);
      for (let edge = 0; edge < mesh.triangles.length; edge++)
        if (isNew[mesh.order[mesh.triangles[edge]!]!] === 1) markFacet(surface, Math.floor(edge / 3));
    }
    corners = around;
  }

  return {
    within(surface, isGround) {
      markChanged(surface);
      const found = new Uint32Array(candidates.length);
      let count = 0;
      for (let k = 0; k < candidates.length; k++)
        if (isChanged[cells[k]!] === 1 && isGround[candidates[k]!] === 0) found[count++] = candidates[k]!;
      return found.subarray(0, count);
    },
  };
}
