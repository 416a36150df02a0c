import { expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import { dxfText } from '#tests/support/dxf-text.ts';
import { readDxf } from './read-dxf.ts';

const readText = (text: string, maxExpansion?: number) =>
  readDxf(memorySource('a.dxf', new TextEncoder().encode(text)), {
    tolerance: 0.001,
    ...(maxExpansion === undefined ? {} : { maxExpansion }),
  });

const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 9));
const kindsOf = (notes: readonly { code: string; params: object }[]) =>
  notes.map(({ code, params }) => [
    code,
    (params as { name?: string }).name,
    (params as { count: number }).count,
  ]);

const post = ['BLOCK 2=POST 70=0 10=1 20=0', 'LINE 8=0 10=1 20=0 11=2 21=0', 'ENDBLK'];

it('moves, scales and turns a block about its base point', async () => {
  const { features } = await readText(
    dxfText({ blocks: post, entities: ['INSERT 8=A 2=post 10=10 20=20 30=5 41=2 42=3 43=1 50=90'] }),
  );
  expect(features.length).toBe(1);
  expect(features[0]!.layer).toBe('A');
  expect([...features[0]!.coordinates]).toEqual(near([10, 20, 5, 10, 22, 5]));
});

it('draws rows and columns, turned with the insert', async () => {
  const { features } = await readText(
    dxfText({ blocks: post, entities: ['INSERT 8=A 2=POST 10=0 20=0 50=90 70=2 71=2 44=10 45=5'] }),
  );
  const starts = features.map(({ coordinates }) => [...coordinates.subarray(0, 2)]);
  expect(starts).toEqual([near([0, 0]), near([0, 10]), near([-5, 0]), near([-5, 10])]);
});

it('draws blocks in blocks, and circles that are scaled unequally as ellipses', async () => {
  const { features } = await readText(
    dxfText({
      blocks: [
        ...['BLOCK 2=RING 70=0 10=0 20=0', 'CIRCLE 8=0 10=0 20=0 40=1', 'ENDBLK'],
        ...[
          'BLOCK 2=PAIR 70=0 10=0 20=0',
          'INSERT 8=0 2=RING 10=5 20=0',
          'INSERT 8=0 2=RING 10=0 20=0 41=-1',
          'ENDBLK',
        ],
      ],
      entities: [
        'INSERT 8=A 2=PAIR 10=100 20=0 41=2 42=2 43=2',
        'INSERT 8=A 2=RING 10=0 20=0 41=3 42=1 43=1',
      ],
    }),
  );
  const [right, mirrored, ellipse] = features;
  expect([...right!.coordinates]).toEqual(near([112, 0, 0, 108, 0, 0]));
  expect([...right!.bulges!]).toEqual(near([1, 1]));
  expect([...mirrored!.bulges!]).toEqual(near([-1, -1]));
  expect(ellipse!.bulges).toBeUndefined();
  for (let i = 0; i < ellipse!.coordinates.length; i += 3) {
    expect((ellipse!.coordinates[i]! / 3) ** 2 + ellipse!.coordinates[i + 1]! ** 2).toBeCloseTo(1, 9);
  }
});

it('turns the arcs of a light line that is scaled unequally into chords', async () => {
  const { features } = await readText(
    dxfText({
      blocks: [
        'BLOCK 2=B 70=0 10=0 20=0',
        'LWPOLYLINE 8=0 90=2 70=1 10=-1 20=0 42=-1 10=1 20=0 42=-1',
        'ENDBLK',
      ],
      entities: ['INSERT 8=A 2=B 10=0 20=0 41=3 42=1 43=1'],
    }),
  );
  const { coordinates, bulges, closed } = features[0]!;
  expect(bulges).toBeUndefined();
  expect(closed).toBe(true);
  expect(coordinates.length / 3).toBeGreaterThan(30);
  for (let i = 0; i < coordinates.length; i += 3)
    expect((coordinates[i]! / 3) ** 2 + coordinates[i + 1]! ** 2).toBeCloseTo(1, 9);
});

it('gives objects of a block the look of the insert where they say so', async () => {
  const { features } = await readText(
    dxfText({
      tables: ['LAYER 2=Red 70=0 62=1 6=Continuous', 'LAYER 2=Own 70=0 62=3 6=Continuous'],
      blocks: [
        'BLOCK 2=B 70=0 10=0 20=0',
        ...['POINT 8=0 10=0 20=0', 'POINT 8=Own 62=0 10=0 20=0', 'POINT 8=Own 10=0 20=0', 'ENDBLK'],
      ],
      entities: ['INSERT 8=Red 2=B 10=0 20=0', 'INSERT 8=Red 62=5 2=B 10=0 20=0'],
    }),
  );
  expect(features.map(({ layer, style }) => [layer, style?.colour])).toEqual([
    ['Red', undefined],
    ['Own', '#ff0000'],
    ['Own', undefined],
    ['Red', undefined],
    ['Own', '#0000ff'],
    ['Own', undefined],
  ]);
});

it('makes a point of an insert that has attributes, beside what it draws', async () => {
  const { features, texts } = await readText(
    dxfText({
      blocks: [
        'BLOCK 2=TREE 70=2 10=0 20=0',
        ...['CIRCLE 8=0 10=0 20=0 40=1', 'ATTDEF 8=0 10=0 20=0 40=1 1=? 2=KIND 70=0', 'ENDBLK'],
      ],
      entities: [
        'INSERT 8=A 66=1 2=TREE 10=10 20=20 30=3',
        ...[
          'ATTRIB 8=A 10=11 20=21 30=3 40=1 1=Oak 2=KIND 70=0',
          'ATTRIB 8=A 10=0 20=0 40=1 1=0.4 2=DIAM 70=1',
          'SEQEND',
        ],
      ],
    }),
  );
  expect(features.map(({ kind, properties }) => [kind, properties])).toEqual([
    ['point', { block: 'TREE', KIND: 'Oak', DIAM: '0.4' }],
    ['polyline', undefined],
  ]);
  expect(texts!.map(({ text, x }) => [text, x])).toEqual([['Oak', 11]]);
});

it('draws dimensions by their blocks, and inserts that come before their blocks', async () => {
  const text = dxfText({
    blocks: ['BLOCK 2=*D1 70=1 10=0 20=0', 'LINE 8=Dim 10=1 20=2 11=3 21=4', 'ENDBLK', ...post],
    entities: ['DIMENSION 8=A 2=*D1 10=9 20=9 70=32', 'INSERT 8=A 2=POST 10=0 20=0'],
  });
  const start = text.indexOf('0\nSECTION\n2\nBLOCKS');
  const blocks = text.slice(start, text.indexOf('0\nSECTION\n2\nENTITIES'));
  const swapped = text.replace(blocks, '').replace('0\nEOF\n', `${blocks}0\nEOF\n`);
  for (const one of [text, swapped]) {
    const { features, notes } = await readText(one);
    expect(notes).toEqual([]);
    expect(features.map(({ coordinates }) => [...coordinates])).toEqual([
      [1, 2, 0, 3, 4, 0],
      [0, 0, 0, 1, 0, 0],
    ]);
  }
});

it('tells blocks that are missing, external, or within themselves', async () => {
  const { features, notes } = await readText(
    dxfText({
      blocks: [
        ...['BLOCK 2=SELF 70=0 10=0 20=0', 'POINT 8=0 10=0 20=0', 'INSERT 8=0 2=OTHER 10=0 20=0', 'ENDBLK'],
        ...['BLOCK 2=OTHER 70=0 10=0 20=0', 'INSERT 8=0 2=SELF 10=0 20=0', 'ENDBLK'],
        ...['BLOCK 2=XREF 70=4 10=0 20=0 1=other.dwg', 'ENDBLK'],
        ...['BLOCK 2=*Paper_Space0 70=0 10=0 20=0', 'LINE 8=0 10=0 20=0 11=1 21=1', 'ENDBLK'],
      ],
      entities: ['INSERT 8=A 2=SELF 10=0 20=0', 'INSERT 8=A 2=XREF 10=0 20=0', 'INSERT 8=A 2=NONE 10=0 20=0'],
    }),
  );
  expect(features.length).toBe(1);
  expect(kindsOf(notes)).toEqual([
    ['dxf.recursive-block', 'SELF', 1],
    ['dxf.external-block', 'XREF', 1],
    ['dxf.unknown-block', 'NONE', 1],
    ['dxf.paper-space', undefined, 1],
  ]);
});

it('refuses blocks that expand without end, and tells absurd numbers of rows', async () => {
  const levels = Array.from({ length: 12 }, (_, i) => [
    `BLOCK 2=L${i} 70=0 10=0 20=0`,
    ...(i === 0 ? ['POINT 8=0 10=0 20=0'] : Array(10).fill(`INSERT 8=0 2=L${i - 1} 10=0 20=0`)),
    'ENDBLK',
  ]).flat();
  const bomb = dxfText({ blocks: levels, entities: ['INSERT 8=A 2=L11 10=0 20=0'] });
  await expect(readText(bomb, 10_000)).rejects.toMatchObject({ code: 'dxf.expands-too-far' });
  const rows = dxfText({
    blocks: post,
    entities: ['INSERT 8=A 2=POST 10=0 20=0 70=30000 71=30000 44=1 45=1'],
  });
  expect(kindsOf((await readText(rows)).notes)).toEqual([['dxf.damaged', 'INSERT', 1]]);
});
