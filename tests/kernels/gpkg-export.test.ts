import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCrs } from '#domain/crs/read-crs.ts';
import { loadCrsTable } from '#domain/crs/table.ts';
import { writeGpkg } from '#domain/formats/gpkg/write-gpkg.ts';
import { openSql } from '#workers/io/open-sql.ts';
import { createExportDrawing } from '../support/export-drawing.ts';
import { describeWithGdal, gdal, scratchFolder } from '../support/gdal-tools.ts';

describeWithGdal('a GeoPackage read by GDAL', () => {
  const folder = scratchFolder();

  it('has the same features, attributes and coordinate system', async () => {
    const { definition } = await readCrs([{ source: 'user', payload: 'EPSG:2229' }]);
    const path = join(folder, 'site.gpkg');
    writeFileSync(
      path,
      (await writeGpkg(createExportDrawing(), { definition }, openSql, await loadCrsTable())).bytes,
    );
    const report = gdal('ogrinfo', '-al', path);
    for (const table of ['Points points', 'Points points 2D', 'Höhenlinien lines', 'Surface areas']) {
      expect(report).toContain(`Layer name: ${table}\n`);
    }
    const counts = [...report.matchAll(/Feature Count: (\d+)/g)].map(([, count]) => Number(count));
    expect(counts.reduce((sum, count) => sum + count)).toBe(5 + 2);
    expect(report).toContain('ID["EPSG",2229]]');
    expect(report).toContain('POINT Z (6512345.125 2104567.25 101.5)');
    expect(report).toContain('accuracy (Real) = 0.02');
    expect(report).toContain('name (String) = Stockpile "A" 测');
    expect(report).toContain('Extent: (6512000.000000, 2104000.000000) - (6512500.000000, 2104500.000000)');
    const sql = `SELECT OGR_GEOM_AREA FROM "Surface areas" WHERE name LIKE 'Stockpile%'`;
    expect(gdal('ogrinfo', '-dialect', 'OGRSQL', '-sql', sql, path)).toContain('= 9600');
  });
});
