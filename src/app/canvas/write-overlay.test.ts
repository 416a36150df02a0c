import { expect, it } from 'vitest';
import { readCrs } from '#domain/crs/read-crs.ts';
import { blobSource } from '#domain/formats/blob-source.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import { applyPlaneMap, composePlaneMaps, type PlaneMap } from '#domain/geometry/map-fit/plane-map.ts';
import { applyGeoTransform, invertGeoTransform } from '#domain/geometry/plane/affine.ts';
import type { PixelSource } from '#gpu/streaming/image-source.ts';
import { createLocalTasks } from '#tests/support/local-tasks.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { writeOverlay } from './write-overlay.ts';

const [width, height] = [700, 500];

/** A picture whose red and green say where a pixel is. */
const picture: PixelSource = {
  name: 'plan',
  width,
  height,
  async read(box) {
    const [left, top] = [Math.max(0, Math.floor(box.left) - 1), Math.max(0, Math.floor(box.top) - 1)];
    const [right, bottom] = [
      Math.min(width, Math.ceil(box.right) + 1),
      Math.min(height, Math.ceil(box.bottom) + 1),
    ];
    const rgba = new Uint8Array((right - left) * (bottom - top) * 4);
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const at = ((y - top) * (right - left) + x - left) * 4;
        rgba.set([Math.floor((x / width) * 250), Math.floor((y / height) * 250), 7, 255], at);
      }
    }
    return {
      width: right - left,
      height: bottom - top,
      rgba,
      origin: [left, top],
      scale: [1, 1],
      isEmpty: false,
    };
  },
};

const moved: PlaneMap = [1, 0, 500_000, 0, 1, 4_500_000, 0, 0, 1];
const map = composePlaneMaps(moved, [0.1, 0.02, 0, 0.03, -0.1, 0, 1e-4, 5e-5, 1]);

function order(reports: number[] = []) {
  const { signal } = new AbortController();
  return { name: 'plan.tif', map, system: null, signal, report: (share: number) => void reports.push(share) };
}

it('writes a picture as it lies on the site, in its system, and reads it again', async () => {
  const pool = createLocalTasks() as unknown as TaskPool;
  const { definition } = await readCrs([{ source: 'user', payload: 'EPSG:26917' }]);
  const reports: number[] = [];
  const blob = await writeOverlay(picture, { ...order(reports), system: definition }, pool);
  expect(reports.at(-1)).toBeCloseTo(1, 9);
  const raster = await openRaster(blobSource(blob, 'plan.tif'));
  const { geotransform, crsDeclarations } = raster.info;
  expect((await readCrs([...crsDeclarations])).definition?.horizontal?.name).toBe(
    definition?.horizontal?.name,
  );
  const back = invertGeoTransform(geotransform!)!;
  for (const [x, y] of [
    [100, 80],
    [600, 90],
    [350, 250],
    [120, 450],
    [640, 460],
  ] as const) {
    const [u, v] = applyGeoTransform(back, ...applyPlaneMap(map, x, y));
    const window = { x: Math.floor(u), y: Math.floor(v), width: 1, height: 1 };
    const [red, green, blue, alpha] = (await raster.readWindow(0, window)).bands.map((band) =>
      Number(band[0]),
    );
    expect(Math.abs(red! - (x / width) * 250)).toBeLessThan(3);
    expect(Math.abs(green! - (y / height) * 250)).toBeLessThan(3);
    expect([blue, alpha]).toEqual([7, 255]);
  }
  const outside = await raster.readWindow(0, { x: 0, y: 0, width: 1, height: 1 });
  expect(Number(outside.bands[3]![0])).toBe(0);
});

it('refuses what would not fit into memory', async () => {
  const pool = createLocalTasks() as unknown as TaskPool;
  const steep = composePlaneMaps(moved, [0.1, 0, 0, 0, -0.1, 0, -1.42e-3, 0, 1]);
  await expect(writeOverlay(picture, { ...order(), map: steep }, pool)).rejects.toMatchObject({
    code: 'overlay.export-too-large',
  });
});
