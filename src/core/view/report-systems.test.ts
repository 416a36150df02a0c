import { describe, expect, it } from 'vitest';
import type { CrsDeclaration } from '#domain/crs/types.ts';
import { createBench } from '#tests/support/editor.ts';

/** An editor whose cloud declares this coordinate system. */
async function createDeclared(declarations: readonly CrsDeclaration[]) {
  const bench = await createBench();
  const summary = {
    bounds: null,
    elevationRange: null,
    intensityRange: null,
    hasRgb: false,
    classes: [],
    pointCount: 1,
    declared: { file: 'hill.copc.laz', declarations, wktBit: true, place: [500_000, 5_000_000, 200] },
  };
  bench.viewport.summaries.set('cloud', summary);
  const ready = () => bench.viewport.emit('layerReady', { layerId: 'cloud' });
  ready();
  const { status } = bench.editor.views;
  return { ready, status };
}

describe('coordinate systems of opened files', () => {
  it('are told where two declarations contradict each other, once, with the metres between them', async () => {
    const { ready, status } = await createDeclared([
      { source: 'wkt-2112', payload: 'EPSG:32632' },
      { source: 'prj', payload: 'EPSG:32633' },
    ]);
    await expect.poll(() => status.systemNotes['cloud']).toHaveLength(1);
    expect(status.systemNotes['cloud']?.[0]).toMatchObject({
      code: 'crs.conflict-epsg',
      params: { file: 'hill.copc.laz', aSays: 'EPSG:32632', bSays: 'EPSG:32633', offsetMetres: 470_400 },
    });
    ready();
    expect(status.notices.map(({ error }) => error.code)).toEqual(['crs.conflict-epsg']);
  });

  it('are told where they name no unit of length', async () => {
    const wkt =
      'PROJCS["no unit",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],' +
      'PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],' +
      'PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",9],PARAMETER["scale_factor",0.9996],' +
      'PARAMETER["false_easting",500000],PARAMETER["false_northing",0]]';
    const { status } = await createDeclared([{ source: 'wkt-2112', payload: wkt }]);
    await expect
      .poll(() => status.systemNotes['cloud']?.map(({ code }) => code))
      .toContain('crs.unit-assumed');
  });
});
