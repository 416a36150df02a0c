import { createGrid } from '#domain/geometry/grid/grid.ts';
import type { GeoTransform } from '#domain/geometry/plane/affine.ts';
import { defaultFeatureStyle } from '#viewport/scene.ts';
import type { Check, RenderCase } from '../../page/render-case.ts';
import type { Stage } from '../../page/stage.ts';
import { centroid } from '../../scenes/centroid.ts';
import { imageSize, markedImage, marks } from '../../scenes/images.ts';
import { patchesOf } from '../../scenes/pixels.ts';
import { corner, extent } from '../../scenes/terrain.ts';

const pixel = 0.05;
const cells = 1400;
/** Rise over run northwards, so that a height error of 1 m shifts the image by several pixels. */
const rise = 0.25;
const [middleX, middleY] = marks[2]!;

const heightAt = (y: number) => corner[2] + rise * (y - corner[1]);

/** A plane that rises northwards, without values in a strip along its east edge and in a hole. */
function risingGround() {
  const cellSize = extent / cells;
  const values = Float32Array.from({ length: cells * cells }, (_, i) => {
    const x = ((i % cells) + 0.5) * cellSize;
    const y = extent - (Math.floor(i / cells) + 0.5) * cellSize;
    const isMissing = x > extent - 40 || Math.hypot(x - 150, y - 150) < 15;
    return isMissing ? Number.NaN : heightAt(corner[1] + y);
  });
  const frame = { width: cells, height: cells, cellSize };
  const [originX, originY] = [corner[0] + cellSize / 2, corner[1] + extent - cellSize / 2];
  return createGrid({ ...frame, originX, originY }, values);
}

/**
 * Places an image with its middle mark at a place of the scene, views it obliquely, and returns the offset of the
 * rendered mark.
 */
async function stepAt({ viewport, settle }: Stage, what: string, x: number, y: number): Promise<Check> {
  const [left, top] = [corner[0] + x - middleX * pixel, corner[1] + y + middleY * pixel];
  const place: GeoTransform = [left, pixel, 0, top, 0, -pixel];
  const source = await markedImage(place);
  viewport.addLayer({ id: 'ortho', kind: 'image', isVisible: true, source, opacity: 1, system: null });
  const target = [corner[0] + x, corner[1] + y, heightAt(corner[1] + y)] as const;
  viewport.setCamera({ mode: '3d', target, yawRad: 0.4, pitchRad: 0.6, distance: 40 });
  await settle();
  const seen = viewport.project(target);
  const found = centroid(await viewport.capture(), seen.x, seen.y, 60);
  const off = Math.hypot(found[0] - seen.x, found[1] - seen.y);
  return { what, isOk: off < 1.5, detail: `${off.toFixed(2)} px off` };
}

/** Whether a green mark is visible at a place at this height over the extrapolated ground. */
async function isMarkSeen({ viewport, settle }: Stage, x: number, y: number, over: number): Promise<boolean> {
  const z = heightAt(corner[1] + y) + over;
  const positions = Float64Array.of(corner[0] + x, corner[1] + y, z);
  const style = { ...defaultFeatureStyle, colour: [0, 1, 0, 1], symbol: 'disc', sizePx: 14 } as const;
  viewport.setFeatures('marks', [{ id: 'mark', kind: 'point', positions, style }]);
  viewport.setCamera({ target: [corner[0] + x, corner[1] + y, z] });
  await settle();
  return patchesOf(await viewport.capture(), (r, g, b) => g > 180 && r < 90 && b < 90, 30).length > 0;
}

/** An image continues beyond terrain, and over its holes, without a step at the rim, and hides what is under it. */
export const renderCase: RenderCase = {
  width: 480,
  height: 320,
  async run(stage) {
    const { viewport, settle } = stage;
    viewport.setDisplay({ hasGrid: false, hasEdl: false, hasHillshade: false, theme: 'dark' });
    await settle();
    const before = viewport.resources;
    viewport.addLayer({ id: 'ground', kind: 'terrain', isVisible: true, source: risingGround(), opacity: 1 });
    viewport.patchLayer('ground', { isVisible: false });
    viewport.addLayer({ id: 'marks', kind: 'vector', isVisible: true, isPickable: true, features: [] });
    const checks = [
      await stepAt(stage, 'on the terrain', 200, 220),
      await stepAt(stage, 'west of the raster', -1.5, 220),
      await stepAt(stage, 'far west of the raster', -imageSize[0] * pixel * 0.4, 90),
      await stepAt(stage, 'beside the last values', extent - 40 + 1.5, 130),
      await stepAt(stage, 'in a hole', 150 + 14.4, 150),
    ];
    const seen = [
      await isMarkSeen(stage, 150, 150, -2),
      await isMarkSeen(stage, 130, 150, -2),
      await isMarkSeen(stage, 130, 150, 2),
    ];
    checks.push({
      what: 'a hole hides nothing, terrain does',
      isOk: seen.join() === 'true,false,true',
      detail: seen.join(),
    });
    await stepAt(stage, 'west of the raster', -1.5, 390);
    const beyond = [await isMarkSeen(stage, -3, 390, -2), await isMarkSeen(stage, -3, 390, 2)];
    checks.push({
      what: 'beyond the terrain the picture hides what is under it',
      isOk: beyond.join() === 'false,true',
      detail: beyond.join(),
    });
    for (const id of ['marks', 'ortho', 'ground']) viewport.removeLayer(id);
    await settle();
    const after = viewport.resources;
    checks.push({
      what: 'no texture stays behind',
      isOk: after.textures <= before.textures,
      detail: `${after.textures}, at the start ${before.textures}`,
    });
    return { checks };
  },
};
