import { type Grid, type GridFrame, gridRect } from '../../geometry/grid/grid.ts';
import { chooseThreshold, measureRightTriangles, triangulate } from '../../geometry/tin/right-triangles.ts';

/** A decimated surface. Positions are relative to `origin`, in the units of the grid. */
export interface SurfaceMesh {
  readonly positions: Float32Array<ArrayBuffer>;
  /** Place of each vertex in the frame of the texture, u to the right, v down, 0 to 1. */
  readonly places: Float32Array<ArrayBuffer>;
  readonly triangles: Uint32Array<ArrayBuffer>;
  /** World coordinates of the positions' zero: whole units. */
  readonly origin: readonly [number, number, number];
  /** Greatest departure that decimation allowed itself, vertical unit, and the cell it began from. */
  readonly tolerance: number;
  readonly cellSize: number;
}

export interface SurfaceMeshOptions {
  /** Departures below this are not worth a vertex, vertical unit. */
  readonly least: number;
  readonly maxVertices: number;
  /** Cells of the texture. */
  readonly texture: GridFrame;
}

/** Every second cell of a grid, from the first. */
function thin(grid: Grid): Grid {
  const [width, height] = [Math.ceil(grid.width / 2), Math.ceil(grid.height / 2)];
  const values = new Float32Array(width * height);
  for (let cell = 0; cell < values.length; cell++) {
    values[cell] = grid.values[2 * Math.floor(cell / width) * grid.width + 2 * (cell % width)]!;
  }
  return { ...grid, width, height, cellSize: 2 * grid.cellSize, values };
}

/** The grid in the corner of a square of a power of two of cells, the rest missing. */
function square({ width, height, values }: Grid): { cells: number; heights: Float32Array } {
  const cells = 2 ** Math.max(1, Math.ceil(Math.log2(Math.max(width - 1, height - 1))));
  const side = cells + 1;
  const heights = new Float32Array(side * side).fill(Number.NaN);
  for (let row = 0; row < height; row++)
    heights.set(values.subarray(row * width, (row + 1) * width), row * side);
  return { cells, heights };
}

/**
 * Triangulates a gridded surface with as many right triangles as its shape needs and the number of vertices allows;
 * where even its outline takes more vertices, at every second cell. Null where the surface has no triangle.
 */
export function meshSurface(surface: Grid, options: SurfaceMeshOptions): SurfaceMesh | null {
  const { least, maxVertices, texture } = options;
  let grid = surface;
  for (;;) {
    const { cells, heights } = square(grid);
    const network = measureRightTriangles(cells, heights);
    const tolerance = chooseThreshold(network, least, maxVertices);
    if (tolerance === null && grid.width > 4 && grid.height > 4) {
      grid = thin(grid);
      continue;
    }
    const { nodes, triangles } = triangulate(network, tolerance ?? Infinity);
    if (triangles.length === 0) return null;
    const rect = gridRect(texture);
    const first = nodes[0]!;
    const origin = [Math.floor(grid.originX), Math.floor(grid.originY), Math.floor(heights[first]!)] as const;
    const positions = new Float32Array(3 * nodes.length);
    const places = new Float32Array(2 * nodes.length);
    nodes.forEach((node, index) => {
      const x = grid.originX + (node % (cells + 1)) * grid.cellSize;
      const y = grid.originY - Math.floor(node / (cells + 1)) * grid.cellSize;
      positions.set([x - origin[0], y - origin[1], heights[node]! - origin[2]], 3 * index);
      places[2 * index] = (x - rect.minX) / (rect.maxX - rect.minX);
      places[2 * index + 1] = (rect.maxY - y) / (rect.maxY - rect.minY);
    });
    return {
      positions,
      places,
      triangles,
      origin,
      tolerance: tolerance ?? Infinity,
      cellSize: grid.cellSize,
    };
  }
}
