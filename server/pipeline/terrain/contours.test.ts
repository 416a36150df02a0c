import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readCrs } from '#domain/crs/read-crs.ts';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { type ContourRequest, contourFiles, writeContours } from './contours.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** A plane with a slope of 1 to the east, on cells of a metre: an elevation is its own easting. */
const [width, height] = [333, 205];
const spec: CogSpec = {
  width,
  height,
  bands: 1,
  sampleType: 'float32',
  colour: 'gray',
  geotransform: [1000, 1, 0, 5000, 0, -1],
  geoKeys: null,
  nodata: -9999,
  tileSize: 64,
};

async function traceWith({
  pointSpacing,
  ...limits
}: Pick<ContourRequest, 'maxCells'> & Pick<CogSpec, 'pointSpacing'>) {
  const folder = await mkdtemp(join(tmpdir(), 'contours-'));
  folders.push(folder);
  const samples = Float32Array.from({ length: width * height }, (_, cell) => (cell % width) + 0.5);
  const elevation = join(folder, 'elevation.tif');
  await writeFile(
    elevation,
    (await writeCog(pointSpacing === undefined ? spec : { ...spec, pointSpacing }, { samples })).bytes,
  );
  const request = {
    interval: 20,
    crs: await readCrs([]),
    pool: createLocalPool(),
    report: () => {},
    ...limits,
  };
  await writeContours(elevation, folder, request);
  const { features } = JSON.parse(await readFile(join(folder, contourFiles.geojson), 'utf8'));
  return features as { properties: { elevation: number }; geometry: { coordinates: number[][] } }[];
}

it.each([
  ['the raster itself', width * height],
  ['the first overview', width * height - 1],
  ['the third overview', 1200],
])('traces contours of %s where they are, up to its edges', async (_, maxCells) => {
  const lines = await traceWith({ maxCells });
  const eastings = lines.flatMap(({ geometry }) => geometry.coordinates.map(([x]) => x! - 1000));
  const levels = lines.flatMap(({ properties, geometry }) =>
    geometry.coordinates.map(() => properties.elevation),
  );
  expect(lines.length).toBeGreaterThan(14);
  eastings.forEach((easting, at) => {
    expect(Math.abs(easting - levels[at]!)).toBeLessThan(1e-6);
  });
  const northings = lines.flatMap(({ geometry }) => geometry.coordinates.map(([, y]) => y!));
  expect(Math.max(...northings)).toBeLessThanOrEqual(5000);
  expect(Math.min(...northings)).toBeGreaterThanOrEqual(5000 - height);
});

it('traces contours on cells of two spacings of the points, where the raster is finer', async () => {
  const corners = async (told: Pick<CogSpec, 'pointSpacing'>) =>
    (await traceWith(told)).reduce((sum, { geometry }) => sum + geometry.coordinates.length, 0);
  const own = await corners({});
  expect(await corners({ pointSpacing: 0.65 })).toBe(own);
  expect(await corners({ pointSpacing: 0.1 })).toBe(own);
  expect(await corners({ pointSpacing: 1 })).toBeLessThan(0.6 * own);
});
