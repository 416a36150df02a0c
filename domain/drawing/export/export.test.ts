import { describe, expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import type { ExchangeDrawing } from '#domain/formats/exchange-model.ts';
import { createExportDrawing } from '#tests/support/export-drawing.ts';
import { openSql } from '#workers/io/open-sql.ts';
import { tableOfRows } from '../codes/code-table.ts';
import { readDrawingFiles } from '../import/read-drawing-file.ts';
import { writtenFaults } from '../verify/check-written.ts';
import { encodeDrawing } from './encode-drawing.ts';
import { type ExportFormat, exportFormats, type PointOptions, plainPointOptions } from './export-options.ts';
import { readDrawingSystem } from './in-system.ts';
import { pointRows } from './point-rows.ts';

const usual = { start: 'BEG', end: 'END', close: 'CLS' };
const system = await readDrawingSystem({ source: 'user', payload: 'EPSG:2229' });
const options = { name: 'x', date: new Date(0), arcs: 'true', points: plainPointOptions } as const;

async function bytesOf(drawing: ExchangeDrawing, format: ExportFormat, points: Partial<PointOptions> = {}) {
  const wanted = { ...options, points: { ...plainPointOptions, ...points } };
  const { pieces, written } = await encodeDrawing(drawing, format, system, wanted, openSql);
  const parts: (Uint8Array | string)[] = [];
  for await (const piece of pieces) parts.push(piece);
  return { bytes: Buffer.concat(parts.map((part) => Buffer.from(part as string))), written };
}

const endings: Record<ExportFormat, string> = {
  dxf: 'dxf',
  landxml: 'xml',
  geojson: 'geojson',
  shapefile: 'zip',
  gpkg: 'gpkg',
  kml: 'kml',
  kmz: 'kmz',
  points: 'txt',
};

describe('lists of points', () => {
  it('number the vertices of a drawing behind its points', () => {
    const { points, changes } = pointRows(createExportDrawing(), { ...plainPointOptions, lines: 'vertices' });
    expect(points.length).toBe(2 + 3 + 3 + 8 + 4);
    expect(points.slice(0, 3).map(({ point, description }) => [point, description])).toEqual([
      ['101', 'EP'],
      ['Brücke', 'Points'],
      ['102', 'EOP'],
    ]);
    expect(changes).toEqual([]);
  });

  it('tell what they leave out', () => {
    const { points, changes } = pointRows(createExportDrawing(), plainPointOptions);
    expect(points.length).toBe(2);
    expect(changes).toEqual([{ code: 'export.points-only', params: { lines: 3, texts: 0, surfaces: 1 } }]);
  });

  it('begin their numbers where a person says, past names in use', () => {
    const point = (name?: string) => ({
      kind: 'point' as const,
      coordinates: Float64Array.of(1, 2, 3),
      layer: 'a',
      ...(name === undefined ? {} : { name }),
    });
    const drawing = {
      layers: [{ name: 'a', colour: '#000000' }],
      features: [point('51'), point(), point(), point('TBM')],
      unit: null,
    };
    const names = (firstNumber: number | null) =>
      pointRows(drawing, { ...plainPointOptions, firstNumber }).points.map(({ point: name }) => name);
    expect(names(50)).toEqual(['51', '50', '52', 'TBM']);
    expect(names(null)).toEqual(['51', '52', '53', 'TBM']);
    for (const first of [0, -1, 1.5, Number.NaN]) expect(() => names(first)).toThrow('export.first-number');
  });

  it('have degrees to parts of a millimetre', async () => {
    const point = {
      kind: 'point' as const,
      coordinates: Float64Array.of(8.123456789, 47.5, 412.25),
      layer: 'a',
    };
    const drawing = { layers: [{ name: 'a', colour: '#000000' }], features: [point], unit: null };
    const wgs84 = await readDrawingSystem({ source: 'user', payload: 'EPSG:4326' });
    const { pieces } = await encodeDrawing(drawing, 'points', wgs84, options, openSql);
    expect([...(pieces as Iterable<string>)].join('')).toBe('1,47.5000000000,8.1234567890,412.2500,a\r\n');
  });

  it.each([
    ['', 'END', 'CLS'],
    ['B EG', 'END', 'CLS'],
    ['X', 'X', 'CLS'],
  ])('refuse %j, %j and %j for line codes', (start, end, close) => {
    const lines = { start, end, close };
    expect(() => pointRows(createExportDrawing(), { ...plainPointOptions, lines })).toThrow(
      'export.line-code',
    );
  });

  it('tell where a code is written as one word', () => {
    const line = {
      kind: 'polyline' as const,
      coordinates: Float64Array.of(0, 0, 1, 1, 1, 1),
      layer: 'Kerbs',
      code: 'EP left',
    };
    const drawing = { layers: [{ name: 'Kerbs', colour: '#000000' }], features: [line], unit: null };
    const { points, changes } = pointRows(drawing, { ...plainPointOptions, lines: usual });
    expect(points.map(({ description }) => description)).toEqual(['EP_left BEG', 'EP_left END']);
    expect(changes).toEqual([{ code: 'export.code-joined', params: { from: 'EP left', to: 'EP_left' } }]);
  });

  it('give lines and areas back when their codes are read again', async () => {
    const drawing = createExportDrawing();
    const { bytes } = await bytesOf(drawing, 'points', { lines: usual, decimals: 6 });
    const codes = ['EOP', 'Höhenlinien', 'Surface'];
    const table = tableOfRows(
      codes.map((code, i) => ({
        row: i + 1,
        entry: { code, name: code, kinds: ['polyline'], attributes: [] },
      })),
      [],
      'codes',
    );
    const read = await readDrawingFiles([memorySource('x.txt', bytes)], { openSql, codes: table });
    const lines = read.features.filter(({ kind }) => kind !== 'point');
    expect(lines.map(({ code, coordinates }) => [code, coordinates.length / 3])).toEqual([
      ['EOP', 3],
      ['Höhenlinien', 3],
      ['Surface', 4],
      ['Surface', 4],
    ]);
    expect(lines.map(({ kind, closed }) => kind === 'polygon' || closed === true)).toEqual([
      false,
      true,
      true,
      true,
    ]);
    const want = drawing.features
      .filter(({ kind }) => kind !== 'point')
      .flatMap((each) => [...each.coordinates]);
    const got = lines.flatMap((each) => [...each.coordinates]);
    for (const [i, value] of got.entries()) expect(value).toBeCloseTo(want[i]!, 5);
  });
});

describe('a written file, read again', () => {
  it.each(exportFormats)('%s: is told where it lacks a feature', async (format) => {
    const drawing = createExportDrawing();
    const { bytes, written } = await bytesOf(drawing, format);
    const file = memorySource(`x.${endings[format]}`, bytes);
    const read = await readDrawingFiles([file], { openSql });
    expect(writtenFaults(written, read, format)).toEqual([]);
    const lacking = { ...read, features: read.features.slice(1) };
    expect(writtenFaults(written, lacking, format).length).toBeGreaterThan(0);
  });
});
