import { describe, expect, it } from 'vitest';
import { memorySource } from '../byte-source.ts';
import type { ExchangeDrawing, ExchangeFeature, ExchangeValue } from '../exchange-model.ts';
import { readShapefile } from './read-shapefile.ts';
import { writeShapefiles } from './write-shapefiles.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Files = Record<string, Bytes>;

const layers = [{ name: 'Site', colour: '#336699' }];

function drawingOf(...features: Omit<ExchangeFeature, 'layer'>[]): ExchangeDrawing {
  return { layers, features: features.map((feature) => ({ ...feature, layer: 'Site' })), unit: null };
}

/** The files of the one set that a drawing makes, by their endings. */
function filesOf(drawing: ExchangeDrawing): Files {
  const { files } = writeShapefiles(drawing, { prj: null });
  return Object.fromEntries(files.map(({ name, bytes }) => [name.split('.').at(-1)!, bytes]));
}

async function read(files: Files) {
  const source = (ending: string) => files[ending] && memorySource(`a.${ending}`, files[ending]);
  const text = (ending: string) => files[ending] && new TextDecoder().decode(files[ending]);
  const [shx, dbf, cpg, prj] = [source('shx'), source('dbf'), text('cpg'), text('prj')];
  return readShapefile(
    {
      shp: source('shp')!,
      ...(shx && { shx }),
      ...(dbf && { dbf }),
      ...(cpg && { cpg }),
      ...(prj && { prj }),
    },
    { layer: 'a' },
  );
}

const codesOf = ({ notes }: Awaited<ReturnType<typeof read>>) => notes.map(({ code }) => code);
const points = (count: number, properties: Record<string, ExchangeValue> = {}) =>
  Array.from({ length: count }, (_, i) => ({
    kind: 'point' as const,
    coordinates: Float64Array.of(i, 2 * i, 3 * i),
    properties: { number: i, ...properties },
  }));
const numbersOf = ({ features }: Awaited<ReturnType<typeof read>>) =>
  features.map(({ properties }) => properties!['number']);

describe('the files of a shapefile', () => {
  it('may lack all but the first', async () => {
    const drawing = await read({ shp: filesOf(drawingOf(...points(3)))['shp']! });
    expect(drawing.features).toHaveLength(3);
    expect(codesOf(drawing)).toEqual(['shp.index-missing', 'shp.attributes-missing']);
    expect(drawing.layers.map(({ name }) => name)).toEqual(['a']);
    expect(drawing.system).toEqual({ kind: 'none' });
  });

  it('are read in the order of the index, whatever that of the records', async () => {
    const files = filesOf(drawingOf(...points(3)));
    const view = new DataView(files['shx']!.buffer);
    const [first, last] = [view.getInt32(100), view.getInt32(116)];
    view.setInt32(100, last);
    view.setInt32(116, first);
    const drawing = await read(files);
    expect(drawing.features.map(({ coordinates }) => coordinates[0])).toEqual([2, 1, 0]);
    expect(numbersOf(drawing)).toEqual([0, 1, 2]);
  });

  it.each([
    ['points outside', (view: DataView) => view.setInt32(100, 5000)],
    ['points at one record twice', (view: DataView) => view.setInt32(108, view.getInt32(100))],
    ['is no index', (view: DataView) => view.setInt32(0, 1)],
  ])('are read one record after the other where the index %s', async (_, damage) => {
    const files = filesOf(drawingOf(...points(3)));
    damage(new DataView(files['shx']!.buffer));
    const drawing = await read(files);
    expect(numbersOf(drawing)).toEqual([0, 1, 2]);
    expect(codesOf(drawing)).toEqual(['shp.index-damaged']);
  });

  it('are told as cut where a record is not whole', async () => {
    const files = filesOf(drawingOf(...points(3)));
    const cut = { shp: files['shp']!.slice(0, -1), dbf: files['dbf']! };
    const drawing = await read(cut);
    expect(numbersOf(drawing)).toEqual([0, 1]);
    expect(codesOf(drawing)).toContain('shp.truncated');
  });

  it('are told where rows are missing, deleted or damaged', async () => {
    const files = filesOf(drawingOf(...points(3)));
    const dbf = files['dbf']!;
    const rowLength = new DataView(dbf.buffer).getUint16(10, true);
    const short = await read({ ...files, dbf: dbf.slice(0, -1 - rowLength) });
    expect([short.features.length, codesOf(short)]).toEqual([3, ['shp.rows-missing']]);
    const marked = dbf.slice();
    marked[new DataView(dbf.buffer).getUint16(8, true) + rowLength] = 0x2a;
    const deleted = await read({ ...files, dbf: marked });
    expect([numbersOf(deleted), codesOf(deleted)]).toEqual([[0, 2], ['shp.deleted']]);
    const damaged = await read({ ...files, dbf: dbf.slice(0, 20) });
    expect([damaged.features.length, codesOf(damaged)]).toEqual([3, ['shp.attributes-damaged']]);
  });

  it('begin with the number of the format', async () => {
    const shp = filesOf(drawingOf(...points(1)))['shp']!;
    const wanted = { code: 'shp.not-shp', params: { file: 'a.shp' } };
    await expect(read({ shp: shp.slice(0, 99) })).rejects.toMatchObject(wanted);
    await expect(read({ shp: shp.map((byte) => byte ^ 1) })).rejects.toMatchObject(wanted);
  });
});

describe('records', () => {
  const typed = async (type: number, change: (view: DataView) => void = () => {}) => {
    const files = filesOf(drawingOf(...points(2)));
    const view = new DataView(files['shp']!.buffer);
    view.setInt32(108, type, true);
    change(view);
    return read(files);
  };

  it.each([
    [0, 'shp.null-shapes'],
    [31, 'shp.multipatch'],
    [77, 'shp.unknown-type'],
    [15, 'shp.damaged'],
  ])('of type %i are counted and not read where they hold no shape', async (type, code) => {
    const drawing = await typed(type);
    expect(numbersOf(drawing)).toEqual([1]);
    expect(drawing.notes).toMatchObject([{ code, params: { record: 1, count: 1 } }]);
  });

  it('without coordinates are counted', async () => {
    expect(codesOf(await typed(11, (view) => view.setFloat64(112, Number.NaN, true)))).toEqual([
      'shp.not-finite',
    ]);
  });

  it('with measures are read without them, and say so', async () => {
    const drawing = await typed(11, (view) => view.setFloat64(136, 12.5, true));
    expect(drawing.notes).toMatchObject([{ code: 'shp.measures', params: { count: 1 } }]);
    expect([...drawing.features[0]!.coordinates]).toEqual([0, 0, 0]);
  });

  it('without some heights are read without any', async () => {
    const line = { kind: 'polyline' as const, coordinates: Float64Array.of(0, 0, 1, 5, 0, 2) };
    const files = filesOf(drawingOf(line));
    new DataView(files['shp']!.buffer).setFloat64(files['shp']!.length - 8, -1e39, true);
    const drawing = await read(files);
    expect([...drawing.features[0]!.coordinates]).toEqual([0, 0, Number.NaN, 5, 0, Number.NaN]);
    expect(codesOf(drawing)).toEqual(['shp.heights-missing']);
  });
});

describe('rings', () => {
  const square = (x: number, y: number, side: number) => [
    x,
    y,
    0,
    x + side,
    y,
    0,
    x + side,
    y + side,
    0,
    x,
    y + side,
    0,
  ];
  const area = (rings: number[][], starts: object) => ({
    kind: 'polygon' as const,
    coordinates: Float64Array.from(rings.flat()),
    ...starts,
  });

  it('become holes of the outlines about them, whatever their order', async () => {
    // Written as parts, each ring runs clockwise; turning the last two makes them holes of the first two.
    const rings = [square(0, 0, 10), square(20, 0, 10), square(22, 2, 3), square(2, 2, 3)];
    const files = filesOf(drawingOf(area(rings, { partStarts: [4, 8, 12] })));
    const view = new DataView(files['shp']!.buffer);
    const vertices = 108 + 44 + 4 * 4;
    for (const first of [10, 15]) {
      const swap = (a: number, b: number) => {
        for (const axis of [0, 8]) {
          const [i, j] = [vertices + 16 * a + axis, vertices + 16 * b + axis];
          const held = view.getFloat64(i, true);
          view.setFloat64(i, view.getFloat64(j, true), true);
          view.setFloat64(j, held, true);
        }
      };
      swap(first + 1, first + 3);
    }
    const { features } = await read(files);
    expect(features[0]).toMatchObject({ kind: 'polygon', partStarts: [8], holeStarts: [4, 12] });
    const xs = [0, 4, 8, 12].map((i) => features[0]!.coordinates[3 * i]);
    expect(xs).toEqual([0, 2, 20, 22]);
  });

  it('that run the wrong way within none are outlines', async () => {
    const files = filesOf(drawingOf(area([square(0, 0, 10), square(20, 0, 5)], { holeStarts: [4] })));
    const { features } = await read(files);
    expect(features[0]!.partStarts).toEqual([4]);
    expect(features[0]!.holeStarts).toBeUndefined();
  });
});

describe('letters of attributes', () => {
  /** A table whose one text is these bytes, which take the place of stars. */
  const withText = (bytes: readonly number[], language: number, cpg: string | null) => {
    const files = filesOf(drawingOf({ ...points(1)[0]!, properties: { text: '*'.repeat(bytes.length) } }));
    const dbf = files['dbf']!;
    dbf[29] = language;
    dbf.set(bytes, dbf.indexOf(0x2a));
    const { cpg: _, ...rest } = files;
    return read(cpg === null ? rest : { ...rest, cpg: new TextEncoder().encode(cpg) as Bytes });
  };

  it.each([
    ['Windows-1252 by the language byte', [0xe4], 0x03, null, 'ä'],
    ['code page 437 of DOS', [0x84], 0x01, null, 'ä'],
    ['code page 852 of DOS', [0x9f], 0x64, null, 'č'],
    ['Cyrillic', [0xcf], 0xc9, null, 'П'],
    ['GBK', [0xb2, 0xe2], 0x4d, null, '测'],
    ['what the .cpg says before the language byte', [0xe8], 0x03, '1250', 'č'],
    ['ISO 8859-7', [0xe1], 0x00, 'ISO 88597', 'α'],
    ['a name of the encoding', [0xb4, 0xfa], 0x00, 'Big5', '測'],
    ['UTF-8 by number', [0xc3, 0xa4], 0x03, '65001', 'ä'],
  ])('are %s', async (_, bytes, language, cpg, text) => {
    const drawing = await withText(bytes, language, cpg);
    expect(drawing.features[0]!.properties).toEqual({ text });
    expect(drawing.notes).toEqual([]);
  });

  it('are assumed where nothing says how they are coded, which is told', async () => {
    for (const bytes of [[0xc3, 0xa4], [0xe4]]) {
      const drawing = await withText(bytes, 0, null);
      expect(drawing.features[0]!.properties).toEqual({ text: 'ä' });
      expect(codesOf(drawing)).toEqual(['shp.encoding-assumed']);
    }
    expect(codesOf(await withText([0x61], 0, 'Klingon'))).toEqual(['shp.unknown-encoding']);
  });
});
