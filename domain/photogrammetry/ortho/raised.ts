import { dilateByDisk, erodeByDisk } from '../../geometry/grid/morphology.ts';

/** Objects narrower than this rise above the ground; wider ones are ground. */
const widestM = 60;
/** Disk of the opening, in blocks: bounds its cost for any cells. */
const radiusBlocks = 20;
/** Heights over the ground between which a cell goes from level to raised, metres. */
const [levelM, raisedM] = [1.2, 2.5];

/**
 * How much each cell rises above the ground around it, 0 to 1: its height over a grey-scale opening of the surface by
 * a disk 60 m wide, taken on blocks of cells. Cells without a height are 0.
 * @param heights row-major, NaN where there is none, in units of `metresPerUnit` metres
 * @param cellM edge of a cell, metres
 */
export function raisedCells(
  heights: Float32Array,
  width: number,
  height: number,
  cellM: number,
  metresPerUnit: number,
): Float32Array<ArrayBuffer> {
  const block = Math.max(1, Math.round(widestM / 2 / radiusBlocks / cellM));
  const [columns, rows] = [Math.ceil(width / block), Math.ceil(height / block)];
  const lowest = new Float32Array(columns * rows).fill(Infinity);
  const blockOf = (cell: number) =>
    Math.floor(Math.floor(cell / width) / block) * columns + Math.floor((cell % width) / block);
  for (let cell = 0; cell < heights.length; cell++) {
    const value = heights[cell]!;
    if (value < lowest[blockOf(cell)]!) lowest[blockOf(cell)] = value;
  }
  const radius = Math.max(1, Math.round(widestM / 2 / (block * cellM)));
  const eroded = erodeByDisk(lowest, columns, rows, radius).map((value) =>
    Number.isFinite(value) ? value : -Infinity,
  );
  const opened = dilateByDisk(eroded, columns, rows, radius);
  return heights.map((value, cell) => {
    const above = (value - opened[blockOf(cell)]!) * metresPerUnit;
    return above > levelM ? Math.min(1, (above - levelM) / (raisedM - levelM)) : 0;
  }) as Float32Array<ArrayBuffer>;
}
