import { describe, expect, it } from 'vitest';
import { linearUnits } from '#domain/units/units.ts';
import { type MadeModels, modelNotes } from './model-notes.ts';

const whole = { low: 1, high: 9, cells: 4000, gapCells: 0, gapSquare: 8, longestEdge: 23, outsiders: 0 };
const models: MadeModels = {
  files: 'dense.las',
  crs: { horizontalUnit: linearUnits.find(({ id }) => id === 'meters')! },
  cells: { elevation: 0.2, surface: 0.1, wanted: null },
  heights: { ...whole, cut: 0, gap: 1.0049, seenGap: 20.098 },
  tops: whole,
};

const codesOf = (made: MadeModels) => modelNotes(made).map(({ code }) => code);

describe('what is told of models', () => {
  it('is nothing where they are whole', () => {
    expect(modelNotes(models)).toEqual([]);
  });

  it('is the filled area of each', () => {
    const tops = { ...whole, cells: 16_000, gapCells: 1600 };
    const heights = { ...models.heights, gapCells: 800 };
    expect(modelNotes({ ...models, tops, heights })).toEqual([
      {
        code: 'process.gaps-filled',
        params: { file: 'surface-support.tif', area: 16, percent: 10, square: 0.8, edge: 2.3, unit: 'm' },
      },
      {
        code: 'process.ground-gaps-filled',
        params: { file: 'elevation-support.tif', area: 32, percent: 20, square: 1.6, edge: 4.6, unit: 'm' },
      },
    ]);
    expect(codesOf({ ...models, heights })).toEqual(['process.ground-gaps-filled']);
    const noGaps = { ...heights, gapSquare: null, longestEdge: null };
    expect(modelNotes({ ...models, heights: noGaps })).toEqual([]);
  });

  it('is where models of photos end, with the points outside', () => {
    const made = { ...models, heights: { ...models.heights, cut: 500 }, tops: { ...whole, outsiders: 70 } };
    expect(modelNotes(made)).toEqual([
      { code: 'process.ground-ends', params: { area: 20, points: 70, gap: 1, seenGap: 20, unit: 'm' } },
    ]);
    expect(codesOf({ ...models, tops: { ...whole, outsiders: 1 } })).toEqual(['process.ground-ends']);
  });

  it('is what was left empty in others', () => {
    const heights = { ...models.heights, seenGap: null };
    expect(modelNotes({ ...models, heights })).toEqual([]);
    expect(modelNotes({ ...models, heights: { ...heights, cut: 500 } })).toEqual([
      { code: 'process.outline-trimmed', params: { file: 'dense.las', area: 20, gap: 1.005, unit: 'm' } },
    ]);
  });

  it('is that cells are wider than wanted', () => {
    const [note] = modelNotes({ ...models, cells: { ...models.cells, wanted: 0.05 } });
    expect(note).toMatchObject({ code: 'process.cells-widened', params: { cell: 0.1, wanted: 0.05 } });
  });
});
