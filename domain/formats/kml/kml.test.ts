import { describe, expect, it } from 'vitest';
import { createExportDrawing } from '#tests/support/export-drawing.ts';
import { readCrs } from '../../crs/read-crs.ts';
import { loadCrsTable } from '../../crs/table.ts';
import { METRE } from '../../units/units.ts';
import { memorySource } from '../byte-source.ts';
import type { ExchangeDrawing, ExchangeFeature } from '../exchange-model.ts';
import { writeZip } from '../zip/write-zip.ts';
import { kmlOfDrawing, kmzInput } from './kml-of-drawing.ts';
import { readKml } from './read-kml.ts';
import { readKmz } from './read-kmz.ts';

const table = await loadCrsTable();
const systemOf = async (payload: string) => (await readCrs([{ source: 'user', payload }])).definition;
const wgs84 = await systemOf('EPSG:4326+5773');

const sourceOf = (text: string) => memorySource('a.kml', new TextEncoder().encode(text));
const read = (text: string) => readKml(sourceOf(text), { layer: 'a' });
const kml = (inner: string) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inner}</Document></kml>`;
const placemark = (inner: string) => kml(`<Placemark>${inner}</Placemark>`);
const write = (drawing: ExchangeDrawing, definition = wgs84) => {
  const { pieces, changes } = kmlOfDrawing(drawing, definition, 'site', table);
  return { text: [...pieces].join(''), changes };
};
const codesOf = ({ notes }: Awaited<ReturnType<typeof read>>) => notes.map(({ code }) => code);

const layers = [{ name: 'Site', colour: '#336699' }];
const drawingOf = (...features: Omit<ExchangeFeature, 'layer'>[]): ExchangeDrawing => ({
  layers,
  features: features.map((feature) => ({ ...feature, layer: 'Site' })),
  unit: null,
});
const square = (x: number, z: number) => [x, 0, z, x + 1, 0, z, x + 1, 1, z, x, 1, z];

describe('a drawing written as KML', () => {
  it('is read as it was', async () => {
    const drawing = drawingOf(
      {
        kind: 'point',
        coordinates: Float64Array.of(2, 49, 12.25),
        name: '7 <a> & "b"',
        code: 'EP',
        properties: {
          word: 'Straße 测量 שלום 🌲\nnext ',
          number: 0.1 + 0.2,
          yes: true,
          no: false,
          digits: '007',
        },
      },
      { kind: 'multipoint', coordinates: Float64Array.of(2, 49, 1, 3, 50, 2) },
      {
        kind: 'polyline',
        coordinates: Float64Array.of(0, 0, 1, 1, 1, 2),
        style: { lineWeight: 0.5, transparency: 0.2 },
      },
      { kind: 'polyline', coordinates: Float64Array.from(square(0, 5)), closed: true },
      { kind: 'polyline', coordinates: Float64Array.of(0, 0, 1, 1, 1, 1, 5, 5, 1, 6, 6, 1), partStarts: [2] },
      {
        kind: 'polygon',
        coordinates: Float64Array.from([
          ...square(0, 3),
          0.2,
          0.2,
          3,
          0.2,
          0.8,
          3,
          0.8,
          0.8,
          3,
          ...square(5, 3),
        ]),
        holeStarts: [4],
        partStarts: [7],
      },
      { kind: 'point', coordinates: Float64Array.of(2, 49, Number.NaN), style: { colour: '#ff0000' } },
    );
    const { text, changes } = write(drawing);
    expect(changes).toEqual([]);
    const again = await read(text);
    expect(again.notes).toEqual([]);
    expect(again.layers).toEqual(layers);
    for (const [i, feature] of drawing.features.entries()) {
      const { style, ...rest } = feature;
      expect(again.features[i]).toMatchObject(rest);
      if (style?.colour) expect(again.features[i]!.style).toEqual(style);
    }
    const look = again.features[2]!.style!;
    expect([look.lineWeight, look.transparency]).toEqual([expect.closeTo(0.5, 4), expect.closeTo(0.2, 2)]);
  });

  it('is in WGS 84, without heights whose datum is not known, which is told', async () => {
    const { text, changes } = write(createExportDrawing(), await systemOf('EPSG:2229'));
    expect(changes).toEqual([{ code: 'export.kml-heights', params: { count: 6 } }]);
    const again = await read(text);
    const [first] = again.features;
    // cs2cs of PROJ 9.1.1, EPSG:2229 to EPSG:4326.
    expect(first!.coordinates[0]).toBeCloseTo(-118.164244044, 8);
    expect(first!.coordinates[1]).toBeCloseTo(34.775287961, 8);
    expect(again.features.every(({ coordinates }) => Number.isNaN(coordinates[2]))).toBe(true);
    expect(text).not.toContain('absolute');
  });

  it('has heights in metres where they are above the sea', async () => {
    const feet = await systemOf('EPSG:2229+6360');
    const { text, changes } = write(createExportDrawing(), feet);
    expect(changes).toEqual([]);
    const again = await read(text);
    expect(again.features[0]!.coordinates[2]).toBeCloseTo((101.5 * 1200) / 3937, 4);
  });

  it('is on the ground where heights are above the ellipsoid', async () => {
    const drawing = { ...drawingOf({ kind: 'point', coordinates: Float64Array.of(2, 49, 12) }), unit: METRE };
    const ellipsoidal = { ...wgs84!, vertical: { ...wgs84!.vertical!, datum: 'ellipsoid' } };
    expect(write(drawing, ellipsoidal).changes.map(({ code }) => code)).toEqual(['export.kml-heights']);
  });

  it('is refused where its system is not known', () => {
    for (const definition of [null, { ...wgs84!, horizontal: null }]) {
      expect(() => write(drawingOf(), definition)).toThrow(
        expect.objectContaining({ code: 'export.kml-no-system' }),
      );
    }
  });

  it('tells what it cannot hold', async () => {
    const broken = drawingOf({
      kind: 'point',
      coordinates: Float64Array.of(2, 49, 1),
      name: 'a\u0001b\ud800',
      symbol: { name: 'tree', rotation: 0, scale: 1 },
    });
    const dashed = [{ ...layers[0]!, lineType: 'dashed' as const }];
    const { text, changes } = write({ ...broken, layers: dashed });
    expect(changes.map(({ code, params }) => [code, params['count']])).toEqual([
      ['export.kml-line-types', 1],
      ['export.xml-characters', 1],
      ['export.symbols-left-out', 1],
    ]);
    expect((await read(text)).features[0]!.name).toBe('a\ufffdb\ufffd');
  });

  it('is read again from a KMZ archive', async () => {
    const { pieces } = kmlOfDrawing(createExportDrawing(), await systemOf('EPSG:2229'), 'site', table);
    const parts: Uint8Array[] = [];
    for await (const part of writeZip([kmzInput(pieces)])) parts.push(part);
    const again = await readKmz(memorySource('a.kmz', Buffer.concat(parts)), { layer: 'a' });
    expect(again.layers.map(({ name }) => name)).toEqual(
      createExportDrawing().layers.map(({ name }) => name),
    );
  });
});

describe('a KML file', () => {
  it('may lack its namespace, or have a prefix', async () => {
    const point = '<Placemark><Point><coordinates>1,2</coordinates></Point></Placemark>';
    expect((await read(point)).features).toHaveLength(1);
    const prefixed = point.replace(/<(\/?)/g, '<$1k:');
    expect((await read(`<k:kml xmlns:k="x">${prefixed}</k:kml>`)).features).toHaveLength(1);
  });

  it('has folders as layers, named after where they lie, whether their name comes first or last', async () => {
    const point = '<Placemark><Point><coordinates>1,2</coordinates></Point></Placemark>';
    const folder = (inner: string) => `<Folder>${inner}</Folder>`;
    const text = kml(
      [
        point,
        folder(`<name>A</name>${point}${folder(point)}`),
        folder(`${point}<name>A</name><visibility>0</visibility>`),
      ].join(''),
    );
    const { layers: found, features } = await read(text);
    expect(features.map(({ layer }) => layer)).toEqual(['a', 'A', 'A', 'A 2']);
    expect(found.map(({ isVisible = true }) => isVisible)).toEqual([true, true, false]);
  });

  it.each([
    ['1,2,3 4,5,6', [1, 2, Number.NaN, 4, 5, Number.NaN]],
    ['1 , 2\n\t4,5', [1, 2, Number.NaN, 4, 5, Number.NaN]],
    ['1,2,3\t 4,5,6', [1, 2, Number.NaN, 4, 5, Number.NaN]],
  ])('has places parted by blanks: %s', async (coordinates, places) => {
    const { features } = await read(
      placemark(`<LineString><coordinates> ${coordinates} </coordinates></LineString>`),
    );
    expect([...features[0]!.coordinates]).toEqual(places);
  });

  it.each([
    ['a latitude beyond a pole', '<Point><coordinates>49,120</coordinates></Point>', 'kml.bad-coordinates'],
    ['no number', '<Point><coordinates>x,1</coordinates></Point>', 'kml.bad-coordinates'],
    ['a line of one place', '<LineString><coordinates>1,2</coordinates></LineString>', 'kml.without-extent'],
    ['a model', '<Model><Location/></Model>', 'kml.skipped'],
    ['nothing', '', 'kml.without-geometry'],
  ])('tells of %s', async (_, inner, code) => {
    const drawing = await read(placemark(inner));
    expect(drawing.features).toEqual([]);
    expect(codesOf(drawing)).toContain(code);
  });

  it.each([
    ['absolute', 7, []],
    ['relativeToGround', Number.NaN, ['kml.relative-heights']],
    ['clampToGround', Number.NaN, ['kml.heights-left-out']],
  ])('has heights where they are %s', async (mode, z, codes) => {
    const drawing = await read(
      placemark(`<Point><altitudeMode>${mode}</altitudeMode><coordinates>1,2,7</coordinates></Point>`),
    );
    expect(drawing.features[0]!.coordinates[2]).toBe(z);
    expect(codesOf(drawing)).toEqual(codes);
  });

  it('has looks by style maps, wherever they stand', async () => {
    const text = kml(
      [
        '<Placemark><styleUrl>#m</styleUrl><Point><coordinates>1,2</coordinates></Point></Placemark>',
        '<StyleMap id="m"><Pair><key>highlight</key><styleUrl>#x</styleUrl></Pair><Pair><key>normal</key><styleUrl>#s</styleUrl></Pair></StyleMap>',
        '<Style id="s"><IconStyle><color>ff0000ff</color></IconStyle></Style>',
        '<StyleMap id="loop"><Pair><key>normal</key><styleUrl>#loop</styleUrl></Pair></StyleMap>',
        '<Placemark><styleUrl>#loop</styleUrl><Point><coordinates>1,2</coordinates></Point></Placemark>',
      ].join(''),
    );
    expect((await read(text)).layers[0]!.colour).toBe('#ff0000');
  });

  it('tells what kinds of a placemark of several it has, as one record', async () => {
    const { features } = await read(
      placemark(
        '<name>x</name><MultiGeometry><Point><coordinates>1,2</coordinates></Point><MultiGeometry><LineString><coordinates>1,2 3,4</coordinates></LineString></MultiGeometry></MultiGeometry>',
      ),
    );
    expect(features.map(({ kind, record, name }) => [kind, record, name])).toEqual([
      ['point', 0, 'x'],
      ['polyline', 0, 'x'],
    ]);
  });

  it('is refused where it is none, or cut', async () => {
    await expect(read('<gpx></gpx>')).rejects.toMatchObject({ code: 'kml.not-kml' });
    await expect(read('PK')).rejects.toMatchObject({ code: 'xml.not-xml' });
    await expect(read(kml('').slice(0, -3))).rejects.toMatchObject({ code: 'xml.truncated' });
  });
});

describe('a KMZ archive', () => {
  const archive = async (...names: string[]) => {
    const bytes = new TextEncoder().encode(placemark('<Point><coordinates>1,2</coordinates></Point>'));
    const parts: Uint8Array[] = [];
    for await (const part of writeZip(names.map((name) => ({ name, bytes })))) parts.push(part);
    return readKmz(memorySource('a.kmz', Buffer.concat(parts)), { layer: 'a' });
  };

  it('is read by its main file, the others told', async () => {
    expect((await archive('files/x.kml', 'doc.kml', 'icon.png')).notes).toEqual([
      { code: 'kml.other-files', params: { file: 'a.kmz', count: 1 } },
    ]);
  });

  it('is refused without one', async () => {
    await expect(archive('icon.png')).rejects.toMatchObject({ code: 'kml.no-kml' });
  });
});
