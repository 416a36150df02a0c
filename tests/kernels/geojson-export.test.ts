import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeGeoJson } from '#domain/formats/geojson/write-geojson.ts';
import { createExportDrawing } from '../support/export-drawing.ts';
import { describeWithGdal, gdal, scratchFolder } from '../support/gdal-tools.ts';

function createGeoJson(epsg: number | null = 2229): string {
  return [...writeGeoJson(createExportDrawing(), { crs: { kind: 'project', epsg } })].join('');
}

describe('GeoJSON', () => {
  it('keeps coordinates, heights, layers and properties', () => {
    const { features, crs } = JSON.parse(createGeoJson());
    expect(crs.properties.name).toBe('urn:ogc:def:crs:EPSG::2229');
    expect(features[0]).toEqual({
      type: 'Feature',
      properties: {
        accuracy: 0.02,
        checked: true,
        layer: 'Points',
        colour: '#ff0000',
        name: '101',
        code: 'EP',
      },
      geometry: { type: 'Point', coordinates: [6512345.125, 2104567.25, 101.5] },
    });
    expect(features[1].geometry.coordinates).toEqual([6512350.0625, 2104570.5]);
    expect(features[3].geometry.coordinates.length).toBe(4);
    expect(features.length).toBe(5 + 2);
    expect(JSON.parse(createGeoJson(null)).crs).toBeUndefined();
  });

  it('turns rings as RFC 7946 wants them', () => {
    const drawing = createExportDrawing();
    const clockwise = Float64Array.of(0, 0, 1, 0, 10, 2, 10, 10, 3, 10, 0, 4);
    const features = [{ kind: 'polygon', coordinates: clockwise, layer: 'Points' } as const];
    const text = [
      ...writeGeoJson({ ...drawing, features, surfaces: [] }, { crs: { kind: 'project', epsg: null } }),
    ];
    expect(JSON.parse(text.join('')).features[0].geometry.coordinates[0]).toEqual([
      [0, 0, 1],
      [10, 0, 4],
      [10, 10, 3],
      [0, 10, 2],
      [0, 0, 1],
    ]);
  });

  it('writes longitude and latitude without a crs member', () => {
    const toGeographic = (x: number, y: number, z: number) => [x / 1e6, y / 1e6, z + 1] as const;
    const text = [...writeGeoJson(createExportDrawing(), { crs: { kind: 'wgs84', toGeographic } })].join('');
    const { crs, features } = JSON.parse(text);
    expect(crs).toBeUndefined();
    expect(features[0].geometry.coordinates).toEqual([6.512345125, 2.10456725, 102.5]);
  });
});

describeWithGdal('GeoJSON read by GDAL', () => {
  const folder = scratchFolder();

  it('has the same features, fields and coordinate system', () => {
    const path = join(folder, 'drawing.geojson');
    writeFileSync(path, createGeoJson());
    const report = gdal('ogrinfo', '-al', path);
    expect(report).toContain('Feature Count: 7');
    expect(report).toContain('NAD83 / California zone 5 (ftUS)');
    expect(report).toContain('POINT Z (6512345.125 2104567.25 101.5)');
    expect(report).toContain('name (String) = Stockpile "A" 测');
    expect(report).toContain('accuracy (Real) = 0.02');
    expect(report).toContain(
      'POLYGON Z ((6512000 2104000 10,6512010 2104000 11,6512010 2104010 12,6512000 2104000 10))',
    );
    const area = gdal(
      'ogrinfo',
      '-sql',
      "SELECT OGR_GEOM_AREA FROM drawing WHERE name LIKE 'Stockpile%'",
      path,
    );
    expect(area).toContain('= 9600');
  });
});
