import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ExportFormat } from '#domain/drawing/export/export-options.ts';
import { createBench, createSurface } from '../support/editor.ts';
import { createExportRequest } from '../support/export-request.ts';
import { describeWithGdal, gdal, scratchFolder } from '../support/gdal-tools.ts';

const ring = [20, -20, 102, 60, -20, 106, 60, -60, 104, 20, -60, 100];

interface Collection {
  features: { geometry: { type: string; coordinates: number[] }; properties: Record<string, string> }[];
}

describeWithGdal('what the editor exports, as GDAL reads it', () => {
  const folder = scratchFolder();

  async function exportDrawing(
    format: ExportFormat,
  ): Promise<{ path: string; triangles: number; lines: number }> {
    const surface = createSurface((x, y) => 100 + 0.1 * x - 0.05 * y);
    const { editor, files } = await createBench({ ports: { surface } });
    await editor.dispatch(
      'feature.add',
      { kind: 'point', coordinates: [500000.12345, 4500000.5, 12.3456] },
      'program',
    );
    await editor.dispatch('feature.add', { kind: 'polygon', coordinates: ring }, 'program');
    await editor.dispatch('surface.contours', { interval: 1 }, 'panel');
    await editor.settle();
    await editor.dispatch('surface.tin', null, 'panel');
    await editor.settle();
    await editor.dispatch('drawing.export', createExportRequest({ format }), 'panel');
    await editor.settle();
    const file = files[0]!;
    const path = join(folder, file.name);
    writeFileSync(path, file.text, 'latin1');
    const [contours, tin] = editor.views.workspace.derived;
    return { path, triangles: tin!.count, lines: contours!.count };
  }

  function readBack(path: string): Collection {
    return JSON.parse(
      gdal('ogr2ogr', '-f', 'GeoJSON', '/vsistdout/', path, '-lco', 'COORDINATE_PRECISION=9'),
    );
  }

  it.each(['dxf', 'geojson'] as const)(
    '%s: every feature, line and triangle at its place',
    async (format) => {
      const { path, triangles, lines } = await exportDrawing(format);
      const { features } = readBack(path);
      const key = format === 'dxf' ? 'Layer' : 'layer';
      const on = (layer: string) => features.filter(({ properties }) => properties[key] === layer);
      expect([on('Surface').length, on('Contours').length, on('Drawing').length]).toEqual([
        triangles,
        lines,
        2,
      ]);
      const point = on('Drawing').find(({ geometry }) => geometry.type === 'Point');
      expect(point?.geometry.coordinates).toEqual([
        expect.closeTo(500000.12345, 6),
        expect.closeTo(4500000.5, 6),
        expect.closeTo(12.3456, 6),
      ]);
    },
  );
});
