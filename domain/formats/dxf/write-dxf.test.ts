import { describe, expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import type { ExchangeDrawing, ExchangeFeature } from '#domain/formats/exchange-model.ts';
import type { SymbolDefinition } from '#domain/symbols/symbol.ts';
import { METRE } from '#domain/units/units.ts';
import { createExportDrawing } from '#tests/support/export-drawing.ts';
import { dxfChanges } from './changes.ts';
import { readDxf } from './read/read-dxf.ts';
import { type DxfOptions, writeDxf } from './write-dxf.ts';

function bytesOf(drawing: ExchangeDrawing, options: DxfOptions = {}): Uint8Array {
  return new Uint8Array([...writeDxf(drawing, options)].flatMap((part) => [...part]));
}

async function readBack(drawing: ExchangeDrawing, options: DxfOptions = {}) {
  const read = await readDxf(memorySource('a.dxf', bytesOf(drawing, options)), { tolerance: 0.001 });
  expect(read.notes).toEqual([]);
  return read;
}

const withoutRecords = (features: readonly ExchangeFeature[]) =>
  features.map(({ record: _, ...feature }) => feature);

const layer = { name: 'A', colour: '#ff0000' };
const createDrawing = (parts: Partial<ExchangeDrawing>): ExchangeDrawing => ({
  layers: [layer],
  features: [],
  unit: METRE,
  ...parts,
});

/** Handles and the seed of a file. */
function handlesOf(bytes: Uint8Array) {
  const lines = new TextDecoder('latin1').decode(bytes).split('\n');
  const pairs = lines.flatMap((line, i) => (i % 2 === 0 ? [[line, lines[i + 1]!] as const] : []));
  const seed = pairs[pairs.findIndex(([, value]) => value === '$HANDSEED') + 1]![1];
  const body = pairs.slice(pairs.findIndex(([, value]) => value === 'TABLES'));
  const handles = body.filter(([code]) => code === '5' || code === '105').map(([, value]) => value);
  return { seed: Number.parseInt(seed, 16), handles: handles.map((handle) => Number.parseInt(handle, 16)) };
}

describe('what is read back', () => {
  it('equals the drawing: features, heights or none, names, codes, holes, properties, surfaces', async () => {
    const drawing = createExportDrawing();
    const read = await readBack(drawing);
    expect(withoutRecords(read.features)).toEqual(
      drawing.features.map((feature) => ({ ...feature, layer: feature.layer.replace('/', '_') })),
    );
    expect(read.surfaces!.map(({ points, triangles }) => ({ points, triangles }))).toEqual(
      drawing.surfaces!.map(({ points, triangles }) => ({ points, triangles })),
    );
    expect(read.unit!.id).toBe('usSurveyFeet');
  });

  it('has arcs, parts, holes and groups of points as they were', async () => {
    const features: ExchangeFeature[] = [
      {
        kind: 'polyline',
        coordinates: Float64Array.of(0, 0, 5, 10, 0, 5, 10, 10, 5),
        bulges: Float64Array.of(0.5, -0.1, 0),
        layer: 'A',
        closed: true,
      },
      {
        kind: 'polygon',
        coordinates: Float64Array.of(
          0,
          0,
          1,
          9,
          0,
          1,
          9,
          9,
          1,
          1,
          1,
          1,
          2,
          1,
          1,
          2,
          2,
          1,
          20,
          0,
          2,
          29,
          0,
          3,
          29,
          9,
          4,
        ),
        holeStarts: [3],
        partStarts: [6],
        layer: 'A',
        name: 'Yard',
      },
      { kind: 'multipoint', coordinates: Float64Array.of(1, 2, 3, 4, 5, 6), layer: 'A', code: 'TREE' },
      { kind: 'multipoint', coordinates: Float64Array.of(7, 8, 9), layer: 'A' },
      {
        kind: 'polyline',
        coordinates: Float64Array.of(0, 0, Number.NaN, 1, 1, Number.NaN),
        layer: 'A',
        style: { colour: '#0000ff', lineType: 'dashed', lineWeight: 0.5 },
      },
    ];
    expect(withoutRecords((await readBack(createDrawing({ features }))).features)).toEqual(features);
  });

  it('has layers with their look, and texts with lines, letters and anchors', async () => {
    const layers = [
      {
        name: '测量 🗺',
        colour: '#00ff00',
        isVisible: false,
        isLocked: true,
        lineType: 'dotted',
        lineWeight: 0.25,
      },
    ] as const;
    const anchor = { horizontal: 'left', vertical: 'baseline' } as const;
    const texts = [
      { text: '50 %% {a} ^ \\ é 测', x: 1, y: 2, z: 3, height: 2, angle: 30, anchor, layer: layers[0].name },
      {
        ...{ text: 'one {1}\n\\two ^\n测', x: 1, y: 2, z: 0, height: 2, angle: 45, layer: layers[0].name },
        anchor: { horizontal: 'right', vertical: 'top' },
        style: { colour: '#ff0000' },
      },
      {
        ...{
          text: `${'long '.repeat(100)}\nend`,
          x: 1,
          y: 2,
          z: 0,
          height: 2,
          angle: 0,
          layer: layers[0].name,
        },
        anchor: { horizontal: 'centre', vertical: 'middle' },
      },
    ] as const;
    const read = await readBack(createDrawing({ layers, texts }));
    expect(read.layers.filter(({ name }) => name !== '0')).toEqual(layers);
    expect(read.texts!.map(({ record: _, ...text }) => text)).toEqual(
      texts.map((text) => ({ ...text, angle: expect.closeTo(text.angle, 9) })),
    );
  });

  it('has symbols, and the points that show them with number, code and properties', async () => {
    const symbols: SymbolDefinition[] = [
      {
        name: 'manhole',
        parts: [
          { kind: 'circle', x: 0, y: 0, radius: 0.5 },
          { kind: 'circle', x: 0.25, y: 0, radius: 0.125, isFilled: true },
          { kind: 'line', points: [0, 0, 1, 0, 1, 1] },
          { kind: 'line', points: [0, 0, 1, 0, 1, 1], isClosed: true },
          { kind: 'area', points: [0, 0, 0.5, 0, 0.5, 0.5] },
          { kind: 'arc', x: 0, y: 0, radius: 1, start: 0, end: Math.PI / 2 },
        ],
      },
    ];
    const features: ExchangeFeature[] = [
      {
        kind: 'point',
        coordinates: Float64Array.of(10, 20, 3),
        layer: 'A',
        name: '101',
        code: 'MH',
        symbol: { name: 'manhole', rotation: Math.PI / 6, scale: 2.5 },
        properties: { depth: 2.4, 'cover type': 'Gußeisen 测', open: false, none: null },
      },
      {
        kind: 'point',
        coordinates: Float64Array.of(1, 2, Number.NaN),
        layer: 'A',
        symbol: { name: 'manhole', rotation: 0, scale: 1 },
      },
    ];
    const drawing = createDrawing({ features, symbols });
    const read = await readBack(drawing, { labelHeight: 1 });
    expect(withoutRecords(read.features)).toEqual([
      { ...features[0], symbol: { name: 'manhole', rotation: expect.closeTo(Math.PI / 6, 12), scale: 2.5 } },
      features[1],
    ]);
    const near = (value: unknown): unknown =>
      typeof value === 'number'
        ? expect.closeTo(value, 9)
        : Array.isArray(value)
          ? value.map(near)
          : typeof value === 'object' && value !== null
            ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, near(one)]))
            : value;
    expect(read.symbols).toEqual(near(symbols));
    const { seed, handles } = handlesOf(bytesOf(drawing, { labelHeight: 1 }));
    expect(new Set(handles).size).toBe(handles.length);
    expect(handles.reduce((most, handle) => Math.max(most, handle))).toBe(seed - 1);
  });
});

describe('arcs', () => {
  const arc = (z: number): ExchangeFeature => ({
    kind: 'polyline',
    coordinates: Float64Array.of(0, 0, 0, 10, 0, z),
    bulges: Float64Array.of(1, 0),
    layer: 'A',
  });

  it.each([
    ['where they slope', arc(4), {}],
    ['where they are wanted as such', arc(0), { arcs: 'chords' }],
  ] as const)('are chords %s', async (_, feature, options) => {
    const drawing = createDrawing({ features: [feature] });
    const bytes = bytesOf(drawing, { ...options, tolerance: 0.01 });
    const { features } = await readBack(drawing, { ...options, tolerance: 0.01 });
    const { coordinates, bulges } = features[0]!;
    expect(bulges).toBeUndefined();
    expect(coordinates.length / 3).toBeGreaterThan(20);
    for (let i = 0; i < coordinates.length; i += 3)
      expect(Math.hypot(coordinates[i]! - 5, coordinates[i + 1]!)).toBeCloseTo(5, 9);
    expect(coordinates.at(-1)).toBe(feature.coordinates.at(-1));
    const { seed, handles } = handlesOf(bytes);
    expect(handles.reduce((most, handle) => Math.max(most, handle))).toBe(seed - 1);
  });
});

it('tells what DXF cannot carry', () => {
  const slope = Float64Array.of(0, 0, 0, 10, 0, 4);
  const drawing = createDrawing({
    layers: [layer, { name: 'a', colour: '#00ff00', transparency: 0.5 }],
    features: [
      { kind: 'polyline', coordinates: slope, bulges: Float64Array.of(1, 0), layer: 'A' },
      {
        kind: 'point',
        coordinates: Float64Array.of(0, 0, 0),
        layer: 'A',
        name: 'n'.repeat(300),
        symbol: { name: 'none', rotation: 0, scale: 1 },
        properties: { note: 'x'.repeat(300), short: 1 },
      },
    ],
    texts: [{ text: '测'.repeat(400), x: 0, y: 0, z: 0, height: 1, angle: 0, layer: 'A' }],
  });
  expect(dxfChanges(drawing)).toEqual([
    { code: 'export.layer-renamed', params: { layer: 'a', written: 'a_2' } },
    { code: 'export.dxf-transparency', params: { count: 1 } },
    { code: 'export.dxf-sloping-arcs', params: { count: 1 } },
    { code: 'export.dxf-properties', params: { count: 1 } },
    { code: 'export.dxf-texts-cut', params: { count: 2 } },
    { code: 'export.dxf-symbols', params: { count: 1 } },
  ]);
});
