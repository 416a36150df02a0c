import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCrs } from '#domain/crs/read-crs.ts';
import { loadCrsTable } from '#domain/crs/table.ts';
import { kmlOfDrawing, kmzInput } from '#domain/formats/kml/kml-of-drawing.ts';
import { writeZip } from '#domain/formats/zip/write-zip.ts';
import { createExportDrawing } from '../support/export-drawing.ts';
import { describeWithGdal, gdal, scratchFolder } from '../support/gdal-tools.ts';

describeWithGdal('KML read by GDAL', () => {
  const folder = scratchFolder();
  const write = async () => {
    const { definition } = await readCrs([{ source: 'user', payload: 'EPSG:2229+6360' }]);
    return kmlOfDrawing(createExportDrawing(), definition, 'site', await loadCrsTable()).pieces;
  };

  it('has the same features, attributes and places', async () => {
    const path = join(folder, 'site.kml');
    writeFileSync(path, [...(await write())].join(''));
    const report = gdal('ogrinfo', '-al', path);
    for (const layer of ['Points', 'Edge of road / left', 'Höhenlinien', 'Surface']) {
      expect(report).toContain(`Layer name: ${layer}`);
    }
    const counts = [...report.matchAll(/Feature Count: (\d+)/g)].map(([, count]) => Number(count));
    expect(counts.reduce((sum, count) => sum + count)).toBe(5 + 2);
    expect(report).toContain('accuracy (Real) = 0.02');
    expect(report).toContain('Name (String) = Stockpile "A" 测');
    const place = /POINT Z \((-[\d.]+) ([\d.]+) ([\d.]+)\)/.exec(report)!.slice(1).map(Number);
    // cs2cs of PROJ 9.1.1, EPSG:2229 to EPSG:4326.
    expect(place[0]).toBeCloseTo(-118.164244044, 8);
    expect(place[1]).toBeCloseTo(34.775287961, 8);
    expect(place[2]).toBeCloseTo((101.5 * 1200) / 3937, 4);
  });

  it('is read from a KMZ archive', async () => {
    const path = join(folder, 'site.kmz');
    const parts: Uint8Array[] = [];
    for await (const part of writeZip([kmzInput(await write())])) parts.push(part);
    writeFileSync(path, Buffer.concat(parts));
    expect(gdal('ogrinfo', '-al', '-so', path)).toContain('Layer name: Höhenlinien');
  });
});
