import { describe, expect, it } from 'vitest';
import { readCrs } from '#domain/crs/read-crs.ts';
import { loadCrsTable } from '#domain/crs/table.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import type { ExchangeFeature } from '#domain/formats/exchange-model.ts';
import { readGpkg } from '#domain/formats/gpkg/read-gpkg.ts';
import { readGpkgGeometry } from '#domain/formats/gpkg/read-wkb.ts';
import { writeGpkg } from '#domain/formats/gpkg/write-gpkg.ts';
import { createExportDrawing } from '#tests/support/export-drawing.ts';
import { openSql } from './open-sql.ts';

const table = await loadCrsTable();
const { definition } = await readCrs([{ source: 'user', payload: 'EPSG:2229' }]);
const written = () => writeGpkg(createExportDrawing(), { definition }, openSql, table);
const read = (bytes: Uint8Array) => readGpkg(memorySource('a.gpkg', bytes), openSql);

async function changed(sql: string) {
  const database = await openSql((await written()).bytes);
  database.run(sql);
  const bytes = database.bytes();
  database.close();
  return read(bytes);
}

/** A geometry of a GeoPackage: head, then little-endian numbers, whole ones given as text. */
function geometry(...items: readonly (number | string)[]): Uint8Array {
  const bytes = [0x47, 0x50, 0, 1, 0, 0, 0, 0];
  for (const item of items) {
    const width = typeof item === 'number' ? new Float64Array([item]) : new Uint32Array([Number(item)]);
    bytes.push(...new Uint8Array(width.buffer));
  }
  return Uint8Array.from(bytes);
}

/** The bytes of a part of well-known binary, without the head of the file's own. */
const part = (type: number, ...items: readonly (number | string)[]) => [
  1,
  ...geometry(String(type), ...items).subarray(8),
];
const whole = (...parts: readonly (readonly number[])[]) => Uint8Array.from([...geometry(), ...parts.flat()]);

describe('a GeoPackage', () => {
  it('is read as it was written', async () => {
    const drawing = createExportDrawing();
    const { bytes, changes } = await written();
    expect(changes).toEqual([]);
    const again = await read(bytes);
    expect([again.notes, again.system]).toEqual([[], { kind: 'epsg', epsg: 2229 }]);
    expect(again.layers).toEqual(drawing.layers);
    const facts = ({
      kind,
      layer,
      name,
      code,
      coordinates,
      closed = false,
      holeStarts,
    }: ExchangeFeature) => ({
      ...{ kind, layer, name, code, closed, holeStarts },
      vertices: coordinates.length / 3,
      first: [...coordinates.subarray(0, 3)],
    });
    const drawn = again.features.filter(({ properties }) => properties?.['surface'] !== 'Ground');
    expect(drawn.map(facts)).toEqual(drawing.features.map(facts));
    expect(drawn[0]!.properties).toEqual({ accuracy: 0.02, checked: true });
    expect(again.features).toHaveLength(7);
  });

  it('tells that its system is not known', async () => {
    const { bytes, changes } = await writeGpkg(createExportDrawing(), { definition: null }, openSql, table);
    expect(changes).toEqual([{ code: 'export.gpkg-no-system', params: {} }]);
    expect((await read(bytes)).system).toEqual({ kind: 'none' });
  });

  it('runs nothing that a file defines', async () => {
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS geom FROM n';
    const drawing = await changed(`DROP TABLE "Surface areas"; CREATE VIEW "Surface areas" AS ${endless}`);
    expect(drawing.notes).toMatchObject([{ code: 'gpkg.table-skipped', params: { name: 'Surface areas' } }]);
  });

  it('tells of rows without a sound geometry', async () => {
    const drawing = await changed(
      `UPDATE "Points points" SET geom = NULL; UPDATE "Höhenlinien lines" SET geom = x'4750'`,
    );
    expect(drawing.notes.map(({ code, params }) => [code, params['name']])).toEqual([
      ['gpkg.without-geometry', 'Points points'],
      ['gpkg.bad-geometry', 'Höhenlinien lines'],
    ]);
  });

  it('is refused where it is none, damaged, or has tables of several systems', async () => {
    await expect(read(new TextEncoder().encode('PK'))).rejects.toMatchObject({ code: 'gpkg.not-gpkg' });
    await expect(changed('DROP TABLE gpkg_contents')).rejects.toMatchObject({ code: 'gpkg.not-gpkg' });
    const { bytes } = await written();
    await expect(read(bytes.fill(7, 100, 4096))).rejects.toMatchObject({ code: 'gpkg.damaged' });
    const other = `UPDATE gpkg_geometry_columns SET srs_id = 4326 WHERE table_name = 'Points points'`;
    await expect(changed(other)).rejects.toMatchObject({ code: 'gpkg.mixed-systems' });
  });
});

describe('geometry', () => {
  it('keeps arcs of circular strings and compound curves', () => {
    const arc = part(8, '3', 0, 0, 1, 1, 2, 0);
    const [line] = readGpkgGeometry(whole(arc))!.geometries;
    expect([...line!.coordinates]).toEqual([0, 0, Number.NaN, 2, 0, Number.NaN]);
    expect([...line!.bulges!]).toEqual([expect.closeTo(-1, 12), 0]);
    const compound = whole(part(9, '2'), arc, part(2, '2', 2, 0, 5, 0));
    const [joined] = readGpkgGeometry(compound)!.geometries;
    expect([...joined!.bulges!]).toEqual([expect.closeTo(-1, 12), 0, 0]);
  });

  it('has measures told, and heights kept', () => {
    const read = readGpkgGeometry(whole(part(3001, 1, 2, 3, 4)))!;
    expect([read.hasMeasures, [...read.geometries[0]!.coordinates]]).toEqual([true, [1, 2, 3]]);
  });

  it('is none where it is cut, of an unknown type, or deep without end', () => {
    expect(readGpkgGeometry(whole(part(2, '9', 1, 2)))).toBeNull();
    expect(readGpkgGeometry(whole(part(99)))).toBeNull();
    expect(readGpkgGeometry(whole(...Array.from({ length: 40 }, () => part(7, '1'))))).toBeNull();
  });
});
