import type { GpuViewport } from '#gpu/views/gpu-viewport.ts';
import { defaultFeatureStyle, type VectorFeature } from '#viewport/scene.ts';
import type { Check, RenderCase } from '../../page/render-case.ts';
import type { Stage } from '../../page/stage.ts';
import { type Patch, type PixelTest, passing, patchesOf } from '../../scenes/pixels.ts';
import { addRings } from '../../scenes/surfaces.ts';
import { corner } from '../../scenes/terrain.ts';
import { addGround, drawing, place } from '../../scenes/views.ts';

const style = { colour: [1, 0, 0, 1], halo: [0, 1, 0, 1], sizePx: 14 } as const;
const isText: PixelTest = (red, green, blue) => red > 170 && green < 90 && blue < 60;
const isHalo: PixelTest = (red, green, blue) => green > 170 && red < 90 && blue < 60;

const addFeatures = (viewport: GpuViewport, features: readonly VectorFeature[]) =>
  viewport.addLayer({ id: 'texts', kind: 'vector', isVisible: true, isPickable: true, features });

/** A label without a symbol. */
function text(id: string, x: number, y: number, z: number, priority = 0): VectorFeature {
  const label = { text: 'HHH', style, priority };
  return {
    id,
    kind: 'point',
    positions: place([x, y, z]),
    style: { ...defaultFeatureStyle, sizePx: 0 },
    label,
  };
}

/** Too many labels for the image, seen from above and moved: those kept never overlap. */
async function checkCrowd({ viewport, settle }: Stage): Promise<Check[]> {
  const features = Array.from({ length: 1200 }, (_, i) =>
    text(`crowd ${i}`, (i % 40) * 10, Math.floor(i / 40) * 12, 0),
  );
  addFeatures(viewport, features);
  viewport.setDisplay({ hasGrid: false });
  viewport.setCamera({ mode: '2d', target: [corner[0] + 200, corner[1] + 180, corner[2]], distance: 400 });
  await settle();
  const one = await measureOne(viewport, settle);
  const before = await viewport.capture();
  viewport.setCamera({ target: [corner[0] + 203, corner[1] + 181, corner[2]] });
  await settle();
  const after = await viewport.capture();
  const inked: PixelTest = (red, green, blue) => (red > 150 || green > 150) && blue < 60;
  const patches = [before, after].map((image) => patchesOf(image, inked, 8));
  const large = patches
    .flat()
    .filter(({ width, height }) => width > one.width + 2 || height > one.height + 2);
  const halo = passing(before, isHalo);
  const bare = patchesOf(before, isText, 4).filter((patch) => !hasHalo(halo, before.width, patch));
  return [
    {
      what: 'many labels stand',
      isOk: patches[0]!.length >= 60,
      detail: `${patches[0]!.length} in 640 × 400`,
    },
    {
      what: 'none overlaps another, at rest or moved',
      isOk: large.length === 0,
      detail: `${large.length} of ${patches.flat().length} patches are larger than ${one.width} × ${one.height}`,
    },
    {
      what: 'all stand in their halos',
      isOk: bare.length === 0,
      detail: `${bare.length} letters without`,
    },
    {
      what: 'labels stay as the camera moves',
      isOk: Math.abs(patches[1]!.length - patches[0]!.length) <= patches[0]!.length * 0.1,
      detail: `${patches[0]!.length}, then ${patches[1]!.length}`,
    },
  ];
}

/** Size of a single label with its halo. */
async function measureOne(viewport: GpuViewport, settle: Stage['settle']) {
  const ids = Array.from({ length: 1200 }, (_, i) => `crowd ${i}`);
  const removed = ids.filter((id) => id !== 'crowd 620');
  const features = ids.map((id, i) => text(id, (i % 40) * 10, Math.floor(i / 40) * 12, 0));
  viewport.removeFeatures('texts', removed);
  await settle();
  const inked: PixelTest = (red, green, blue) => (red > 150 || green > 150) && blue < 60;
  const [only] = patchesOf(await viewport.capture(), inked, 8);
  viewport.setFeatures('texts', features);
  await settle();
  return only ?? { width: 0, height: 0 };
}

/** Whether halo lies over and under a patch of text, within the blur of its edge; the next letter may be beside it. */
function hasHalo(halo: Uint8Array, pictureWidth: number, { left, top, width, height }: Patch): boolean {
  const row = (y: number) => Array.from({ length: width }, (_, i) => y * pictureWidth + left + i);
  const isIn = (rows: readonly number[]) => rows.flatMap(row).some((at) => halo[at]);
  const bottom = top + height;
  return isIn([top - 3, top - 2, top - 1]) && isIn([bottom, bottom + 1, bottom + 2]);
}

/**
 * A label behind a hill is not drawn, and frees its space for another; one in front of it is drawn; none are drawn when
 * switched off.
 */
async function checkHidden({ viewport, settle }: Stage): Promise<Check[]> {
  viewport.removeLayer('texts');
  addGround(viewport, 400);
  addFeatures(viewport, [text('seen', 200, 120, 80), text('hidden', 200, 300, -60)]);
  viewport.setCamera({
    mode: '3d',
    target: [corner[0] + 200, corner[1] + 200, corner[2] + 30],
    distance: 300,
    yawRad: 0,
    pitchRad: 0.5,
  });
  await settle();
  const count = async () => patchesOf(await viewport.capture(), isHalo, 20).length;
  const shown = await count();
  viewport.setDisplay({ hasLabels: false });
  const off = await count();
  // On the line from the eye to the hidden anchor, a third of the way.
  const before = text('before', 200, 45.7, 103.7);
  viewport.setFeatures('texts', [text('seen', 200, 120, 80), text('hidden', 200, 300, -60, 5), before]);
  viewport.setDisplay({ hasLabels: true });
  await settle();
  const relieved = await count();
  const picture = await viewport.snapshot({ widthPx: 640, heightPx: 400, pixelRatio: 1 });
  const pictured = patchesOf(picture, isHalo, 20).length;
  return [
    { what: 'the one behind terrain is hidden', isOk: shown === 1, detail: `${shown} of 2 written` },
    {
      what: 'the hidden one leaves its room, on the canvas and in pictures',
      isOk: relieved === 2 && pictured === 2,
      detail: `${relieved} and ${pictured} of 2 written`,
    },
    { what: 'labels can be switched off', isOk: off === 0, detail: `${off} written` },
  ];
}

/** A drawing and contours with their names and elevations. */
function showNames(viewport: GpuViewport): void {
  viewport.removeLayer('texts');
  const features = drawing().map((feature) => ({ ...feature, label: { text: feature.id } }));
  viewport.addLayer({ id: 'drawing', kind: 'vector', isVisible: true, isPickable: true, features });
  addRings(viewport, (elevation) => (elevation - corner[2]).toFixed(1));
  viewport.setCamera({
    mode: '3d',
    target: [corner[0] + 230, corner[1] + 210, corner[2] + 35],
    distance: 420,
    yawRad: 0.3,
    pitchRad: 0.75,
  });
}

export const renderCase: RenderCase = {
  width: 640,
  height: 400,
  tolerance: 0.01,
  async run(stage) {
    const checks = [...(await checkCrowd(stage)), ...(await checkHidden(stage))];
    showNames(stage.viewport);
    await stage.settle();
    return { picture: await stage.viewport.capture(), checks };
  },
};
