import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import { drawingExtent } from '#domain/formats/exchange-geometry.ts';
import type { ReadDrawing } from '#domain/formats/exchange-model.ts';
import { openDbf } from '#domain/formats/shp/dbf/read-dbf.ts';
import { readShapefileArchive } from '#domain/formats/shp/read-archive.ts';
import { readShapefile } from '#domain/formats/shp/read-shapefile.ts';
import { openShapefile } from '#tests/support/shapefile-parts.ts';
import { describeWithShared, hasSharedData, sharedData } from '../support/shared-data.ts';

interface Truth {
  readonly layers: readonly { readonly geom: string; readonly n: number; readonly extent: string | null }[];
}

const truth: Record<string, Truth> = hasSharedData
  ? JSON.parse(readFileSync(sharedData('vector/_ogr-truth.json'), 'utf8'))
  : {};
const files = Object.keys(truth).filter((name) => name.startsWith('shp-'));

async function readFile(name: string): Promise<ReadDrawing> {
  const parts = await openShapefile(sharedData(`vector/${name}`));
  try {
    return await readShapefile(parts, { layer: 'shapes' });
  } finally {
    await parts.close();
  }
}

/** Files with records that GDAL counts and that hold no shape of ours: what is told of them, and how many are read. */
const withoutShape: Record<string, readonly [code: string, features: number, reason: string]> = {
  buggymultiline: [
    'shp.damaged',
    0,
    'more parts than the record has room for; GDAL takes the extent of the header',
  ],
  buggymultipoint: ['shp.damaged', 0, 'more points than the record has room for'],
  buggymultipoly: ['shp.damaged', 0, 'more points than the record has room for'],
  buggymultipoly2: ['shp.damaged', 0, 'the parts begin behind each other'],
  emptymultiline: ['shp.damaged', 0, 'vertices without a part'],
  emptymultipoint: ['shp.without-extent', 0, 'a multipoint of no point'],
  emptymultipoly: ['shp.damaged', 0, 'vertices without a part'],
  multipatch: ['shp.multipatch', 0, 'a multipatch'],
  pointnan: ['shp.not-finite', 1, 'a point without coordinates'],
};
/** GDAL takes extents of files without shapes from their headers, and kinds of all records from the first. */
const kinds: Record<string, string> = {
  Point: 'point',
  'Multi Point': 'multipoint',
  'Line String': 'polyline',
  Polygon: 'polygon',
};
const mixed = 'mixed_shape_type_non_conformant';
const nameOf = (path: string) => path.replace(/^.*\/|\.shp$/g, '');

describeWithShared('public shapefiles', () => {
  it.each(files)('reads %s as GDAL does', async (name) => {
    const drawing = await readFile(name);
    const { n, extent, geom } = truth[name]!.layers[0]!;
    const special = withoutShape[nameOf(name)];
    expect(drawing.features).toHaveLength(special ? special[1] : n);
    if (special) expect(drawing.notes.map(({ code }) => code)).toContain(special[0]);
    const kind = kinds[geom.replace(/^3D /, '').replace(/^Measured /, '')];
    if (nameOf(name) !== mixed) {
      for (const feature of drawing.features) expect(feature.kind).toBe(kind);
    }
    const isMeasured = geom.includes('Measured');
    const tells = drawing.notes.some(({ code }) => code === 'shp.measures');
    // GDAL looks for measures in the first record only.
    if (nameOf(name) !== 'pointzm_with_one_valid_m') expect(tells).toBe(isMeasured);
    for (const { coordinates } of drawing.features) {
      expect(Number.isFinite(coordinates[2])).toBe(geom.startsWith('3D'));
    }
    const ours = drawingExtent(drawing);
    if (ours === null) {
      expect(drawing.features).toHaveLength(0);
      return;
    }
    const theirs = [...extent!.matchAll(/-?\d+\.\d+/g)].map(Number);
    const sides = [ours.min[0], ours.min[1], ours.max[0], ours.max[1]];
    for (const [side, value] of sides.entries()) expect(value).toBeCloseTo(theirs[side]!, 5);
  });

  it('reads kinds of records that differ from the header', async () => {
    const { features } = await readFile(`shp-gdal/${mixed}.shp`);
    expect(features.map(({ kind }) => kind)).toEqual([
      'polyline',
      'point',
      'polygon',
      'polyline',
      'multipoint',
      'polygon',
    ]);
  });

  it('reads a ZIP archive as the files in it', async () => {
    const bytes = readFileSync(sharedData('vector/shp-gdal/poly.zip'));
    const archive = await readShapefileArchive(memorySource('poly.zip', bytes));
    const golden = await readFile('shp-gdal/poly_golden/poly.shp');
    expect(archive.features.map(({ coordinates }) => [...coordinates])).toEqual(
      golden.features.map(({ coordinates }) => [...coordinates]),
    );
    expect(archive.layers.map(({ name }) => name)).toEqual(['poly']);
  });

  it('reads systems and attributes', async () => {
    const { system, features } = await readFile('shp-gdal/testshp/poly.shp');
    expect(system).toMatchObject({ kind: 'wkt', wkt: expect.stringContaining('British National Grid') });
    expect(features[0]!.properties).toEqual({ AREA: 215229.266, EAS_ID: 168, PRFEDEA: '35043411' });
    const { features: caps } = await readFile('shp-gdal/departs.shp');
    expect(caps.map(({ properties }) => properties!['NOMDéPART'])).toContain('Frédéric');
  });

  const rowsOf = async (name: string, declared: string | null = null) => {
    const bytes = readFileSync(sharedData(`vector/shp-gdal/${name}.dbf`));
    const table = (await openDbf(memorySource(name, bytes), declared))!;
    return await Promise.all(
      Array.from({ length: table.rows }, async (_, i) => Object.fromEntries((await table.row(i)) ?? [])),
    );
  };

  it.each([
    ['chinese', null, { 中国: '中国' }],
    ['padding_after_field_defns', null, { id: '1', foo: '2' }],
    ['weird_header_length', null, { NUMERO: 1 }],
    ['nan', null, { real: 'nan' }],
    ['water_main_dist', null, { main_id: 202, material: 'PVC', installe_1: '1989-04-25', project_no: null }],
    ['facility_surface_dd', null, { NPDID: 271245, NAME: 'OSEBERG A', SURFACE: 'Y' }],
  ])('reads the first row of %s.dbf', async (name, declared, row) => {
    expect((await rowsOf(name, declared))[0]).toMatchObject(row);
  });
});
