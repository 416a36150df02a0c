import { describe, expect, it } from 'vitest';
import { createExportDrawing } from '#tests/support/export-drawing.ts';
import { memorySource } from '../byte-source.ts';
import type { ExchangeDrawing, ExchangeFeature } from '../exchange-model.ts';
import { ringArea } from '../exchange-rings.ts';
import { writeZip } from '../zip/write-zip.ts';
import { readShapefileArchive } from './read-archive.ts';
import { type WrittenShapefiles, writeShapefiles } from './write-shapefiles.ts';

const prj = 'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]]]';

async function readAgain({ files }: WrittenShapefiles) {
  const parts: Uint8Array[] = [];
  for await (const part of writeZip(files)) parts.push(part);
  return await readShapefileArchive(memorySource('a.zip', Buffer.concat(parts)));
}

const layers = [{ name: 'Site', colour: '#336699' }];
const drawingOf = (features: readonly ExchangeFeature[]): ExchangeDrawing => ({
  layers,
  features,
  unit: null,
});
const point = (properties: ExchangeFeature['properties'] & object): ExchangeFeature => ({
  kind: 'point',
  coordinates: Float64Array.of(1, 2, 3),
  layer: 'Site',
  properties,
});

describe('a drawing written as shapefiles', () => {
  it('has a set for each kind on each layer, with and without heights', () => {
    const { files } = writeShapefiles(createExportDrawing(), { prj });
    expect(files.map(({ name }) => name).filter((name) => name.endsWith('.shp'))).toEqual([
      'Points-points.shp',
      'Points-points-2d.shp',
      'Edge of road _ left-lines.shp',
      'Höhenlinien-lines.shp',
      'Surface-areas.shp',
    ]);
    for (const ending of ['shx', 'dbf', 'prj', 'cpg']) {
      expect(files.filter(({ name }) => name.endsWith(`.${ending}`))).toHaveLength(5);
    }
  });

  it('is read as it was, layers, colours, names and codes with it', async () => {
    const drawing = createExportDrawing();
    const again = await readAgain(writeShapefiles(drawing, { prj }));
    expect(again.notes).toEqual([]);
    expect(again.system).toEqual({ kind: 'wkt', wkt: prj });
    expect(again.layers).toEqual(drawing.layers);
    const [triangles, features] = [
      again.features.filter(({ properties }) => properties?.['surface'] === 'Ground'),
      again.features.filter(({ properties }) => properties?.['surface'] !== 'Ground'),
    ];
    expect(triangles).toHaveLength(2);
    const facts = ({ kind, layer, name, code, coordinates, closed = false }: ExchangeFeature) => ({
      ...{ kind, layer, name, code, closed },
      vertices: kind === 'polygon' ? coordinates.length / 3 : [...coordinates],
    });
    expect(features.map(facts)).toEqual(drawing.features.map(facts));
    expect(features[0]!.properties).toEqual({ accuracy: 0.02, checked: true });
    const area = features.at(-1)!;
    expect(area.holeStarts).toEqual([4]);
    expect(ringArea(area.coordinates.subarray(0, 12))).toBe(-10_000);
    expect(ringArea(area.coordinates.subarray(12))).toBe(400);
  });

  it('keeps lines and areas of several parts, and multipoints', async () => {
    const ring = (x: number) => [x, 0, 1, x, 9, 1, x + 9, 9, 1, x + 9, 0, 1];
    const features: ExchangeFeature[] = [
      { kind: 'multipoint', coordinates: Float64Array.of(1, 2, 3, 4, 5, 6), layer: 'Site' },
      {
        kind: 'polyline',
        coordinates: Float64Array.of(0, 0, 1, 1, 1, 1, 5, 5, 1, 6, 6, 1),
        partStarts: [2],
        layer: 'Site',
      },
      {
        kind: 'polygon',
        coordinates: Float64Array.from([...ring(0), ...ring(20)]),
        partStarts: [4],
        layer: 'Site',
      },
    ];
    const again = await readAgain(writeShapefiles(drawingOf(features), { prj }));
    for (const [i, feature] of features.entries()) {
      expect(again.features[i]).toMatchObject({
        ...(feature.partStarts ? { partStarts: feature.partStarts } : {}),
        kind: feature.kind,
        coordinates: feature.coordinates,
      });
    }
  });

  it('has chords for arcs, as near as asked for', async () => {
    const circle: ExchangeFeature = {
      kind: 'polygon',
      coordinates: Float64Array.of(-10, 0, 5, 10, 0, 5),
      bulges: Float64Array.of(1, 1),
      layer: 'Site',
    };
    const again = await readAgain(writeShapefiles(drawingOf([circle]), { prj, tolerance: 0.01 }));
    const { coordinates } = again.features[0]!;
    const area = Math.abs(ringArea(coordinates));
    expect(area).toBeLessThan(Math.PI * 100);
    expect(area).toBeGreaterThan(Math.PI * 100 - 2 * Math.PI * 10 * 0.01);
    for (let i = 0; i < coordinates.length; i += 3) {
      expect(Math.hypot(coordinates[i]!, coordinates[i + 1]!)).toBeCloseTo(10, 9);
    }
  });

  it('keeps texts of any script, and numbers to the last digit', async () => {
    const properties = {
      word: 'Straße 测量 съёмка שלום 🌲',
      number: 0.1 + 0.2,
      tiny: -1.234567890123456e-300,
      whole: Number.MAX_SAFE_INTEGER,
      digits: '00123',
      mixed: 'x',
      none: null,
      no: false,
    };
    const features = [point(properties), point({ ...properties, mixed: 7, no: true })];
    const again = await readAgain(writeShapefiles(drawingOf(features), { prj }));
    expect(again.features.map((feature) => feature.properties)).toEqual([
      properties,
      { ...properties, mixed: '7', no: true },
    ]);
  });

  it('keeps texts of the drawing as points', async () => {
    const texts = [{ text: 'Main\nstreet', x: 1, y: 2, z: 3, height: 0.5, angle: 30, layer: 'Site' }];
    const again = await readAgain(writeShapefiles({ ...drawingOf([]), texts }, { prj }));
    expect(again.features[0]).toMatchObject({
      coordinates: Float64Array.of(1, 2, 3),
      properties: { text: 'Main\nstreet', height: 0.5, angle: 30 },
    });
  });
});

describe('what the format cannot hold', () => {
  const changesOf = (drawing: ExchangeDrawing) =>
    writeShapefiles(drawing, { prj }).changes.map(({ code, params }) => [code, params]);

  it('is told of names of attributes, which are made fit', async () => {
    const drawing = drawingOf([
      point({
        elevation_of_rim: 1,
        elevation_of_base: 2,
        'cover type': 3,
        Name: 4,
        Höhenangabe: 5,
        NAME_2: 6,
      }),
    ]);
    expect(changesOf(drawing)).toEqual([
      ['export.field-renamed', { field: 'elevation_of_rim', written: 'elevation_' }],
      ['export.field-renamed', { field: 'elevation_of_base', written: 'elevatio_2' }],
      ['export.field-renamed', { field: 'cover type', written: 'cover_type' }],
      ['export.field-renamed', { field: 'Höhenangabe', written: 'Höhenanga' }],
      ['export.field-renamed', { field: 'NAME_2', written: 'NAME_2_2' }],
    ]);
    const again = await readAgain(writeShapefiles(drawing, { prj }));
    expect(again.features[0]!.properties).toEqual({
      elevation_: 1,
      elevatio_2: 2,
      cover_type: 3,
      Name_2: 4,
      Höhenanga: 5,
      NAME_2_2: 6,
    });
  });

  it('is told of long texts, which are cut between letters', async () => {
    const drawing = drawingOf([point({ long: '测'.repeat(100), blank: 'a ' })]);
    expect(changesOf(drawing)).toEqual([['export.shp-texts-changed', { count: 2 }]]);
    const again = await readAgain(writeShapefiles(drawing, { prj }));
    expect(again.features[0]!.properties).toEqual({ long: '测'.repeat(84), blank: 'a' });
  });

  it('is told of attributes beyond those that it takes', () => {
    const many = Object.fromEntries(Array.from({ length: 256 }, (_, i) => [`a${i}`, i]));
    expect(changesOf(drawingOf([point(many)])).map(([, params]) => params)).toEqual(
      ['a253', 'a254', 'a255'].map((field) => ({ field })),
    );
  });

  it('is told of layers whose names no file can have', () => {
    const names = ['a:b', 'A_B', 'con', '..', 'x'.repeat(200)];
    const drawing: ExchangeDrawing = {
      layers: names.map((name) => ({ name, colour: '#000000' })),
      features: names.map((layer) => ({ ...point({}), layer })),
      unit: null,
    };
    expect(changesOf(drawing)).toEqual([
      ['export.file-renamed', { layer: 'a:b', written: 'a_b-points' }],
      ['export.file-renamed', { layer: 'A_B', written: 'A_B-2-points' }],
      ['export.file-renamed', { layer: 'con', written: '_con-points' }],
      ['export.file-renamed', { layer: '..', written: '_-points' }],
      ['export.file-renamed', { layer: 'x'.repeat(200), written: `${'x'.repeat(100)}-points` }],
    ]);
  });

  it('is told of symbols, looks and an unknown system', () => {
    const features: ExchangeFeature[] = [
      { ...point({}), symbol: { name: 'tree', rotation: 0, scale: 1 }, style: { colour: '#ff0000' } },
    ];
    const dashed = [{ ...layers[0]!, lineType: 'dashed' as const }];
    const { changes } = writeShapefiles({ ...drawingOf(features), layers: dashed }, { prj: null });
    expect(changes).toEqual([
      { code: 'export.shp-no-system', params: {} },
      { code: 'export.symbols-left-out', params: { count: 1 } },
      { code: 'export.looks-left-out', params: { count: 2 } },
    ]);
  });

  it('is refused where no format could hold it', () => {
    const broken = { ...point({}), coordinates: Float64Array.of(Number.NaN, 0, 0) };
    expect(() => writeShapefiles(drawingOf([broken]), { prj })).toThrow(
      expect.objectContaining({ code: 'export.bad-geometry' }),
    );
  });
});
