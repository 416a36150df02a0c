import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCrs } from '#domain/crs/read-crs.ts';
import { loadCrsTable } from '#domain/crs/table.ts';
import { writeEsriWkt } from '#domain/crs/wkt/wkt-write-esri.ts';
import { writeShapefiles } from '#domain/formats/shp/write-shapefiles.ts';
import { createExportDrawing } from '../support/export-drawing.ts';
import { describeWithGdal, gdal, scratchFolder } from '../support/gdal-tools.ts';

describeWithGdal('shapefiles read by GDAL', () => {
  const folder = scratchFolder();
  const write = async () => {
    const { definition } = await readCrs([{ source: 'user', payload: 'EPSG:2229' }]);
    const prj = writeEsriWkt(definition!.horizontal!, await loadCrsTable());
    const { files } = writeShapefiles(createExportDrawing(), { prj });
    for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes);
    return (name: string, ...more: string[]) => gdal('ogrinfo', '-al', ...more, join(folder, `${name}.shp`));
  };

  it('have the same features, attributes and coordinate system', async () => {
    const report = await write();
    const points = report('Points-points');
    expect(points).toContain('Geometry: 3D Point');
    expect(points).toContain('Feature Count: 1');
    expect(points).toContain('POINT Z (6512345.125 2104567.25 101.5)');
    expect(points).toContain('accuracy (Real) = 0.02');
    expect(points).toContain('ID["EPSG",2229]]');
    expect(report('Points-points-2d')).toContain('name (String) = Brücke');
    expect(report('Points-points-2d')).toContain('POINT (6512350.0625 2104570.5)');
    const closed = report('Höhenlinien-lines');
    expect(closed).toContain(
      'LINESTRING Z (6512300 2104600 105,6512310 2104605 105,6512305 2104620 105,6512300 2104600 105)',
    );
    expect(closed).toContain('layer (String) = Höhenlinien');
  });

  it('have areas with their holes, by their attributes of any script', async () => {
    const report = await write();
    const areas = report('Surface-areas');
    expect(areas).toContain('Feature Count: 3');
    expect(areas).toContain('name (String) = Stockpile "A" 测');
    expect(areas).toContain('surface (String) = Ground');
    const sql = `SELECT OGR_GEOM_AREA FROM "Surface-areas" WHERE name LIKE 'Stockpile%'`;
    expect(gdal('ogrinfo', '-sql', sql, join(folder, 'Surface-areas.shp'))).toContain('= 9600');
  });
});
