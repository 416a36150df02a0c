import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { createTransform } from '#domain/crs/transform.ts';
import type { CrsDeclaration } from '#domain/crs/types.ts';
import { type ByteSource, memorySource } from '#domain/formats/byte-source.ts';
import type { GeoTransform } from '#domain/geometry/plane/affine.ts';
import { applyGeoTransform } from '#domain/geometry/plane/affine.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { Check, RenderCase } from '../../page/render-case.ts';
import type { Stage } from '../../page/stage.ts';
import { centroid } from '../../scenes/centroid.ts';
import { imageSize, isMasked, markedImage, marks, maskedImage } from '../../scenes/images.ts';
import { corner, extent } from '../../scenes/terrain.ts';
import { addGround } from '../../scenes/views.ts';

const max = 0.1;
const pixel = 0.05;

type Place = (x: number, y: number) => readonly [number, number];

/** Adds an image and waits until its position is known. */
async function addImage(
  { viewport }: Stage,
  source: ByteSource,
  system: CrsDeclaration | null,
): Promise<void> {
  const ready = new Promise<void>((resolve) => {
    const stop = viewport.on('layerReady', ({ layerId }) => {
      if (layerId !== 'ortho') return;
      stop();
      resolve();
    });
  });
  viewport.addLayer({ id: 'ortho', kind: 'image', source, isVisible: true, opacity: 1, system });
  await ready;
}

/** `markedImage` at `upright` as GDAL wrote it, with overviews of 651 × 439 and 326 × 220 pixels. */
async function oddOverviews(): Promise<ByteSource> {
  const answer = await fetch(new URL('../../scenes/odd-overviews.tif', import.meta.url));
  return memorySource('odd-overviews.tif', new Uint8Array(await answer.arrayBuffer()));
}

/** Distance of the rendered marks from their true positions, at one scale (screen pixels a pixel of the image). */
async function worstAt(stage: Stage, place: Place, scale: number, elevation: number, camera: object) {
  const { viewport, settle } = stage;
  let worst = 0;
  for (const [x, y] of scale < 0.6 ? marks.slice(2, 3) : marks) {
    const [worldX, worldY] = place(x, y);
    const target: WorldPoint = [worldX + pixel * 0.37, worldY - pixel * 0.61, elevation];
    viewport.setCamera({ target, ...camera });
    viewport.setCamera({ distance: (viewport.camera.distance * pixel) / scale / viewport.unitsPerPixel });
    await settle();
    const picture = await viewport.capture();
    for (const [otherX, otherY] of marks) {
      const at = place(otherX, otherY);
      const ground = viewport.terrainElevation(at[0], at[1]);
      const z = camera === flat || Number.isNaN(ground) ? elevation : ground;
      const seen = viewport.project([at[0], at[1], z]);
      const reach = 40 * scale;
      const isInside = (value: number, size: number) => value > reach && value < size - reach;
      if (!isInside(seen.x, picture.width) || !isInside(seen.y, picture.height)) continue;
      const found = centroid(picture, seen.x, seen.y, reach);
      worst = Math.max(worst, Math.hypot(found[0] - seen.x, found[1] - seen.y));
    }
  }
  return worst;
}

const flat = { mode: '2d' } as const;

async function checkPlaces(stage: Stage, name: string, source: ByteSource, place: Place, scales: number[]) {
  const { viewport } = stage;
  const system: CrsDeclaration = { source: 'user', payload: 'EPSG:32612' };
  await addImage(stage, source, system);
  const checks: Check[] = [];
  for (const scale of scales) {
    const worst = await worstAt(stage, place, scale, 0, flat);
    const what = `${name}, ${scale} screen pixels a pixel`;
    checks.push({ what, isOk: worst > 0 && worst < max, detail: `${worst.toFixed(3)} px off at most` });
  }
  viewport.removeLayer('ortho');
  return checks;
}

/** Every pixel of a magnified image is drawn or masked exactly within its own edges. */
async function checkMask(stage: Stage): Promise<Check> {
  const { viewport, settle } = stage;
  const source = await maskedImage([corner[0], pixel, 0, corner[1], 0, -pixel]);
  await addImage(stage, source, null);
  viewport.setCamera({ mode: '2d', target: [corner[0] + pixel * 8, corner[1] - pixel * 8, 0] });
  viewport.setCamera({ distance: (viewport.camera.distance * pixel) / 16 / viewport.unitsPerPixel });
  await settle();
  const { width, height, data } = await viewport.capture();
  let wrong = 0;
  let seen = 0;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = (column + 0.5 - width / 2) / 16 + 8;
      const y = (row + 0.5 - height / 2) / 16 + 8;
      const edge = Math.min(...[x, y].map((value) => Math.abs(value - Math.round(value))));
      // The outline of what is there is smoothed over one screen pixel.
      if (edge < 1.6 / 16 || x < 0 || y < 0 || x > 16 || y > 16) continue;
      const isThere = data[(row * width + column) * 4 + 2]! > 90;
      seen++;
      if (isThere === isMasked(Math.floor(x), Math.floor(y))) wrong++;
    }
  }
  viewport.removeLayer('ortho');
  return {
    what: 'mask',
    isOk: wrong === 0 && seen > 10_000,
    detail: `${wrong} of ${seen} screen pixels wrong`,
  };
}

/** An image beside the terrain, without known heights, keeps its position in plan, exact when seen straight down. */
async function checkBeyond(stage: Stage, along: (transform: GeoTransform) => Place): Promise<Check> {
  const beside: GeoTransform = [corner[0] + extent + 30, pixel, 0, corner[1] + 330, 0, -pixel];
  await addImage(stage, await markedImage(beside), null);
  const { min } = stage.viewport.summary('ground')!.bounds!;
  const view = { mode: '3d', isParallel: true, yawRad: 0.4, pitchRad: Math.PI / 2 } as const;
  const worst = await worstAt(stage, along(beside), 1, min[2], view);
  return {
    what: 'beside the terrain',
    isOk: worst > 0 && worst < max,
    detail: `${worst.toFixed(3)} px off at most`,
  };
}

/** Marks of images are at their georeferenced positions at any scale, rotation, mirroring and system. */
export const renderCase: RenderCase = {
  width: 480,
  height: 320,
  async run(stage) {
    const { viewport } = stage;
    viewport.setDisplay({ hasGrid: false, hasEdl: false, hasHillshade: false, theme: 'dark' });
    const along =
      (transform: GeoTransform): Place =>
      (x, y) =>
        applyGeoTransform(transform, x, y);
    const upright: GeoTransform = [corner[0] + 0.0123, pixel, 0, corner[1] + 60.0377, 0, -pixel];
    const turned: GeoTransform = [corner[0], pixel * 0.8, pixel * 0.6, corner[1], pixel * 0.6, -pixel * 0.8];
    const southUp: GeoTransform = [corner[0], pixel, 0, corner[1], 0, pixel];
    const checks: Check[] = [
      ...(await checkPlaces(
        stage,
        'north up',
        await markedImage(upright),
        along(upright),
        [0.3, 0.7, 1, 3.3],
      )),
      ...(await checkPlaces(
        stage,
        'overviews of odd sizes by GDAL',
        await oddOverviews(),
        along(upright),
        [0.3],
      )),
      ...(await checkPlaces(stage, 'turned', await markedImage(turned), along(turned), [0.3, 1])),
      ...(await checkPlaces(stage, 'south up', await markedImage(southUp), along(southUp), [0.3, 1])),
    ];
    const [own, target] = await Promise.all(
      ['EPSG:32611', 'EPSG:32612'].map((payload) => readCrs([{ source: 'user', payload }])),
    );
    const toTarget = createTransform(own!.definition!, target!.definition!);
    const [west, north] = toTarget.inverse().point([corner[0], corner[1]]) as [number, number];
    const elsewhere: GeoTransform = [west, pixel, 0, north, 0, -pixel];
    const keys = geoKeysFor(own!.definition!, { rasterType: 1 });
    const place: Place = (x, y) => {
      const at = toTarget.point([...applyGeoTransform(elsewhere, x, y)]);
      return [at[0]!, at[1]!];
    };
    checks.push(
      ...(await checkPlaces(stage, 'other system', await markedImage(elsewhere, keys), place, [0.3, 1, 3.3])),
    );
    checks.push(await checkMask(stage));
    addGround(viewport, 400);
    viewport.patchLayer('ground', { isVisible: false });
    const draped: GeoTransform = [corner[0] + 150, pixel, 0, corner[1] + 330, 0, -pixel];
    const source = await markedImage(draped);
    await addImage(stage, source, null);
    const [midX, midY] = along(draped)(imageSize[0] / 2, imageSize[1] / 2);
    const view = { mode: '3d', yawRad: 0.4, pitchRad: 1.2 } as const;
    const worst = await worstAt(stage, along(draped), 1, viewport.terrainElevation(midX, midY), view);
    // The marks are on a mesh, and slopes shift their rendered middle.
    const isOk = worst > 0 && worst < 1;
    checks.push({ what: 'draped', isOk, detail: `${worst.toFixed(3)} px off at most` });
    checks.push(await checkBeyond(stage, along));
    return { checks };
  },
};
