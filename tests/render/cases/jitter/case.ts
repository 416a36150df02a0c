import { defaultFeatureStyle } from '#viewport/scene.ts';
import type { PixelImage } from '#viewport/viewport-types.ts';
import type { RenderCase } from '../../page/render-case.ts';
import type { Stage } from '../../page/stage.ts';

/** A place with coordinates of five million metres, off the grid of any float32. */
const spot = [5_000_000.1237, 5_234_567.8911, 1234.5678] as const;
const max = 0.1;

/** Centroid of brightness in a channel, pixels. */
function centroid({ width, height, data }: PixelImage, channel: number): [number, number] {
  let [sum, x, y] = [0, 0, 0];
  for (let at = 0; at < width * height; at++) {
    const weight = Math.max(0, data[at * 4 + channel]! - 120);
    sum += weight;
    x += weight * ((at % width) + 0.5);
    y += weight * (Math.floor(at / width) + 0.5);
  }
  return [x / sum, y / sum];
}

/** Maximum distance between rendered and float64 positions, over small camera moves. */
async function worstMotion({ viewport, settle }: Stage, mode: '2d' | '3d', channel: number) {
  let worst = 0;
  for (let step = 0; step < 12; step++) {
    const shift = step * 0.000_37;
    viewport.setCamera({
      mode,
      // An image 0.12 m high: 1 mm is 2.5 pixels.
      target: [spot[0] + shift, spot[1] - shift * 0.7, spot[2]],
      distance: 0.165,
      yawRad: 0.7 + step * 0.003,
      pitchRad: 0.9,
    });
    await settle();
    const [x, y] = centroid(await viewport.capture(), channel);
    const expected = viewport.project(spot);
    worst = Math.max(worst, Math.hypot(x - expected.x, y - expected.y));
  }
  return worst;
}

/** Features of a millimetre at coordinates of five million metres are stable under camera moves. */
export const renderCase: RenderCase = {
  width: 480,
  height: 300,
  async run(stage) {
    const { viewport } = stage;
    viewport.setDisplay({ hasGrid: false, hasEdl: false, colourMode: 'rgb', pointSizePx: 90 });
    const checks = [];
    const symbol = {
      id: 'mark',
      kind: 'point' as const,
      positions: Float64Array.from(spot),
      style: { ...defaultFeatureStyle, colour: [1, 0, 0, 1] as const, sizePx: 30 },
    };
    viewport.addLayer({ id: 'marks', kind: 'vector', isVisible: true, isPickable: true, features: [symbol] });
    for (const mode of ['2d', '3d'] as const) {
      const worst = await worstMotion(stage, mode, 0);
      checks.push({
        what: `symbol, ${mode}`,
        isOk: worst < max,
        detail: `${worst.toFixed(3)} px off at most`,
      });
    }
    viewport.removeLayer('marks');
    const scale = [0.0001, 0.0001, 0.0001] as const;
    const offset = [5_000_000, 5_234_000, 1000] as const;
    const xyz = Int32Array.from(spot, (value, axis) =>
      Math.round((value - offset[axis as 0]!) / scale[axis as 0]!),
    );
    const points = { count: 1, xyz, rgb: Uint16Array.of(0, 65535, 0) };
    viewport.addLayer({ id: 'point', kind: 'points', isVisible: true, points, scale, offset });
    for (const mode of ['2d', '3d'] as const) {
      const worst = await worstMotion(stage, mode, 1);
      checks.push({
        what: `point, ${mode}`,
        isOk: worst < max,
        detail: `${worst.toFixed(3)} px off at most`,
      });
    }
    return { checks };
  },
};
