import { describe, expect, it } from 'vitest';
import { METRE } from '../units/units.ts';
import { type DrawingDocument, emptyDrawing } from './document.ts';
import { toExchangeDrawing } from './exchange-drawing.ts';
import type { DrawingFeature } from './feature.ts';
import { migrateDrawing } from './migrations.ts';
import { parseDrawing, parseNewerDrawing } from './parse/parse-drawing.ts';
import { serialiseDrawing } from './serialise.ts';

function createFeature(more: Partial<DrawingFeature> = {}): DrawingFeature {
  return {
    id: 'a',
    kind: 'polyline',
    layerId: 'layer-1',
    code: 'EP',
    name: 'edge',
    coordinates: [500000.1234567, 4500000.7654321, 12.5, 500001, 4500002, Number.NaN],
    rank: 1,
    ...more,
  };
}

function createDocument(...features: DrawingFeature[]): DrawingDocument {
  return {
    ...emptyDrawing('Drawing'),
    features: Object.fromEntries(features.map((feature) => [feature.id, feature])),
  };
}

const throughJson = (document: DrawingDocument) =>
  parseDrawing(JSON.parse(JSON.stringify(serialiseDrawing(document))));

describe('a saved drawing', () => {
  it('comes back exactly, missing elevations among it', () => {
    const document = createDocument(createFeature(), createFeature({ id: 'b', rank: 2 }));
    expect(throughJson(document)).toEqual(document);
  });

  it('keeps its views, and has none where it was saved before there were any', () => {
    const camera = {
      mode: '3d',
      target: [500000.5, 4500000.25, 12],
      distance: 80,
      yawRad: 1,
      pitchRad: 0.5,
      isParallel: true,
    } as const;
    const split = { id: 's', name: 'Both', mode: 'split', camera, rank: 2 } as const;
    const views = {
      v: { id: 'v', name: 'Dam', mode: '3d', camera, second: null, rank: 1 },
      s: { ...split, second: { camera: { ...camera, distance: 5 }, isLocked: true } },
    } as const;
    expect(throughJson({ ...createDocument(), views }).views).toEqual(views);
    const { views: _, ...old } = serialiseDrawing(createDocument(createFeature()));
    expect(parseDrawing({ ...old, schemaVersion: 1 }).views).toEqual({});
    const older = {
      id: 'v',
      name: 'Dam',
      mode: '2d',
      target: [1, 2, 3],
      distance: 8,
      yawRad: 1,
      pitchRad: 1,
    };
    const saved = { ...serialiseDrawing(createDocument()), views: [{ ...older, rank: 1 }] };
    expect(parseDrawing(saved).views).toMatchObject({
      v: { mode: '2d', second: null, camera: { mode: '2d', isParallel: false } },
    });
    const alone = { v: { ...split, id: 'v', second: null } };
    expect(() => throughJson({ ...createDocument(), views: alone })).toThrow(/drawing.bad-record/);
    for (const wrong of [{ distance: 0 }, { target: [1, 2] as never }, { mode: '4d' as never }]) {
      const broken = { v: { ...views.v, camera: { ...camera, ...wrong } } };
      expect(() => throughJson({ ...createDocument(), views: broken })).toThrow(/drawing.bad-record/);
    }
  });

  it('keeps the line types of its layers and refuses those that it does not know', () => {
    const document = createDocument(createFeature());
    const layers = { 'layer-1': { ...document.layers['layer-1']!, lineType: 'dash-dot' } } as const;
    expect(throughJson({ ...document, layers }).layers).toEqual(layers);
    expect(toExchangeDrawing({ ...document, layers }, METRE).layers[0]!.lineType).toBe('dash-dot');
    const saved = serialiseDrawing(document);
    const odd = { ...saved, layers: [{ ...saved.layers[0], lineType: 'wavy' }] };
    expect(() => parseDrawing(odd)).toThrow('drawing.bad-record');
  });

  it('keeps what its polygons are for, and refuses what a feature cannot be', () => {
    const ring = [0, 0, 1, 9, 0, 1, 9, 9, 1];
    const bounds = createFeature({ kind: 'polygon', purpose: 'crop-bounds', coordinates: ring });
    expect(throughJson(createDocument(bounds)).features['a']).toEqual(bounds);
    expect(toExchangeDrawing(createDocument(bounds), METRE).features[0]).toMatchObject({
      kind: 'polygon',
      properties: { purpose: 'crop-bounds' },
    });
    for (const wrong of [{ purpose: 'moat' as never }, { kind: 'polyline' as const }]) {
      expect(() => throughJson(createDocument({ ...bounds, ...wrong }))).toThrow(/drawing.bad-record/);
    }
  });

  it('has features that are for nothing else where it was saved before there were purposes', () => {
    const old = { ...serialiseDrawing(createDocument(createFeature())), schemaVersion: 2 };
    expect(parseDrawing(old)).toEqual(createDocument(createFeature()));
  });

  const everyKind: readonly DrawingFeature[] = [
    createFeature({
      id: 'p',
      kind: 'point',
      coordinates: [1, 2, 3],
      look: { symbol: 'manhole', symbolRotation: 1 },
    }),
    createFeature({
      id: 'm',
      kind: 'multipoint',
      purpose: 'grid-points',
      coordinates: [1, 2, 3, 4, 5, Number.NaN],
    }),
    createFeature({ id: 'b', purpose: 'hard-breakline', elevation: { mode: 'draped', surface: 'Ground' } }),
    createFeature({ id: 'c', isClosed: true, bulges: [1, 1], look: { colour: '#ff0000', lineWeight: 0.5 } }),
    createFeature({
      id: 'h',
      kind: 'polygon',
      coordinates: [0, 0, 1, 9, 0, 1, 9, 9, 1, 2, 1, 1, 3, 1, 1, 3, 2, 1],
      holeStarts: [3],
      attributes: { height: 2.5, owner: 'Müller', isNew: true, note: null },
    }),
    createFeature({ id: 'o', kind: 'polygon', coordinates: [0, 0, 1, 2, 0, 1], bulges: [1, 1] }),
    createFeature({
      id: 't',
      kind: 'annotation',
      coordinates: [0, 0, 1, 5, 0, 1, 0, 3, 1],
      annotation: { form: 'dimension', text: '', size: { value: 2.5, on: 'paper' }, rotation: 0 },
    }),
    createFeature({ id: 'g', kind: 'grid', columns: 2, coordinates: [0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 2] }),
    createFeature({ id: 's', kind: 'tin', triangles: [0, 1, 2], coordinates: [0, 0, 1, 1, 0, 1, 0, 1, 1] }),
  ];

  it('keeps every kind of feature with all that it has', () => {
    const document = createDocument(...everyKind);
    const codes = {
      k: {
        id: 'k',
        code: 'EP',
        name: 'Edge of pavement',
        kinds: ['polyline'],
        attributes: [{ name: 'height', type: 'number', initial: 0.1 }],
        rank: 1,
      },
    } as const;
    const layers = {
      'layer-1': {
        ...document.layers['layer-1']!,
        description: 'Edges',
        lineWeight: 0.35,
        transparency: 0.5,
        isLocked: true,
        group: 'Roads',
      },
    } as const;
    expect(throughJson({ ...document, layers, codes })).toEqual({ ...document, layers, codes });
  });

  it.each([
    { kind: 'point', bulges: [0] },
    { bulges: [1] },
    { kind: 'polygon', coordinates: [0, 0, 0, 1, 0, 0], bulges: [0, 0] },
    { kind: 'polygon', coordinates: [0, 0, 0, 1, 0, 0, 1, 1, 0, 2, 2, 0], holeStarts: [3] },
    { kind: 'grid', columns: 3, coordinates: [0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 2] },
    { kind: 'tin', triangles: [0, 1, 3], coordinates: [0, 0, 1, 1, 0, 1, 0, 1, 1] },
    { kind: 'annotation' },
    { look: { lineWeight: 9 } },
    { look: { colour: 'red' } },
    { attributes: { list: [] } },
    { elevation: { mode: 'draped' } },
  ])('refuses a feature that does not fit together: %j', (more) => {
    const wrong = createFeature(more as Partial<DrawingFeature>);
    expect(() => throughJson(createDocument(wrong))).toThrow('drawing.bad-record');
  });

  it('of a newer program is read as far as it is known', () => {
    const saved = JSON.parse(JSON.stringify(serialiseDrawing(createDocument(...everyKind))));
    saved.schemaVersion = 99;
    saved.features.push({ ...saved.features[0], id: 'new', kind: 'hologram' });
    saved.layers.push({ colour: 7 });
    expect(() => parseDrawing(saved)).toThrow('drawing.too-new');
    const { document, skipped } = parseNewerDrawing(saved);
    expect(skipped).toBe(2);
    expect(Object.keys(document.features)).toHaveLength(everyKind.length);
  });

  it('gives every kind to the exchange formats, counted', () => {
    const { features, texts, surfaces, layers } = toExchangeDrawing(createDocument(...everyKind), METRE);
    expect(features.map(({ kind }) => kind).sort()).toEqual([
      'multipoint',
      'point',
      'polygon',
      'polygon',
      ...new Array<string>(5).fill('polyline'),
    ]);
    expect(texts?.map(({ text }) => text)).toEqual(['5.000']);
    expect(surfaces).toHaveLength(2);
    expect(surfaces?.[0]?.triangles).toHaveLength(6);
    expect(layers).toHaveLength(1);
    expect(features.find(({ holeStarts }) => holeStarts)).toMatchObject({
      properties: { height: 2.5, owner: 'Müller', isNew: true, note: null },
    });
    expect(features.find(({ closed }) => closed)).toMatchObject({
      bulges: Float64Array.of(1, 1),
      style: { colour: '#ff0000', lineWeight: 0.5 },
    });
  });

  it('is the same text whatever the order of records', () => {
    const [a, b] = [createFeature(), createFeature({ id: 'b', rank: 2 })];
    const text = (document: DrawingDocument) => JSON.stringify(serialiseDrawing(document));
    expect(text(createDocument(b, a))).toBe(text(createDocument(a, b)));
  });

  it.each([
    [null, 'drawing.not-a-document'],
    [{ layers: [] }, 'drawing.not-a-document'],
    [{ schemaVersion: 99, layers: [], features: [] }, 'drawing.too-new'],
    [{ schemaVersion: 1, layers: [], features: [] }, 'drawing.not-a-document'],
    [{ schemaVersion: 1, layers: {}, features: [] }, 'drawing.bad-record'],
  ])('is refused when it is %j', (saved, code) => {
    expect(() => parseDrawing(saved)).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    ['a layer that is not there', { layerId: 'gone' }],
    ['a kind that is not known', { kind: 'circle' as never }],
    ['too few vertices', { coordinates: [1, 2, 3] }],
    ['a vertex cut short', { coordinates: [1, 2, 3, 4, 5, 6, 7] }],
    ['an easting that is missing', { coordinates: [Number.NaN, 2, 3, 4, 5, 6] }],
  ])('is refused with %s, naming the record', (_, more) => {
    expect(() => throughJson(createDocument(createFeature(more)))).toThrow(
      expect.objectContaining({
        code: 'drawing.bad-record',
        params: expect.objectContaining({ place: expect.stringContaining('features') }),
      }),
    );
  });

  it('is brought to the newest version one step at a time', () => {
    const steps = [
      (data: object) => ({ ...data, schemaVersion: 2, first: true }),
      (data: object) => ({ ...data, schemaVersion: 3, second: true }),
    ];
    expect(migrateDrawing({ schemaVersion: 1 }, steps)).toEqual({
      schemaVersion: 3,
      first: true,
      second: true,
    });
    expect(migrateDrawing({ schemaVersion: 2 }, steps)).toEqual({ schemaVersion: 3, second: true });
    expect(() => migrateDrawing({ schemaVersion: 4 }, steps)).toThrow(/drawing.too-new/);
  });
});

describe('an exported drawing', () => {
  it('fills missing elevations from the terrain, or drops them all', () => {
    const document = createDocument(createFeature());
    const filled = toExchangeDrawing(document, METRE, { elevationAt: () => 7 });
    expect(filled.features[0]?.coordinates[5]).toBe(7);
    const bare = toExchangeDrawing(document, METRE);
    expect([bare.features[0]?.coordinates[2], bare.features[0]?.coordinates[5]]).toEqual([
      Number.NaN,
      Number.NaN,
    ]);
  });

  it('leaves hidden layers out and keeps layers of one name apart', () => {
    const { layers } = emptyDrawing('Drawing');
    const document: DrawingDocument = {
      ...createDocument(
        createFeature({ layerId: 'layer-2' }),
        createFeature({ id: 'b', layerId: 'layer-3' }),
      ),
      layers: {
        ...layers,
        'layer-2': { ...layers['layer-1']!, id: 'layer-2', rank: 2 },
        'layer-3': { ...layers['layer-1']!, id: 'layer-3', rank: 3, isVisible: false },
      },
    };
    const drawing = toExchangeDrawing(document, METRE);
    expect(drawing.layers.map(({ name }) => name)).toEqual(['Drawing', 'Drawing 2']);
    expect(drawing.features.map(({ layer }) => layer)).toEqual(['Drawing 2']);
  });

  it('gives contours their elevation at every vertex', () => {
    const lines = {
      levels: Float64Array.of(10, 20),
      lineLevels: Uint32Array.of(0, 1),
      starts: Uint32Array.of(0, 2, 5),
      coordinates: Float64Array.of(0, 0, 1, 1, 5, 5, 6, 6, 7, 7),
    };
    const drawing = toExchangeDrawing(createDocument(), null, { contours: [{ lines, layer: 'Contours' }] });
    expect(drawing.features.map(({ coordinates }) => [...coordinates])).toEqual([
      [0, 0, 10, 1, 1, 10],
      [5, 5, 20, 6, 6, 20, 7, 7, 20],
    ]);
    expect(drawing.layers.at(-1)?.name).toBe('Contours');
  });
});
