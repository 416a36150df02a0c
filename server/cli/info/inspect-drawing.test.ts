import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeDxf } from '#domain/formats/dxf/write-dxf.ts';
import type { ExchangeDrawing } from '#domain/formats/exchange-model.ts';
import { METRE } from '#domain/units/units.ts';
import { drawingJson, drawingLines, inspectDrawing } from './inspect-drawing.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-drawing-'));
});
afterAll(() => rm(folder, { recursive: true }));

const drawing: ExchangeDrawing = {
  layers: [
    { name: 'Kerbs', colour: '#ff0000' },
    { name: 'Empty', colour: '#00ff00' },
  ],
  features: [
    { kind: 'point', coordinates: Float64Array.of(0.5, 0.25, 7), layer: 'Kerbs', name: '1' },
    {
      kind: 'polyline',
      coordinates: Float64Array.of(0, 0, 5, 2, 0, 5),
      bulges: Float64Array.of(1, 0),
      layer: 'Kerbs',
    },
  ],
  unit: METRE,
};

const signal = new AbortController().signal;

describe('what a drawing file holds', () => {
  it('is its layers, their features and how far they reach, arcs with them', async () => {
    const path = join(folder, 'site.dxf');
    await writeFile(path, Buffer.concat([...writeDxf(drawing)]));
    const found = drawingJson(await inspectDrawing(path, signal));
    expect(found).toMatchObject({ unit: 'metre', epsg: null, warnings: [] });
    const layers = found.layers.filter(({ name }) => name !== '0');
    expect(layers).toEqual([
      { name: 'Kerbs', features: 2, extent: { min: [0, -1], max: [2, 0.25] } },
      { name: 'Empty', features: 0, extent: null },
    ]);
    expect(drawingLines(await inspectDrawing(path, signal)).join('\n')).toContain('Kerbs: 2  0 -1 2 0.25');
  });

  it('is told of points of a text file, too', async () => {
    const path = join(folder, 'points.csv');
    await writeFile(path, '1,4500000.5,500000.25,12.5,EP\n2,4500010.5,500020.25,12.75,EP\n');
    const { layers } = await inspectDrawing(path, signal);
    expect(layers).toMatchObject([
      { features: 2, extent: { min: [500000.25, 4500000.5], max: [500020.25, 4500010.5] } },
    ]);
  });
});
