import type { PointLayers } from '#domain/formats/las/points.ts';
import type { PixelImage } from '#viewport/viewport-types.ts';
import type { Check, RenderCase } from '../../page/render-case.ts';
import type { Stage } from '../../page/stage.ts';
import { type Slope, seenOnSlope, slopeAt, slopeGrid } from '../../scenes/slope.ts';
import { corner } from '../../scenes/terrain.ts';

const slope: Slope = { cells: 60, cellSize: 2, rise: 0.3, base: 310 };
const level = 325;
const across = 12;

/** Points five units over the slope, 12 by 12. */
function hoveringPoints(): PointLayers {
  const xyz = new Int32Array(across * across * 3);
  for (let i = 0; i < across * across; i++) {
    const [x, y] = [5 + (i % across) * 9.5, -5 - Math.floor(i / across) * 9.5];
    xyz.set([x * 1000, y * 1000, (slopeAt(slope, corner[0] + x) + 5) * 1000], i * 3);
  }
  return { count: across * across, xyz };
}

/** Places under water become bluer and darker in red. */
const isWet = (dry: PixelImage, wet: PixelImage, at: number) => dry.data[at]! - wet.data[at]! > 40;

/** Pixels of the slope with the wrong water state, and the maximum distance of them from the shore. */
function compare({ viewport }: Stage, dry: PixelImage, wet: PixelImage, what: string): Check {
  let worst = 0;
  let count = 0;
  for (let y = 3; y < dry.height - 3; y++) {
    for (let x = 3; x < dry.width - 3; x++) {
      const met = seenOnSlope(viewport, slope, x + 0.5, y + 0.5);
      const next = seenOnSlope(viewport, slope, x + 1.5, y + 0.5);
      const below = seenOnSlope(viewport, slope, x + 0.5, y + 1.5);
      if (!met || !next || !below) continue;
      count++;
      const at = (y * dry.width + x) * 4;
      const height = met[2] - level;
      const isRight = height < 0 ? isWet(dry, wet, at) : Math.abs(dry.data[at]! - wet.data[at]!) <= 1;
      const perPx = Math.hypot(next[2] - met[2], below[2] - met[2]);
      if (!isRight) worst = Math.max(worst, Math.abs(height) / perPx);
    }
  }
  // The line along the shore is 1.8 pixels wide and smooth at its edges.
  return {
    what,
    isOk: worst < 1.5 && count > 20_000,
    detail: `${worst.toFixed(2)} px from the shore, ${count} px`,
  };
}

function comparePoints({ viewport }: Stage, points: PointLayers, dry: PixelImage, wet: PixelImage): Check {
  let wrong = 0;
  let count = 0;
  for (let i = 0; i < points.count; i++) {
    const z = points.xyz![i * 3 + 2]! / 1000;
    const place = [
      points.xyz![i * 3]! / 1000 + corner[0],
      points.xyz![i * 3 + 1]! / 1000 + corner[1],
      z,
    ] as const;
    const { x, y } = viewport.project(place);
    if (x < 0 || y < 0 || x >= dry.width || y >= dry.height) continue;
    count++;
    const at = (Math.floor(y) * dry.width + Math.floor(x)) * 4;
    if (Math.abs(z - level) > 0.5 && isWet(dry, wet, at) !== z < level) wrong++;
  }
  return { what: 'points', isOk: wrong === 0 && count > 90, detail: `${wrong} of ${count} wrong` };
}

/** A water level over terrain and points, from above and obliquely: pixels by the height of the surface they show. */
export const renderCase: RenderCase = {
  width: 240,
  height: 200,
  async run(stage) {
    const { viewport, settle } = stage;
    const middle = ((slope.cells - 1) * slope.cellSize) / 2;
    viewport.setDisplay({ hasGrid: false, hasEdl: false, terrainColour: 'plain', hasHillshade: false });
    viewport.setDisplay({
      pointSizeMode: 'fixed',
      pointSizePx: 5,
      colourMode: 'intensity',
      intensityRange: [0, 65_535],
    });
    viewport.setCamera({
      mode: '2d',
      target: [corner[0] + middle, corner[1] - middle, level],
      distance: 130,
    });
    viewport.addLayer({
      id: 'slope',
      kind: 'terrain',
      isVisible: true,
      source: slopeGrid(slope),
      opacity: 1,
    });
    const points = hoveringPoints();
    const intensity = new Uint16Array(points.count).fill(65_535);
    const pair = async () => {
      viewport.setDisplay({ waterLevel: null });
      await settle();
      const dry = await viewport.capture();
      viewport.setDisplay({ waterLevel: level });
      await settle();
      return [dry, await viewport.capture()] as const;
    };
    const checks = [compare(stage, ...(await pair()), 'shore from above')];
    viewport.setDisplay({ verticalExaggeration: 2 });
    viewport.setCamera({ mode: '3d', yawRad: -0.5, pitchRad: 0.7 });
    const slanted = await pair();
    checks.push(compare(stage, ...slanted, 'shore of exaggerated ground at a slant'));
    viewport.addLayer({
      id: 'points',
      kind: 'points',
      isVisible: true,
      points: { ...points, intensity },
      scale: [0.001, 0.001, 0.001],
      offset: [corner[0], corner[1], 0],
    });
    checks.push(comparePoints(stage, points, ...(await pair())));
    return { checks };
  },
};
