import { expect, it } from 'vitest';
import { openSql } from '#workers/io/open-sql.ts';
import { readCrs } from '../../crs/read-crs.ts';
import { memorySource } from '../../formats/byte-source.ts';
import type { ExchangeDrawing, ExchangeFeature } from '../../formats/exchange-model.ts';
import { INTERNATIONAL_FOOT, METRE, US_SURVEY_FOOT } from '../../units/units.ts';
import { emptyDrawing } from '../document.ts';
import { toExchangeDrawing } from '../exchange-drawing.ts';
import { placementOf } from './import-choice.ts';
import { importRecords } from './import-records.ts';
import { type DrawingPlacement, placeDrawing } from './place-drawing.ts';
import { placementHints } from './placement-hints.ts';
import { readDrawingFiles } from './read-drawing-file.ts';

const line = (coordinates: number[], more: Partial<ExchangeFeature> = {}): ExchangeFeature => ({
  kind: 'polyline',
  coordinates: Float64Array.from(coordinates),
  layer: 'Kerbs',
  ...more,
});

const drawing = (...features: ExchangeFeature[]): ExchangeDrawing => ({
  layers: [{ name: 'Kerbs', colour: '#ff0000' }],
  features,
  unit: null,
});

const asIs: DrawingPlacement = {
  isSwapped: false,
  system: null,
  target: null,
  planScale: 1,
  heightScale: 1,
  tolerance: 0.001,
};

let count = 0;
const createId = () => `new-${count++}`;

const define = async (code: string) => (await readCrs([{ source: 'user', payload: code }])).definition;

it('scales plan and heights, keeps arcs and leaves the given drawing as it is', () => {
  const given = drawing(line([100, 200, 10, 110, 200, Number.NaN], { bulges: Float64Array.of(1, 0) }));
  const { drawing: placed } = placeDrawing(given, { ...asIs, planScale: 0.3048, heightScale: 2 });
  const [feature] = placed.features;
  expect([...feature!.coordinates]).toEqual([30.48, 60.96, 20, 33.528, 60.96, Number.NaN]);
  expect([...feature!.bulges!]).toEqual([1, 0]);
  expect(given.features[0]!.coordinates[0]).toBe(100);
});

it('turns arcs, angles and triangles over where east and north are swapped', () => {
  const given: ExchangeDrawing = {
    ...drawing(line([5, 1, 0, 6, 1, 0], { bulges: Float64Array.of(0.5, 0) })),
    texts: [{ text: 'a', x: 5, y: 1, z: 0, height: 2, angle: 0, layer: 'Kerbs' }],
    surfaces: [
      {
        name: 's',
        layer: 'Kerbs',
        points: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
        triangles: Uint32Array.of(0, 1, 2),
      },
    ],
  };
  const { drawing: placed } = placeDrawing(given, { ...asIs, isSwapped: true });
  expect([...placed.features[0]!.coordinates]).toEqual([1, 5, 0, 1, 6, 0]);
  expect([...placed.features[0]!.bulges!]).toEqual([-0.5, -0]);
  expect(placed.texts![0]).toMatchObject({ x: 1, y: 5, height: 2 });
  expect(placed.texts![0]!.angle).toBeCloseTo(90, 9);
  expect([...placed.surfaces![0]!.triangles]).toEqual([0, 2, 1]);
});

it('transforms from the system of the file, with arcs as chords that are told', async () => {
  const [system, target] = [await define('EPSG:4326'), await define('EPSG:32632')];
  const given = drawing(line([9, 45, 7, 9.001, 45, 8], { bulges: Float64Array.of(1, 0) }));
  const { drawing: placed, notes } = placeDrawing(given, { ...asIs, system, target, tolerance: 1e-8 });
  const { coordinates } = placed.features[0]!;
  // PROJ: 9° E, 45° N in UTM zone 32 is 500000, 4982950.4002.
  expect(coordinates[0]).toBeCloseTo(500_000, 4);
  expect(coordinates[1]).toBeCloseTo(4_982_950.4002, 4);
  expect(coordinates[2]).toBe(7);
  expect(placed.features[0]!.bulges).toBeUndefined();
  expect(coordinates.length).toBeGreaterThan(30);
  expect(notes).toEqual([{ code: 'import.arcs-became-chords', params: { count: 1 } }]);
});

it('believes the unit that a file states beside a system in another one', async () => {
  const [system, degrees] = [await define('EPSG:32632'), await define('EPSG:4326')];
  const feet = 1 / 0.3048;
  const given = drawing(line([500_000 * feet, 4_982_950.4002 * feet, feet, 0, 1, 0]));
  const place = (projectSystem: typeof system, projectUnit: typeof METRE | null) => {
    const facts = { fileSystem: system, fileUnit: INTERNATIONAL_FOOT, projectSystem, projectUnit };
    const choice = { system: 'file', other: null, unit: null, isSwapped: false } as const;
    const placement = placementOf({ ...facts, projectHeightUnit: METRE }, choice)!;
    return placeDrawing(
      drawing({
        ...given.features[0]!,
        coordinates: given.features[0]!.coordinates.slice(0, 3),
        kind: 'point',
      }),
      placement,
    );
  };
  const [same] = place(system, METRE).drawing.features;
  expect([...same!.coordinates].map((value) => Number(value.toFixed(4)))).toEqual([
    500_000, 4_982_950.4002, 1,
  ]);
  const [geographic] = place(degrees, null).drawing.features;
  expect(geographic!.coordinates[0]).toBeCloseTo(9, 8);
  expect(geographic!.coordinates[1]).toBeCloseTo(45, 8);
});

it('takes what the program itself writes back as it was', () => {
  const { layers } = emptyDrawing('Kerbs');
  const feature = {
    id: 'a',
    kind: 'polygon' as const,
    purpose: 'hole' as const,
    layerId: 'layer-1',
    code: 'EP',
    name: 'Edge',
    coordinates: [0, 0, 1, 10, 0, 1, 10, 10, 1, 2, 2, 1, 4, 2, 1, 4, 4, 1],
    holeStarts: [3],
    bulges: [0.2, 0, 0, 0, 0, 0],
    look: { colour: '#112233' },
    attributes: { Material: 'asphalt', 'Width m': 2.5 },
    rank: 1,
  };
  const document = { ...emptyDrawing('Kerbs'), features: { a: feature } };
  const { features, layers: added } = importRecords(
    toExchangeDrawing(document, null),
    { layers, features: {} },
    createId,
  );
  expect(added).toEqual([]);
  expect(features).toEqual([{ ...feature, id: expect.any(String) }]);
});

it('makes a feature of each part, annotations of texts and TINs of surfaces, and counts what is too short', () => {
  const given: ExchangeDrawing = {
    ...drawing(
      line([0, 0, 0, 1, 0, 0, 5, 5, 0, 6, 5, 0], { partStarts: [2], name: 'two' }),
      line([0, 0, 0], { kind: 'polyline' }),
    ),
    texts: [{ text: 'Tree\nold', x: 1, y: 2, z: 3, height: 0.5, angle: 90, layer: 'Kerbs' }],
    surfaces: [
      {
        name: 'ground',
        layer: 'Kerbs',
        points: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
        triangles: Uint32Array.of(0, 1, 2),
      },
    ],
  };
  const made = importRecords(given, emptyDrawing('Drawing'), createId);
  expect(made.layers).toMatchObject([{ name: 'Kerbs', colour: '#ff0000', isVisible: true, rank: 2 }]);
  expect(made.features.map(({ kind, name, rank }) => `${kind} ${name} ${rank}`)).toEqual([
    'polyline two 1',
    'polyline two 2',
    'annotation  3',
    'tin ground 4',
  ]);
  expect(made.features[2]!.annotation).toMatchObject({
    text: 'Tree\nold',
    size: { value: 0.5, on: 'ground' },
  });
  expect(made.notes).toEqual([{ code: 'import.too-few-vertices', params: { count: 1 } }]);
});

it('finds swapped axes and feet that were taken for metres, and nothing where the file fits', () => {
  const survey = { min: [500_000, 4_000_000], max: [500_400, 4_000_300] } as const;
  const hintsOf = (min: [number, number], max: [number, number]) =>
    placementHints({ min, max }, survey, METRE).map(({ isSwapped, unit }) => `${unit.name} ${isSwapped}`);
  expect(hintsOf([500_100, 4_000_100], [500_200, 4_000_200])).toEqual([]);
  expect(hintsOf([4_000_100, 500_100], [4_000_200, 500_200])).toEqual(['metre true']);
  const feet = 1 / US_SURVEY_FOOT.metres;
  const inFeet = hintsOf([500_100 * feet, 4_000_100 * feet], [500_200 * feet, 4_000_200 * feet]);
  // Both feet reach the survey: 8 m apart, they cannot be told apart by it.
  expect(inFeet).toEqual([`${INTERNATIONAL_FOOT.name} false`, `${US_SURVEY_FOOT.name} false`]);
  expect(hintsOf([0, 0], [10, 10])).toEqual([]);
});

it('takes one text at a time', async () => {
  const files = ['a.txt', 'b.csv'].map((name) => memorySource(name, new TextEncoder().encode('1,2,3')));
  await expect(readDrawingFiles(files, { openSql })).rejects.toMatchObject({ code: 'import.several-texts' });
});
