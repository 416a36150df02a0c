import { describe, expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import type { ExchangeFeature } from '#domain/formats/exchange-model.ts';
import { dxfText } from '#tests/support/dxf-text.ts';
import { type ReadDxfOptions, readDxf } from './read-dxf.ts';

type Sections = Parameters<typeof dxfText>[0];

function readText(text: string | Uint8Array, options: Partial<ReadDxfOptions> = {}) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return readDxf(memorySource('a.dxf', bytes), { tolerance: 0.001, ...options });
}

const read = (sections: Sections, options: Partial<ReadDxfOptions> = {}) =>
  readText(dxfText(sections), options);

async function readOne(entity: string, rest: Sections = {}): Promise<ExchangeFeature> {
  const { features, notes } = await read({ ...rest, entities: [entity] });
  expect(notes).toEqual([]);
  expect(features.length).toBe(1);
  return features[0]!;
}

const xyz = ({ coordinates }: ExchangeFeature) => [...coordinates];
const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 9));
const codesOf = (notes: readonly { code: string; params: object }[]) =>
  notes.map(({ code, params }) => ({ code, ...params, file: undefined }));

describe('points and lines', () => {
  it('reads points and lines with the number of their object', async () => {
    const { features } = await read({
      entities: ['POINT 8=A 10=1.5 20=-2 30=3', 'LINE 8=B 10=0 20=0 30=1 11=5 21=6 31=7'],
    });
    expect(features).toEqual([
      { kind: 'point', coordinates: Float64Array.of(1.5, -2, 3), layer: 'A', record: 0 },
      { kind: 'polyline', coordinates: Float64Array.of(0, 0, 1, 5, 6, 7), layer: 'B', record: 1 },
    ]);
  });

  it('reads light lines: elevation, bulges, closed; widths are passed over', async () => {
    const feature = await readOne(
      'LWPOLYLINE 8=A 90=3 70=1 43=0.5 38=12 10=0 20=0 42=1 10=10 20=0 40=1 41=2 10=10 20=10',
    );
    expect(xyz(feature)).toEqual([0, 0, 12, 10, 0, 12, 10, 10, 12]);
    expect([...feature.bulges!]).toEqual([1, 0, 0]);
    expect(feature.closed).toBe(true);
  });

  it('reads polylines in plan and in space', async () => {
    const { features, notes } = await read({
      entities: [
        ...['POLYLINE 8=A 66=1 30=5 70=0', 'VERTEX 10=0 20=0 42=0.5', 'VERTEX 10=1 20=0', 'SEQEND'],
        ...['POLYLINE 8=A 70=9', 'VERTEX 10=0 20=0 30=1 70=32', 'VERTEX 10=1 20=0 30=2 70=32', 'SEQEND'],
      ],
    });
    expect(notes).toEqual([]);
    expect(features.map(xyz)).toEqual([
      [0, 0, 5, 1, 0, 5],
      [0, 0, 1, 1, 0, 2],
    ]);
    expect([...features[0]!.bulges!]).toEqual([0.5, 0]);
    expect(features.map(({ closed, record }) => [closed, record])).toEqual([
      [undefined, 0],
      [true, 1],
    ]);
  });

  it('reads the fitted vertices of a spline-fit polyline, not its frame', async () => {
    const { features } = await read({
      entities: [
        'POLYLINE 8=A 70=4',
        ...['VERTEX 10=0 20=9 70=16', 'VERTEX 10=0 20=0 70=8', 'VERTEX 10=1 20=1 70=8', 'SEQEND'],
      ],
    });
    expect(xyz(features[0]!)).toEqual([0, 0, 0, 1, 1, 0]);
  });
});

describe('curves', () => {
  it('keeps arcs and circles as arcs', async () => {
    const arc = await readOne('ARC 8=A 10=10 20=20 30=3 40=5 50=0 51=90');
    expect(xyz(arc)).toEqual(near([15, 20, 3, 10, 25, 3]));
    expect([...arc.bulges!]).toEqual(near([Math.tan(Math.PI / 8), 0]));
    const large = await readOne('ARC 8=A 10=0 20=0 40=1 50=90 51=0');
    expect(xyz(large).length).toBe(9);
    const circle = await readOne('CIRCLE 8=A 10=1 20=2 40=3');
    expect(xyz(circle)).toEqual(near([4, 2, 0, -2, 2, 0]));
    expect([...circle.bulges!]).toEqual(near([1, 1]));
    expect(circle.closed).toBe(true);
  });

  it('mirrors what is extruded downwards', async () => {
    const arc = await readOne('ARC 8=A 10=10 20=20 30=3 40=5 50=0 51=90 210=0 220=0 230=-1');
    expect(xyz(arc)).toEqual(near([-15, 20, -3, -10, 25, -3]));
    expect([...arc.bulges!]).toEqual(near([-Math.tan(Math.PI / 8), 0]));
    const line = await readOne('LWPOLYLINE 8=A 90=2 70=0 10=1 20=2 42=0.5 10=3 20=4 210=0 220=0 230=-1');
    expect(xyz(line)).toEqual(near([-1, 2, 0, -3, 4, 0]));
    expect([...line.bulges!]).toEqual([-0.5, 0].map((value) => expect.closeTo(value)));
  });

  it('makes chords of circles that are tilted', async () => {
    const circle = await readOne('CIRCLE 8=A 10=0 20=0 30=0 40=2 210=1 220=0 230=0');
    expect(circle.bulges).toBeUndefined();
    for (let i = 0; i < circle.coordinates.length; i += 3) {
      const [x, y, z] = circle.coordinates.subarray(i, i + 3);
      expect(x).toBeCloseTo(0, 12);
      expect(Math.hypot(y!, z!)).toBeCloseTo(2, 12);
    }
  });

  it('makes chords of ellipses within the tolerance', async () => {
    const ellipse = await readOne(
      'ELLIPSE 8=A 10=10 20=0 30=0 11=4 21=0 31=0 40=0.5 41=0 42=6.283185307179586',
    );
    expect(ellipse.closed).toBe(true);
    const count = ellipse.coordinates.length / 3;
    for (let i = 0; i < count; i++) {
      const at = (vertex: number, axis: number) => ellipse.coordinates[3 * (vertex % count) + axis]!;
      expect(((at(i, 0) - 10) / 4) ** 2 + (at(i, 1) / 2) ** 2).toBeCloseTo(1, 9);
      const [x, y] = [(at(i, 0) + at(i + 1, 0)) / 2 - 10, (at(i, 1) + at(i + 1, 1)) / 2];
      expect(1 - Math.hypot(x / 4, y / 2)).toBeLessThan(0.001 / 2);
    }
  });

  it('makes chords of splines: a rational one is a quarter of a circle', async () => {
    const half = Math.SQRT1_2;
    const spline = await readOne(
      `SPLINE 8=A 70=4 71=2 72=6 73=3 40=0 40=0 40=0 40=1 40=1 40=1 41=1 41=${half} 41=1 10=1 20=0 30=0 10=1 20=1 30=0 10=0 20=1 30=0`,
    );
    const count = spline.coordinates.length / 3;
    expect(count).toBeGreaterThan(8);
    for (let i = 0; i < count; i++) {
      expect(Math.hypot(spline.coordinates[3 * i]!, spline.coordinates[3 * i + 1]!)).toBeCloseTo(1, 12);
    }
    expect(xyz(spline).slice(-3)).toEqual(near([0, 1, 0]));
  });

  it('tells splines whose numbers do not fit, and those that have fit points alone', async () => {
    const { features, notes } = await read({
      entities: [
        'SPLINE 8=A 70=0 71=3 40=0 10=1 20=0 30=0 10=1 20=1 30=0',
        'SPLINE 8=A 70=0 71=3 11=1 21=0 31=0 11=1 21=1 31=0',
      ],
    });
    expect(features.map(xyz)).toEqual([[1, 0, 0, 1, 1, 0]]);
    expect(codesOf(notes)).toEqual([
      { code: 'dxf.damaged', name: 'SPLINE', place: expect.any(Number), count: 1 },
      { code: 'dxf.simplified', name: 'SPLINE', count: 1 },
    ]);
  });
});

describe('areas and faces', () => {
  it('reads solids with their last corners crossed', async () => {
    const solid = await readOne('SOLID 8=A 10=0 20=0 11=1 21=0 12=0 22=1 13=1 23=1');
    expect(solid.kind).toBe('polygon');
    expect(xyz(solid)).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
  });

  it('reads hatches of lines, arcs and polylines, with holes', async () => {
    const square = (size: number) =>
      `92=2 72=0 73=1 93=4 10=${-size} 20=${-size} 10=${size} 20=${-size} 10=${size} 20=${size} 10=${-size} 20=${size} 97=0`;
    const pie =
      '92=1 93=3 72=1 10=0 20=0 11=1 21=0 72=2 10=0 20=0 40=1 50=0 51=90 73=1 72=1 10=0 20=1 11=0 21=0 97=0';
    const hatch = await readOne(
      `HATCH 8=A 10=0 20=0 30=7 2=SOLID 70=1 91=3 ${square(10)} ${pie} ${square(20)} 75=0 98=0`,
    );
    expect(hatch.kind).toBe('polygon');
    // The square of 10 is a hole of that of 20, the pie an island in the hole.
    expect(hatch.partStarts).toEqual([3]);
    expect(hatch.holeStarts).toEqual([7]);
    expect(xyz(hatch).slice(0, 9)).toEqual(near([0, 0, 7, 1, 0, 7, 0, 1, 7]));
    expect([...hatch.bulges!].slice(0, 3)).toEqual(near([0, Math.tan(Math.PI / 8), 0]));
  });

  it('gathers faces to a surface a layer, triangles turned alike', async () => {
    const { surfaces, notes } = await read({
      entities: [
        '3DFACE 8=Ground 10=0 20=0 30=1 11=10 21=0 31=2 12=10 22=10 32=3 13=0 23=10 33=4',
        '3DFACE 8=ground 10=10 20=0 30=2 11=10 21=10 31=3 12=20 22=0 32=5 13=20 23=0 33=5',
        '3DFACE 8=Ground 10=0 20=0 30=1 11=1 21=1 31=1 12=0 22=0 32=1 13=1 23=1 33=1',
      ],
      tables: ['LAYER 2=Ground 70=0 62=1 6=Continuous'],
    });
    expect(surfaces!.map(({ name, points }) => [name, points.length / 3])).toEqual([['Ground', 5]]);
    expect([...surfaces![0]!.triangles]).toEqual([0, 1, 2, 0, 2, 3, 1, 4, 2]);
    expect(codesOf(notes)).toEqual([{ code: 'dxf.without-extent', name: '3DFACE', count: 1 }]);
  });

  it('reads polyface and polygon meshes', async () => {
    const place = (x: number, y: number, flag: number) => `VERTEX 10=${x} 20=${y} 30=1 70=${flag}`;
    const { surfaces, notes } = await read({
      entities: [
        'POLYLINE 8=A 70=64 71=3 72=1',
        ...[place(0, 0, 192), place(1, 0, 192), place(0, 1, 192)],
        ...['VERTEX 70=128 71=1 72=-2 73=3', 'VERTEX 70=128 71=1 72=2 73=9', 'SEQEND'],
        'POLYLINE 8=B 70=16 71=2 72=2',
        ...[place(0, 0, 64), place(1, 0, 64), place(0, 1, 64), place(1, 1, 64), 'SEQEND'],
      ],
    });
    expect(surfaces!.map(({ layer, triangles }) => [layer, triangles.length / 3])).toEqual([
      ['A', 1],
      ['B', 2],
    ]);
    expect(codesOf(notes)).toMatchObject([{ code: 'dxf.damaged', name: 'POLYLINE', count: 1 }]);
  });
});

describe('texts', () => {
  it('reads texts with place, angle and anchor', async () => {
    const { texts } = await read({
      entities: [
        'TEXT 8=A 10=1 20=2 30=3 40=2.5 1=90%%d·%%p·%%c·%%%·\\U+6D4B·^J 50=30',
        'TEXT 8=A 10=1 20=2 40=1 1=x 72=1 73=2 11=5 21=6 31=7',
        'TEXT 8=A 10=0 20=0 40=1 1=y 72=5 11=0 21=4',
      ],
    });
    expect(texts).toEqual([
      {
        ...{
          text: '90° ± ⌀ % 测  ',
          x: 1,
          y: 2,
          z: 3,
          height: 2.5,
          angle: expect.closeTo(30),
          layer: 'A',
          record: 0,
        },
        anchor: { horizontal: 'left', vertical: 'baseline' },
      },
      {
        ...{ text: 'x', x: 5, y: 6, z: 7, height: 1, angle: 0, layer: 'A', record: 1 },
        anchor: { horizontal: 'centre', vertical: 'middle' },
      },
      {
        ...{ text: 'y', x: 0, y: 0, z: 0, height: 1, angle: expect.closeTo(90), layer: 'A', record: 2 },
        anchor: { horizontal: 'left', vertical: 'baseline' },
      },
    ]);
  });

  it('reads several lines without their formatting', async () => {
    const { texts } = await read({
      entities: [
        'MTEXT 8=A 10=1 20=2 30=0 40=3 41=50 71=5 3={\\fArial|b1;Bold}\\Pne 1=xt\\~\\{a\\}\\S1/2;\\H2x;·\\Lu\\l 11=0 21=1 31=0',
      ],
    });
    expect(texts![0]).toMatchObject({
      text: 'Bold\nnext\u00a0{a}1/2 u',
      angle: expect.closeTo(90),
      anchor: { horizontal: 'centre', vertical: 'middle' },
    });
  });

  it('takes the height of the style where a text has none', async () => {
    const { texts } = await read({
      tables: ['STYLE 2=Big 40=7'],
      entities: ['TEXT 8=A 10=0 20=0 1=x 7=BIG'],
    });
    expect(texts![0]!.height).toBe(7);
  });

  it('reads leaders and notes with leaders', async () => {
    const { features, texts } = await read({
      entities: [
        'LEADER 8=A 10=0 20=0 30=0 10=5 20=5 30=0',
        'MULTILEADER 8=A 300=CONTEXT_DATA{ 40=1 10=9 20=9 30=0 41=2 304=Note\\Ptwo 12=6 22=5 32=0 13=1 23=0 33=0 302=LEADER{ 10=5 20=5 30=0 304=LEADER_LINE{ 10=1 20=1 30=0 91=0 305=} 303=} 301=}',
      ],
    });
    expect(features.map(xyz)).toEqual([
      [0, 0, 0, 5, 5, 0],
      [1, 1, 0, 5, 5, 0],
    ]);
    expect(texts).toMatchObject([{ text: 'Note\ntwo', x: 6, y: 5, height: 2 }]);
  });
});

describe('layers and looks', () => {
  const tables = [
    'LTYPE 2=DASHDOT 73=4 40=1 49=0.5 49=-0.25 49=0 49=-0.25',
    'LAYER 2=Road 70=4 62=3 6=DASHDOT 370=35',
    'LAYER 2=Off 70=0 62=-1 6=Continuous',
    'LAYER 2=Frozen 70=1 62=7 420=1193046 440=33554559',
  ];

  it('reads colours, line types, weights, and what is off, frozen or locked', async () => {
    const { layers } = await read({ tables });
    expect(layers).toEqual([
      { name: 'Road', colour: '#00ff00', lineType: 'dash-dot', lineWeight: 0.35, isLocked: true },
      { name: 'Off', colour: '#ff0000', isVisible: false },
      { name: 'Frozen', colour: '#123456', isVisible: false, transparency: expect.closeTo(0.502, 3) },
    ]);
  });

  it('gives features a look of their own only where they have one', async () => {
    const { features, layers } = await read({
      tables,
      entities: [
        'POINT 8=ROAD 62=256 6=BYLAYER 370=-1 10=0 20=0',
        'POINT 8=Road 62=5 6=DASHDOT 370=50 10=0 20=0',
        'POINT 8=New 62=1 420=255 10=0 20=0',
      ],
    });
    expect(features.map(({ layer, style }) => [layer, style])).toEqual([
      ['Road', undefined],
      ['Road', { colour: '#0000ff', lineType: 'dash-dot', lineWeight: 0.5 }],
      ['New', { colour: '#0000ff' }],
    ]);
    expect(layers.at(-1)).toEqual({ name: 'New', colour: '#ffffff' });
  });
});

describe('the file', () => {
  it('reads unit, code page and escapes', async () => {
    const text = dxfText({
      header: '9=$ACADVER 1=AC1015 9=$DWGCODEPAGE 3=ANSI_1251 9=$INSUNITS 70=21',
      entities: ['POINT 8=@@@ 10=0 20=0', 'POINT 8=\\M+1967B 10=0 20=0'],
    });
    const bytes = Uint8Array.from(text, (letter) => (letter === '@' ? 0xc6 : letter.charCodeAt(0)));
    const { unit, features, notes } = await readText(bytes);
    expect(unit!.id).toBe('usSurveyFeet');
    expect(features.map(({ layer }) => layer)).toEqual(['ЖЖЖ', '本']);
    expect(notes).toEqual([]);
  });

  it('reads UTF-8 since 2007, whatever code page it names', async () => {
    const header = '9=$ACADVER 1=AC1032 9=$DWGCODEPAGE 3=ANSI_1252';
    const { features, notes } = await read({ header, entities: ['POINT 8=测量 10=0 20=0'] });
    expect(features[0]!.layer).toBe('测量');
    expect(notes).toEqual([]);
  });

  it('tells code pages that it does not know', async () => {
    const { notes } = await read({ header: '9=$ACADVER 1=AC1009 9=$DWGCODEPAGE 3=dos850' });
    expect(codesOf(notes)).toEqual([{ code: 'dxf.unknown-code-page', name: 'dos850', count: 1 }]);
  });

  it('takes any end of line, comments, and blanks behind the end', async () => {
    const text = dxfText({ entities: ['LINE 8=A 10=1 20=2 11=3 21=4'] });
    for (const changed of [
      text.replaceAll('\n', '\r\n'),
      text.replaceAll('\n', '\r'),
      `999\nMade by hand\n${text}\n\n`,
      `\ufeff${text}what stands here is not read`,
    ]) {
      const { features, notes } = await readText(changed);
      expect(features.map(xyz)).toEqual([[1, 2, 0, 3, 4, 0]]);
      expect(notes).toEqual([]);
    }
  });

  it('reads binary files, with codes of one byte and of two', async () => {
    const number = (value: number) => [...new Uint8Array(Float64Array.of(value).buffer)];
    const groups = [
      [0, 'SECTION'],
      [2, 'ENTITIES'],
      [0, 'POINT'],
      [8, 'A'],
      [10, 1.5],
      [20, -2],
      [0, 'ENDSEC'],
      [0, 'EOF'],
    ];
    for (const isWide of [false, true]) {
      const body = groups.flatMap(([code, value]) => [
        ...(isWide ? [Number(code), 0] : [Number(code)]),
        ...(typeof value === 'number' ? number(value) : [...new TextEncoder().encode(`${value}\0`)]),
      ]);
      const start = new TextEncoder().encode('AutoCAD Binary DXF\r\n\x1a\0');
      const { features, notes } = await readText(Uint8Array.from([...start, ...body]));
      expect(features).toMatchObject([{ layer: 'A', coordinates: Float64Array.of(1.5, -2, 0) }]);
      expect(notes).toEqual([]);
    }
  });

  it('counts what it leaves out', async () => {
    const { notes, features } = await read({
      entities: [
        ...[
          '3DSOLID 8=A',
          'IMAGE 8=A',
          '3DSOLID 8=A',
          'POINT 8=A 60=1 10=0 20=0',
          'POINT 8=A 67=1 10=0 20=0',
        ],
        ...[
          'CIRCLE 8=A 10=0 20=0 40=0',
          'LWPOLYLINE 8=A 10=0 20=0',
          'POINT 8=A 10=x 20=0',
          'POINT 8=A 10=1e999 20=0',
        ],
      ],
    });
    expect(features).toEqual([]);
    expect(codesOf(notes)).toEqual([
      { code: 'dxf.skipped', name: '3DSOLID', count: 2 },
      { code: 'dxf.skipped', name: 'IMAGE', count: 1 },
      { code: 'dxf.invisible', name: 'POINT', count: 1 },
      { code: 'dxf.paper-space', count: 1 },
      { code: 'dxf.without-extent', name: 'CIRCLE', count: 1 },
      { code: 'dxf.without-extent', name: 'polyline', count: 1 },
      { code: 'dxf.bad-number', name: 'POINT', place: expect.any(Number), count: 2 },
    ]);
  });

  it('names the line of the first number that cannot be read', async () => {
    const text = dxfText({ entities: ['POINT 8=A 10=x 20=0'] });
    const { notes } = await readText(text);
    expect(notes[0]!.params['place']).toBe(text.split('\n').indexOf('x') + 1);
  });

  it('reads what comes before the end of a cut file, without the object that is cut', async () => {
    const text = dxfText({ entities: ['POINT 8=A 10=0 20=0', 'LINE 8=A 10=0 20=0 11=123 21=456'] });
    const { features, notes } = await readText(text.slice(0, text.indexOf('23\n21')));
    expect(features.length).toBe(1);
    expect(codesOf(notes)).toMatchObject([{ code: 'dxf.truncated', name: 'LINE', count: 1 }]);
  });

  it.each([
    ['', 'dxf.empty'],
    ['name,x,y\n1,2,3\n', 'dxf.not-dxf'],
    ['AC1032\0\0\0', 'dxf.is-dwg'],
    ['0\nEOF\n', 'dxf.not-dxf'],
    ['0\nSECTION\n2\nENTITIES\nabc\nx\n', 'dxf.bad-group'],
    ['0\nSECTION\n2\nENTITIES\n99999\nx\n', 'dxf.bad-group'],
  ])('refuses %j', async (text, code) => {
    await expect(readText(text)).rejects.toMatchObject({ code });
  });

  it('refuses lines without end', async () => {
    const text = `0\nSECTION\n2\n${'x'.repeat(3_000_000)}`;
    await expect(readText(text)).rejects.toMatchObject({ code: 'dxf.too-long-line' });
  });

  it('stops when it is told to', async () => {
    const signal = AbortSignal.abort();
    await expect(read({}, { signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('reports what it has read', async () => {
    const parts: number[] = [];
    await read({ entities: ['POINT 8=A 10=0 20=0'] }, { report: (part) => parts.push(part) });
    expect(parts).toEqual([1]);
  });
});
