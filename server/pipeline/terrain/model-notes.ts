import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { sizeLimits } from '#domain/math/size-limits.ts';
import { type Unit, unitSymbol } from '#domain/units/units.ts';
import type { ElevationFacts, ModelFacts } from './surfaces.ts';
import { terrainFiles } from './terrain-files.ts';
import type { ModelCells } from './terrain-frame.ts';

/** The inputs of the notes on the two models. */
export interface MadeModels {
  /** Names of the inputs. */
  readonly files: string;
  readonly crs: { readonly horizontalUnit: Unit | null };
  readonly cells: ModelCells;
  readonly heights: ElevationFacts;
  readonly tops: ModelFacts;
}

const digits = (value: number, count: number) => Number(value.toPrecision(count));

/** Notes where the models end. */
function outlineNote({ files, cells, heights, tops }: MadeModels, unit: string): ErrorRecord[] {
  const { cut, gap, seenGap } = heights;
  const area = digits(cut * cells.elevation ** 2, 6);
  if (seenGap === null) {
    if (cut === 0) return [];
    return [{ code: 'process.outline-trimmed', params: { file: files, area, gap: digits(gap, 4), unit } }];
  }
  const { outsiders } = tops;
  if (cut === 0 && outsiders === 0) return [];
  const params = { area, points: outsiders, gap: digits(gap, 2), seenGap: digits(seenGap, 2), unit };
  return [{ code: 'process.ground-ends', params }];
}

/** Notes how much of a model fills gaps. */
function gapNote(
  code: 'process.gaps-filled' | 'process.ground-gaps-filled',
  file: string,
  { cells, gapCells, gapSquare, longestEdge }: ModelFacts,
  cell: number,
  unit: string,
): ErrorRecord[] {
  if (gapCells === 0 || gapSquare === null || longestEdge === null) return [];
  const params = {
    file,
    area: digits(gapCells * cell * cell, 3),
    percent: digits((100 * gapCells) / cells, 2),
    square: digits(gapSquare * cell, 2),
    edge: digits(longestEdge * cell, 2),
    unit,
  };
  return [{ code, params }];
}

function cellsNote({ files, cells: { surface, wanted } }: MadeModels, unit: string): ErrorRecord[] {
  if (wanted === null) return [];
  const limit = sizeLimits['terrain.cells'].value;
  return [{ code: 'process.cells-widened', params: { file: files, cell: surface, wanted, unit, limit } }];
}

/** Notes on the two models: their extent, their cells, and their parts without points. */
export function modelNotes(made: MadeModels): ErrorRecord[] {
  const { crs, cells, heights, tops } = made;
  const unit = crs.horizontalUnit ? unitSymbol(crs.horizontalUnit) : '?';
  const { support, surfaceSupport } = terrainFiles;
  return [
    ...outlineNote(made, unit),
    ...cellsNote(made, unit),
    ...gapNote('process.gaps-filled', surfaceSupport, tops, cells.surface, unit),
    ...gapNote('process.ground-gaps-filled', support, heights, cells.elevation, unit),
  ];
}
