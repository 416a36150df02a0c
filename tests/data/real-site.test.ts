import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { readCrs } from '#domain/crs/read-crs.ts';
import { readCodeCsv } from '#domain/drawing/codes/read-code-csv.ts';
import type { ExportFormat } from '#domain/drawing/export/export-options.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { placementOf } from '#domain/drawing/import/import-choice.ts';
import { importRecords } from '#domain/drawing/import/import-records.ts';
import { readDrawingFiles } from '#domain/drawing/import/read-drawing-file.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { US_SURVEY_FOOT } from '#domain/units/units.ts';
import { openSql } from '#workers/io/open-sql.ts';
import { correctedSurvey, dictionary } from '../support/coded-survey.ts';
import { createBench, type EditorBench } from '../support/editor.ts';
import { createExportRequest } from '../support/export-request.ts';
import { describeWithGdal, gdal, scratchFolder } from '../support/gdal-tools.ts';
import { describeWithShared, sharedData } from '../support/shared-data.ts';

/** 0.1 mm, in US survey feet. */
const tolerance = 0.0001 / US_SURVEY_FOOT.metres;
const { signal } = new AbortController();

let bench: EditorBench;
/** The drawing as it is exported. */
let drawn: readonly DrawingFeature[] = [];

/** Reads the survey with its codes, takes it, and edits it as a draughtsman would. */
async function drawSite(): Promise<void> {
  const { definition } = await readCrs([{ source: 'user', payload: 'EPSG:2264' }]);
  bench = await createBench({
    facts: {
      system: definition,
      epsg: 2264,
      crsName: 'NAD83 / North Carolina (ftUS)',
      horizontalUnit: US_SURVEY_FOOT,
      verticalUnit: US_SURVEY_FOOT,
      coordinateUnit: US_SURVEY_FOOT,
    },
  });
  const { editor } = bench;
  const survey = await correctedSurvey(sharedData('survey/bezitopo/topo0.asc'));
  const codes = readCodeCsv(dictionary, 'codes.csv');
  const read = await readDrawingFiles([memorySource('topo0.asc', new TextEncoder().encode(survey))], {
    openSql,
    codes,
  });
  const facts = {
    fileSystem: null,
    fileUnit: null,
    projectSystem: definition,
    projectUnit: US_SURVEY_FOOT,
    projectHeightUnit: US_SURVEY_FOOT,
  };
  const choice = { system: 'project', other: null, unit: US_SURVEY_FOOT, isSwapped: false } as const;
  const { drawing } = await editor.drawingFiles.place(read, placementOf(facts, choice)!, signal);
  const records = importRecords(drawing, editor.views.document, editor.createId);
  await editor.dispatch('import.show', { records }, 'panel');
  await editor.dispatch('import.take', null, 'panel');
  const find = (code: string) =>
    Object.values(editor.views.document.features).filter(
      (one) => one.kind === 'polyline' && one.code === code,
    );
  const select = (...features: readonly DrawingFeature[]) =>
    editor.dispatch('selection.set', { ids: features.map(({ id }) => id) }, 'panel');
  await select(find('TB')[0]!);
  await editor.dispatch('edit.reverse', null, 'panel');
  await select(find('SW')[0]!);
  await editor.dispatch('edit.move', { dx: 0, dy: 0, dz: 0.5, isCopy: true }, 'panel');
  await select(find('EP')[0]!);
  await editor.dispatch('edit.offset', { distance: 12, corner: 'mitre' }, 'panel');
  await editor.settle();
  expect(editor.views.status.notices).toEqual([]);
  drawn = Object.values(editor.views.document.features);
}

/** x, y and z of all vertices of some kinds, in an order that does not depend on that of the features. */
const sorted = (places: readonly (readonly number[])[]) =>
  [...places].sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!);

const verticesOf = ({ coordinates }: DrawingFeature) =>
  Array.from({ length: coordinates.length / 3 }, (_, i) => coordinates.slice(3 * i, 3 * i + 3));

describeWithShared('a surveyed site, from coded points to files for CAD (bezitopo)', () => {
  describeWithGdal('as GDAL reads it', () => {
    const folder = scratchFolder();
    beforeAll(drawSite);

    async function exported(format: ExportFormat): Promise<string> {
      const { editor, files } = bench;
      await editor.dispatch('drawing.export', createExportRequest({ format }), 'panel');
      await editor.settle();
      const file = files.at(-1)!;
      const faults = editor.views.status.written?.changes.filter(({ code }) => code.includes('read-back'));
      expect(faults ?? []).toEqual([]);
      const path = join(folder, file.name);
      writeFileSync(path, file.text, 'latin1');
      return path;
    }

    interface Geometry {
      readonly type: string;
      readonly coordinates: unknown;
    }

    function geometriesOf(path: string): readonly Geometry[] {
      const options = ['-f', 'GeoJSON', '/vsistdout/', '-lco', 'COORDINATE_PRECISION=9'];
      const layers = gdal('ogrinfo', '-q', path)
        .split('\n')
        .flatMap((line) => /^\d+: (.+?)(?: \(.*\))?$/.exec(line)?.[1] ?? []);
      return layers.flatMap((layer) => {
        const read = JSON.parse(gdal('ogr2ogr', ...options, path, layer)) as {
          readonly features: readonly { readonly geometry: Geometry }[];
        };
        return read.features.map(({ geometry }) => geometry);
      });
    }

    it.each(['dxf', 'shapefile', 'gpkg'] as const)(
      '%s: every point and line, vertices within 0.1 mm',
      async (format) => {
        const path = await exported(format);
        const found = geometriesOf(format === 'shapefile' ? `/vsizip/${path}` : path);
        const points = found.filter(({ type }) => type === 'Point').map((one) => one.coordinates as number[]);
        const expected = drawn.filter(({ kind }) => kind === 'point').flatMap(verticesOf);
        expect(points).toHaveLength(expected.length);
        const want = sorted(expected);
        for (const [i, place] of sorted(points).entries()) {
          for (const axis of [0, 1, 2]) {
            expect(Math.abs(place[axis]! - want[i]![axis]!)).toBeLessThan(tolerance);
          }
        }
        const lines = found.flatMap(({ type, coordinates }) => {
          if (type === 'LineString') return [coordinates as number[][]];
          return type === 'MultiLineString' ? (coordinates as number[][][]) : [];
        });
        const own = drawn.filter(({ kind }) => kind === 'polyline');
        expect(lines).toHaveLength(own.length);
        // Arcs on slopes are chords in these formats: the vertices of straight lines are compared one by one.
        const straight = own.filter(({ bulges }) => !bulges?.some((bulge) => bulge !== 0));
        expect(straight.length).toBeGreaterThan(0.8 * own.length);
        for (const line of straight) {
          const vertices = verticesOf(line);
          if (line.isClosed) vertices.push(vertices[0]!);
          const isSame = (chain: readonly number[][]) =>
            chain.length === vertices.length &&
            chain.every((place, i) =>
              place.every((value, axis) => Math.abs(value - vertices[i]![axis]!) < tolerance),
            );
          expect(lines.some(isSame), `${line.code} ${line.name}`).toBe(true);
        }
      },
    );
  });
});
