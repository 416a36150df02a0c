import { describe, expect, it } from 'vitest';
import { arcOfBulge } from '../../geometry/plane/bulge.ts';
import { INTERNATIONAL_FOOT, METRE, US_SURVEY_FOOT } from '../../units/units.ts';
import { memorySource } from '../byte-source.ts';
import type { ExchangeDrawing } from '../exchange-model.ts';
import { readLandXmlDrawing } from './read-drawing.ts';
import { readLandXml } from './read-surfaces.ts';
import { landXmlChanges, writeLandXmlDrawing } from './write-drawing.ts';

const sourceOf = (text: string) => memorySource('site.xml', new TextEncoder().encode(text));
const metric = '<Units><Metric linearUnit="meter"/></Units>';
const read = (content: string, units = metric) =>
  readLandXmlDrawing(sourceOf(`<LandXML version="1.2">${units}${content}</LandXML>`));
const lineOf = (geometry: string, element = 'PlanFeature') =>
  read(
    `<${element}s name="L"><${element} name="a"><CoordGeom>${geometry}</CoordGeom></${element}></${element}s>`,
  );
const codesOf = ({ notes }: { notes: readonly { code: string }[] }) => notes.map(({ code }) => code);

const segment = (start: string, end: string) => `<Line><Start>${start}</Start><End>${end}</End></Line>`;

describe('points', () => {
  it('have northing first, codes, descriptions and properties, and names of any script', async () => {
    const drawing = await read(
      '<CgPoints name="測点"><CgPoint name="NO.1 ٣" code="EP" desc="edge" state="existing">200.5 100.25 7<Feature><Property label="sta" value="20"/></Feature></CgPoint><CgPoint name="2" desc="MH old">1,2</CgPoint><CgPoint name="3" pntRef="2"/></CgPoints>',
    );
    expect(drawing).toMatchObject({ unit: METRE, layers: [{ name: '測点' }], surfaceNames: [], notes: [] });
    expect(drawing.features).toMatchObject([
      { name: 'NO.1 ٣', code: 'EP', properties: { desc: 'edge', state: 'existing', sta: '20' } },
      { name: '2', code: 'MH old' },
      { name: '3' },
    ]);
    expect(drawing.features.map(({ coordinates }) => [...coordinates])).toEqual([
      [100.25, 200.5, 7],
      [2, 1, Number.NaN],
      [2, 1, Number.NaN],
    ]);
  });

  it.each(['', '1', '1 2 3 4', '1 x', 'NaN 2', 'Infinity 2 3'])('of text %j are refused', async (text) => {
    await expect(read(`<CgPoints><CgPoint name="1">${text}</CgPoint></CgPoints>`)).rejects.toMatchObject({
      code: 'landxml.bad-point',
    });
  });
});

describe('units and systems', () => {
  it.each([
    ['<Units><Imperial linearUnit="foot"/></Units>', INTERNATIONAL_FOOT],
    ['<Units><Imperial linearUnit="USSurveyFoot"/></Units>', US_SURVEY_FOOT],
    ['<Units><Metric linearUnit="smoot"/></Units>', null],
    ['', null],
  ])('of %s', async (units, unit) => {
    expect((await read('', units)).unit).toEqual(unit);
  });

  it.each([
    ['<CoordinateSystem epsgCode="6677"/>', { kind: 'epsg', epsg: 6677 }],
    ['<CoordinateSystem ogcWktCode="LOCAL_CS"/>', { kind: 'wkt', wkt: 'LOCAL_CS' }],
    ['<CoordinateSystem name="8(X,Y)"/>', { kind: 'name', name: '8(X,Y)' }],
    ['', { kind: 'none' }],
  ])('stated by %s', async (element, system) => {
    expect((await read(element)).system).toEqual(system);
  });
});

describe('lines', () => {
  it('join segments and keep arcs', async () => {
    const { features } = await lineOf(
      `${segment('0 0 1', '0 10 2')}<Curve rot="ccw"><Start>0 10 2</Start><Center>10 10</Center><End>10 20 3</End></Curve>${segment('10 20 3', '50 20 4')}`,
      'Alignment',
    );
    const [{ coordinates, bulges, layer }] = features as [(typeof features)[0]];
    expect([layer, [...coordinates]]).toEqual(['L', [0, 0, 1, 10, 0, 2, 20, 10, 3, 20, 50, 4]]);
    expect([...bulges!].map((bulge) => Math.round(bulge * 1e6) / 1e6)).toEqual([0, 0.414214, 0, 0]);
  });

  it.each([
    ['rot="cw"', '<Center>0 5</Center>', -1, 5],
    ['rot="cw" radius="13"', '', -1, 13],
    ['rot="ccw"', '<Center>12 5</Center>', 1, 13],
  ])('curve by %s %s', async (attributes, centre, turn, radius) => {
    const { features } = await lineOf(
      `<Curve ${attributes}><Start>0 0</Start>${centre}<End>0 10</End></Curve>`,
    );
    const arc = arcOfBulge(0, 0, 10, 0, features[0]!.bulges![0]!)!;
    expect(arc.radius).toBeCloseTo(radius, 9);
    expect(Math.sign(arc.sweep)).toBe(turn);
  });

  it('that come back to their start are closed, as circles are', async () => {
    const ring = `${segment('0 0', '0 9')}${segment('0 9', '9 9')}${segment('9 9', '0 0.0001')}`;
    expect((await lineOf(ring)).features[0]).toMatchObject({ kind: 'polyline', closed: true });
    const circle = '<Curve rot="ccw"><Start>0 5</Start><Center>0 0</Center><End>0 5</End></Curve>';
    const { features } = await lineOf(circle, 'Parcel');
    expect(features[0]).toMatchObject({ kind: 'polygon' });
    expect([...features[0]!.bulges!]).toEqual([1, 1]);
  });

  it('with gaps have parts, and parcels with rings inside have holes', async () => {
    const parts = await lineOf(segment('0 0', '0 9') + segment('5 0', '5 9'));
    expect(parts.features[0]).toMatchObject({ kind: 'polyline', partStarts: [2] });
    const square = (from: number, to: number) =>
      [
        [`${from} ${from}`, `${from} ${to}`],
        [`${from} ${to}`, `${to} ${to}`],
        [`${to} ${to}`, `${to} ${from}`],
        [`${to} ${from}`, `${from} ${from}`],
      ].map(([start, end]) => segment(start!, end!));
    const parcel = await lineOf([...square(2, 3), ...square(0, 9)].join(''), 'Parcel');
    expect(parcel.features[0]).toMatchObject({ kind: 'polygon', holeStarts: [4] });
    expect([...parcel.features[0]!.coordinates.subarray(0, 2)]).toEqual([0, 0]);
  });

  it('of lists and chains take points by name, wherever these stand', async () => {
    const drawing = await read(
      '<PlanFeatures><PlanFeature name="c"><CoordGeom><Chain>p 2 p</Chain></CoordGeom></PlanFeature><PlanFeature name="i"><CoordGeom><IrregularLine><Start>0 0 1</Start><End pntRef="p"/><PntList3D>0 0 1 5 5 2</PntList3D></IrregularLine></CoordGeom></PlanFeature></PlanFeatures><CgPoints><CgPoint name="p">1 10 3</CgPoint><CgPoint name="2">2 20 4</CgPoint></CgPoints>',
    );
    const lines = drawing.features.filter(({ kind }) => kind === 'polyline');
    expect(lines.map(({ coordinates }) => [...coordinates])).toEqual([
      [10, 1, 3, 20, 2, 4, 10, 1, 3],
      [0, 0, 1, 5, 5, 2, 10, 1, 3],
    ]);
  });

  it('have spirals as chords, which is told', async () => {
    // A clothoid of A = 125: x and y of its end by the usual series.
    const [x, y] = [
      62.5 - 62.5 ** 5 / (40 * 125 ** 4),
      62.5 ** 3 / (6 * 125 ** 2) - 62.5 ** 7 / (336 * 125 ** 6),
    ];
    const drawing = await lineOf(
      `<Spiral length="62.5" radiusStart="INF" radiusEnd="250" rot="ccw" spiType="clothoid"><Start>0 0 5</Start><PI>0 40</PI><End>${y} ${x} 6</End></Spiral>`,
      'Alignment',
    );
    expect(codesOf(drawing)).toEqual(['landxml.spirals-as-chords']);
    expect(Number(drawing.notes[0]!.params['distance'])).toBeLessThan(1e-3);
    const { coordinates } = drawing.features[0]!;
    const middle = 3 * Math.floor(coordinates.length / 6);
    const [px, py, pz] = coordinates.subarray(middle, middle + 3) as unknown as [number, number, number];
    expect(py).toBeCloseTo(px ** 3 / (6 * 125 ** 2), 3);
    expect(pz).toBeCloseTo(5.5, 1);
  });

  it('tell what is left out and why', async () => {
    const drawing = await read(
      `<PipeNetworks/><Roadways/><PlanFeatures><PlanFeature name="a"><CoordGeom><Line><Start pntRef="9"/><End>1 2</End></Line></CoordGeom></PlanFeature><PlanFeature name="b"><CoordGeom><Curve><Start>0 0</Start><End>1 1</End></Curve></CoordGeom></PlanFeature><PlanFeature name="c"><CoordGeom>${segment('0 0 1', '5 5')}</CoordGeom></PlanFeature></PlanFeatures>`,
    );
    expect(drawing.features).toHaveLength(1);
    expect(drawing.notes).toMatchObject([
      { code: 'landxml.points-missing', params: { names: 'a' } },
      { code: 'landxml.geometry-unreadable', params: { names: 'b' } },
      { code: 'landxml.heights-left-out', params: { count: 1 } },
      { code: 'landxml.left-out', params: { count: 2, elements: 'PipeNetworks, Roadways' } },
    ]);
  });
});

describe('a drawing that is written', () => {
  const xyz = (...values: number[]) => Float64Array.from(values);
  const drawing: ExchangeDrawing = {
    layers: ['Road & "curb"', '界', 'TIN'].map((name) => ({ name, colour: '#ff0000' })),
    unit: US_SURVEY_FOOT,
    features: [
      {
        kind: 'point',
        coordinates: xyz(1455530.75412, 538488.14912, 682.48019),
        layer: '界',
        name: 'A-1',
        code: 'EP <1>',
        properties: { note: 'x\ny', n: 4.5 },
      },
      { kind: 'point', coordinates: xyz(1, 2, Number.NaN), layer: '界', name: '7' },
      {
        kind: 'polyline',
        coordinates: xyz(0, 0, 1, 10, 0, 2, 20, 10, 3),
        bulges: xyz(0, 0.5, 0),
        layer: 'Road & "curb"',
        name: 'edge',
        code: 'EP',
      },
      {
        kind: 'polyline',
        coordinates: xyz(0, 0, 1, 10, 0, 2),
        layer: 'Road & "curb"',
        name: 'axis',
        properties: { staStart: 100 },
      },
      { kind: 'polyline', closed: true, coordinates: xyz(0, 0, 0, 9, 0, 0, 9, 9, 0), layer: 'Road & "curb"' },
      {
        kind: 'polygon',
        coordinates: xyz(0, 0, 1, 9, 0, 1, 9, 9, 1, 0, 9, 1, 2, 2, 1, 3, 2, 1, 3, 3, 1),
        holeStarts: [4],
        layer: '界',
        name: 'Lot \u0007 1',
      },
      { kind: 'multipoint', coordinates: xyz(5, 5, 5, 6, 6, 6), layer: '界' },
    ],
    surfaces: [
      {
        name: 'TIN',
        layer: 'TIN',
        points: xyz(0, 0, 0, 1, 0, 0, 0, 1, 1),
        triangles: Uint32Array.of(0, 1, 2),
      },
    ],
    texts: [{ text: 'a', x: 0, y: 0, z: 0, height: 1, angle: 0, layer: '界' }],
  };
  const text = [
    ...writeLandXmlDrawing(drawing, { name: 'site', unit: 'USSurveyFoot', date: new Date(0) }),
  ].join('');

  it('comes back as it was', async () => {
    const back = await readLandXmlDrawing(sourceOf(text));
    expect(back).toMatchObject({ unit: US_SURVEY_FOOT, notes: [], surfaceNames: ['TIN'] });
    const plain = (features: typeof back.features) =>
      features.map(
        ({
          kind,
          layer,
          name = '',
          code = '',
          coordinates,
          closed,
          holeStarts,
          bulges,
          properties = {},
        }) => ({
          ...{ kind, layer, name, code, closed: closed === true, holeStarts, xyz: [...coordinates] },
          bulges: [...(bulges ?? [])].map((bulge) => Math.round(bulge * 1e9) / 1e9),
          properties: Object.fromEntries(
            Object.entries(properties).map(([key, value]) => [key, String(value)]),
          ),
        }),
      );
    const expected = plain(drawing.features).flatMap((feature) =>
      feature.kind === 'multipoint'
        ? [0, 3].map((at, i) => ({
            ...feature,
            kind: 'point' as const,
            name: String(8 + i),
            xyz: feature.xyz.slice(at, at + 3),
          }))
        : [{ ...feature, name: feature.name.replace('\u0007', '\ufffd') }],
    );
    const byKind = <F extends { kind: string; name: string }>(features: F[]) =>
      features.toSorted((a, b) => (a.kind + a.name < b.kind + b.name ? -1 : 1));
    expect(byKind(plain(back.features))).toEqual(byKind(expected));
    const surfaces = await readLandXml(sourceOf(text));
    expect([...surfaces.surfaces[0]!.tin.triangles]).toEqual([0, 1, 2]);
  });

  it('says what LandXML cannot carry', () => {
    expect(landXmlChanges(drawing)).toEqual([{ code: 'export.landxml-texts', params: { count: 1 } }]);
    const [first] = drawing.features;
    const styled = { ...drawing, texts: [], features: [{ ...first!, style: { colour: '#00ff00' } }] };
    expect(landXmlChanges(styled)).toEqual([{ code: 'export.landxml-looks', params: { count: 1 } }]);
  });

  it('is refused where a coordinate is not finite', () => {
    const features = [{ kind: 'point' as const, coordinates: xyz(Number.NaN, 1, 2), layer: '界' }];
    const options = { name: 'x', unit: 'meter' as const, date: new Date(0) };
    expect(() => writeLandXmlDrawing({ ...drawing, features }, options)).toThrow(
      expect.objectContaining({ code: 'export.bad-geometry' }),
    );
  });
});
