/**
 * A gridded surface in memory: one height a cell, valid at the cell's centre.
 * Row 0 is the northernmost; y decreases with the row, x increases with the column.
 */
export interface Grid {
  /** Number of columns. */
  readonly width: number;
  /** Number of rows. */
  readonly height: number;
  /** World x of the centre of row 0, column 0 (project CRS, horizontal unit). */
  readonly originX: number;
  /** World y of the centre of row 0, column 0. */
  readonly originY: number;
  /** Edge of the square cells, horizontal unit. */
  readonly cellSize: number;
  /** Float32Array, row-major, length width × height; NaN where there is no value. Borrowed by readers. */
  readonly values: Float32Array;
  /** Always NaN: the one mark of a missing value in memory. */
  readonly nodata: number;
  /**
   * Of a grid whose columns and rows are no right-angled, equal steps on the ground: what a slope (p along x, q along y)
   * squared is there, `pp`·p² + `pq`·p·q + `qq`·q².
   */
  readonly slopeMetric?: SlopeMetric;
}

/** See `Grid.slopeMetric`. */
export interface SlopeMetric {
  readonly pp: number;
  readonly pq: number;
  readonly qq: number;
}

/** An axis-aligned rectangle in plan, world coordinates. */
export interface Rect {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** The positions of a grid's cells, without its values. */
export type GridFrame = Pick<Grid, 'width' | 'height' | 'originX' | 'originY' | 'cellSize'>;

/** True where the cells of two grids are the same. */
export function isSameFrame(a: GridFrame, b: GridFrame): boolean {
  return (['width', 'height', 'originX', 'originY', 'cellSize'] as const).every((key) => a[key] === b[key]);
}

/** A part of a frame: columns and rows from its north-west corner. */
export interface GridWindow {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A window grown by some cells on every side, also beyond the frame. */
export function growWindow({ x, y, width, height }: GridWindow, by: number): GridWindow {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** World x of the centres of a column of a frame; the same number for any part of the frame. */
export function columnX({ originX, cellSize }: GridFrame, column: number): number {
  return originX + column * cellSize;
}

/** World y of the centres of a row of a frame; see `columnX`. */
export function rowY({ originY, cellSize }: GridFrame, row: number): number {
  return originY - row * cellSize;
}

/** Wraps values (borrowed, not copied) as a grid; makes an all-NaN array when none is given. */
export function createGrid(frame: GridFrame, values?: Float32Array): Grid {
  const { width, height, originX, originY, cellSize } = frame;
  const cells = values ?? new Float32Array(width * height).fill(Number.NaN);
  return { width, height, originX, originY, cellSize, values: cells, nodata: Number.NaN };
}

/**
 * The frame of cells of `cellSize` that covers a rectangle, its cell edges at multiples of `cellSize`
 * so that neighbouring rectangles make grids that fit each other.
 */
export function frameCovering(rect: Rect, cellSize: number): GridFrame {
  const firstColumn = Math.floor(rect.minX / cellSize);
  const firstRow = Math.ceil(rect.maxY / cellSize);
  const width = Math.max(1, Math.ceil(rect.maxX / cellSize) - firstColumn);
  const height = Math.max(1, firstRow - Math.floor(rect.minY / cellSize));
  return {
    width,
    height,
    originX: (firstColumn + 0.5) * cellSize,
    originY: (firstRow - 0.5) * cellSize,
    cellSize,
  };
}

/** The rectangle of the cells' outer edges (half a cell beyond the outermost centres). */
export function gridRect(grid: GridFrame): Rect {
  const half = grid.cellSize / 2;
  return {
    minX: grid.originX - half,
    maxX: grid.originX + (grid.width - 1) * grid.cellSize + half,
    minY: grid.originY - (grid.height - 1) * grid.cellSize - half,
    maxY: grid.originY + half,
  };
}

/**
 * Height at a plan position by bilinear interpolation between the four nearest cell centres;
 * NaN outside the outermost centres or where a neighbour that counts has no value.
 */
export function sampleGrid(grid: Grid, x: number, y: number): number {
  const column = (x - grid.originX) / grid.cellSize;
  const row = (grid.originY - y) / grid.cellSize;
  const c0 = Math.min(Math.floor(column), grid.width - 1);
  const r0 = Math.min(Math.floor(row), grid.height - 1);
  if (!(column >= 0 && row >= 0 && column <= grid.width - 1 && row <= grid.height - 1)) return Number.NaN;
  const u = column - c0;
  const v = row - r0;
  const [nw, ne, sw, se] = [(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v];
  const at = r0 * grid.width + c0;
  let sum = 0;
  if (nw > 0) sum += nw * grid.values[at]!;
  if (ne > 0) sum += ne * grid.values[at + 1]!;
  if (sw > 0) sum += sw * grid.values[at + grid.width]!;
  if (se > 0) sum += se * grid.values[at + grid.width + 1]!;
  return sum;
}
