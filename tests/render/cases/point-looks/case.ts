import type { PointLayers } from '#domain/formats/las/points.ts';
import { classColour } from '#viewport/class-colours.ts';
import type { DisplaySettings } from '#viewport/display.ts';
import { parseHexColour, rampStops, rampTexels } from '#viewport/ramps.ts';
import type { PixelImage } from '#viewport/viewport-types.ts';
import type { Check, RenderCase } from '../../page/render-case.ts';
import type { Stage } from '../../page/stage.ts';
import { lattice, latticeMiddle, latticeOffset, latticeScale } from '../../scenes/lattice.ts';

type Colour = readonly [number, number, number];

async function capture({ viewport, settle }: Stage, patch: Partial<DisplaySettings>): Promise<PixelImage> {
  viewport.setDisplay({ colourMode: 'rgb', blendMode: null, ...patch });
  await settle();
  return await viewport.capture();
}

/** Colours at the points' places, in their order. */
function coloursAt({ viewport }: Stage, points: PointLayers, { data, width }: PixelImage): Colour[] {
  return Array.from({ length: points.count }, (_, i) => {
    const along = (axis: 0 | 1 | 2) => points.xyz![i * 3 + axis]! * latticeScale[axis] + latticeOffset[axis];
    const { x, y } = viewport.project([along(0), along(1), along(2)]);
    const at = (Math.floor(y) * width + Math.floor(x)) * 4;
    return [data[at]!, data[at + 1]!, data[at + 2]!];
  });
}

/** Greatest difference of a channel, 0 to 255. */
function compare(what: string, seen: readonly Colour[], expected: readonly Colour[], most = 3): Check {
  let worst = 0;
  seen.forEach((colour, i) => {
    for (const axis of [0, 1, 2] as const)
      worst = Math.max(worst, Math.abs(colour[axis] - expected[i]![axis]));
  });
  return { what, isOk: worst <= most, detail: `${worst} of 255 off at most` };
}

function alongRamp(stops: readonly string[], values: ArrayLike<number>, low: number, high: number): Colour[] {
  const texels = rampTexels(stops, 256);
  return Array.from(values, (value) => {
    const at = Math.round(Math.max(0, Math.min(1, (value - low) / (high - low))) * 255) * 4;
    return [texels[at]!, texels[at + 1]!, texels[at + 2]!];
  });
}

async function checkColours(stage: Stage, points: PointLayers): Promise<Check[]> {
  const look = async (patch: Partial<DisplaySettings>) =>
    coloursAt(stage, points, await capture(stage, patch));
  const times = points.gpsTime!;
  const own = ['#000000', '#ff0000', '#ffff00'];
  const time = await look({ colourMode: 'time', ownRamp: own });
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const elevations = points.xyz!.filter((_, i) => i % 3 === 2).map((z) => z);
  const elevation = await look({ colourMode: 'elevation', ownRamp: null, elevationRange: [92, 108] });
  const classes = await look({ colourMode: 'classification', classColours: { 2: '#123456' } });
  const classNames = Array.from(points.classification!, (n) => (n === 2 ? '#123456' : classColour(n)));
  const source = await look({ colourMode: 'source' });
  const bySource = new Map(Array.from(points.pointSourceId!, (id, i) => [id, source[i]!]));
  const blended = await look({ colourMode: 'elevation', blendMode: 'classification', blendShare: 0.25 });
  const mixed = elevation.map((colour, i): Colour => {
    const mix = (axis: 0 | 1 | 2) => colour[axis] * 0.75 + classes[i]![axis] * 0.25;
    return [mix(0), mix(1), mix(2)];
  });
  return [
    compare('time on an own ramp', time, alongRamp(own, times, first, last)),
    compare('elevation', elevation, alongRamp(rampStops.terrain, elevations, 92_000, 108_000)),
    compare('classes with an own colour', classes, classNames.map(parseHexColour)),
    compare(
      'sources',
      source,
      Array.from(points.pointSourceId!, (id) => bySource.get(id)!),
      0,
    ),
    {
      what: 'sources differ',
      isOk: new Set([...bySource.values()].map(String)).size === 7,
      detail: `${bySource.size} sources`,
    },
    compare('blend of two', blended, mixed),
  ];
}

/** Pixels that are nearer to the white of points than to the dark ground; outlines are smoothed between. */
function whitePixels({ data, width, height }: PixelImage, fromRow = 0, toRow = height): number {
  let count = 0;
  for (let at = fromRow * width; at < toRow * width; at++) if (data[at * 4]! > 128) count++;
  return count;
}

async function checkSizes(stage: Stage, points: PointLayers): Promise<Check[]> {
  const { viewport } = stage;
  const fixed = { pointSizeMode: 'fixed', pointSizePx: 5 } as const;
  const squares = whitePixels(await capture(stage, { ...fixed, hasRoundPoints: false })) / points.count;
  const discs = whitePixels(await capture(stage, { ...fixed, hasRoundPoints: true })) / points.count;
  // Squares of 10 pixels, 10.75 pixels apart, leave gaps of one pixel between most of them.
  const dense = { pointSizeMode: 'fixed', pointSizePx: 10, hasRoundPoints: false } as const;
  const open = whitePixels(await capture(stage, dense));
  const closed = whitePixels(await capture(stage, { ...dense, hasHoleFilling: true }));
  viewport.setDisplay({ hasHoleFilling: false });
  viewport.setCamera({ mode: '3d', target: latticeMiddle, distance: 60, yawRad: 0, pitchRad: 0.5 });
  const rowsOf = async (patch: Partial<DisplaySettings>) => {
    const picture = await capture(stage, { pointSizePx: 3, hasRoundPoints: false, ...patch });
    const near = whitePixels(picture, 180);
    return { near, far: whitePixels(picture, 0, 180) };
  };
  const even = await rowsOf({ pointSizeMode: 'fixed' });
  const sized = await rowsOf({ pointSizeMode: 'attenuated' });
  const adapted = await rowsOf({ pointSizeMode: 'adaptive' });
  const isNearLarger = sized.near / sized.far > (1.15 * even.near) / even.far;
  return [
    { what: 'squares', isOk: Math.abs(squares - 25) < 0.5, detail: `${squares.toFixed(2)} px a point` },
    { what: 'discs', isOk: discs > 17 && discs < 22, detail: `${discs.toFixed(2)} px a point` },
    { what: 'closed gaps', isOk: closed > open * 1.08, detail: `${open} px, closed ${closed} px` },
    { what: 'attenuated', isOk: isNearLarger, detail: JSON.stringify({ even, sized }) },
    { what: 'adaptive', isOk: adapted.near > 1.5 * even.near, detail: JSON.stringify({ even, adapted }) },
  ];
}

/** Colours of every mode against those computed here, and sizes in pixels. */
export const renderCase: RenderCase = {
  width: 480,
  height: 360,
  async run(stage) {
    const { viewport } = stage;
    const points = lattice();
    viewport.setDisplay({ hasGrid: false, hasEdl: false, pointSizePx: 5 });
    viewport.setDisplay({ pointSizeMode: 'fixed', hasRoundPoints: false });
    viewport.setCamera({ mode: '2d', target: latticeMiddle, distance: 46 });
    viewport.addLayer({
      id: 'lattice',
      kind: 'points',
      isVisible: true,
      points,
      scale: latticeScale,
      offset: latticeOffset,
    });
    return { checks: [...(await checkColours(stage, points)), ...(await checkSizes(stage, points))] };
  },
};
