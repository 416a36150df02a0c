import { AppError } from '../../errors/app-error.ts';
import { splitCells } from '../../formats/table-text/split-cells.ts';
import { linearUnitByName } from '../../units/units.ts';
import type { ScaleBar } from '../adjustment/problem.ts';
import { cellNumber, findDelimiter, linesOf, numberFormatOf } from './cells.ts';

const columns = ['from', 'to', 'length', 'sigma', 'unit'] as const;
type Column = (typeof columns)[number];

/**
 * Reads measured distances between surveyed points: a table whose header names the columns from, to (labels), length,
 * sigma (standard deviation) and unit, in any order. Lengths are converted to metres. Errors: `table.mixed-numbers`,
 * `control.bars-header`, `control.bad-bar` with the row.
 */
export function readScaleBars(text: string, file: string): ScaleBar[] {
  const [head, ...rows] = linesOf(text).filter((line) => !line.text.trim().startsWith('#'));
  const delimiter = findDelimiter(head?.text ?? '');
  const names = splitCells(head?.text ?? '', delimiter).map((name) => name.toLowerCase());
  const missing = columns.filter((column) => !names.includes(column));
  if (missing.length > 0) throw new AppError('control.bars-header', { file, missing: missing.join(', ') });
  const numeric = (['length', 'sigma'] as const).map((column) => names.indexOf(column));
  const format = numberFormatOf(
    rows,
    ({ text: line }) => {
      const cells = splitCells(line, delimiter);
      return numeric.map((column) => cells[column] ?? '');
    },
    file,
  );
  return rows.map(({ row, text: line }) => {
    const cells = splitCells(line, delimiter);
    const cell = (column: Column) => cells[names.indexOf(column)] ?? '';
    const unit = linearUnitByName(cell('unit'));
    const [length, sigma] = (['length', 'sigma'] as const).map((column) => {
      const value = cellNumber(cell(column), format);
      if (value === null || !(value > 0)) throw badBar(file, row, column, cell(column));
      return value;
    });
    if (!unit) throw badBar(file, row, 'unit', cell('unit'));
    for (const column of ['from', 'to'] as const) if (!cell(column)) throw badBar(file, row, column, '');
    if (cell('from') === cell('to')) throw badBar(file, row, 'to', cell('to'));
    return {
      from: cell('from'),
      to: cell('to'),
      length: length! * unit.metres,
      sigma: sigma! * unit.metres,
    };
  });
}

function badBar(file: string, row: number, column: Column, value: string): AppError {
  return new AppError('control.bad-bar', { file, row, column, value });
}
