import type { DisplaySettings } from '#viewport/display.ts';
import { slopeEnds } from '#viewport/display.ts';
import { aspectStops, rampStops, rampTexels } from '#viewport/ramps.ts';

type Triple = readonly [number, number, number];

const rad = Math.PI / 180;

/** Towards the sun, length 1: east, north, up. */
function sunOf({ sunAzimuthDeg, sunAltitudeDeg }: DisplaySettings): Triple {
  const [azimuth, altitude] = [sunAzimuthDeg * rad, sunAltitudeDeg * rad];
  return [Math.sin(azimuth) * Math.cos(altitude), Math.cos(azimuth) * Math.cos(altitude), Math.sin(altitude)];
}

/** Light on a plane by bearings and angles, after Mark (1992): the equivalent of `several_lights` with vectors. */
function directLight(normal: Triple, display: DisplaySettings): number {
  const lit = (sun: Triple) => Math.max(0, normal[0] * sun[0] + normal[1] * sun[1] + normal[2] * sun[2]);
  const run = Math.hypot(normal[0], normal[1]);
  if (display.lighting === 'single' || run === 0) return lit(sunOf(display));
  const fallDeg = Math.atan2(normal[0], normal[1]) / rad;
  let sum = 0;
  for (const turn of [-90, -45, 0, 45]) {
    const sunAzimuthDeg = display.sunAzimuthDeg + turn;
    sum += Math.sin((fallDeg - sunAzimuthDeg) * rad) ** 2 * lit(sunOf({ ...display, sunAzimuthDeg }));
  }
  return sum / 2;
}

/** Factor of the surface colour on a plane of rise over run `east` and `north`, stored in the raster's own units. */
export function reliefLight(east: number, north: number, display: DisplaySettings): number {
  if (!display.hasHillshade) return 1;
  const stretch = display.verticalExaggeration * display.heightFactor;
  const [x, y] = [-east * stretch, -north * stretch];
  const length = Math.hypot(x, y, 1);
  const normal: Triple = [x / length, y / length, 1 / length];
  const sky = 0.5 + 0.5 * normal[2];
  const level = 0.8 * sunOf(display)[2] + 0.32;
  return Math.min(1.25, Math.max(0, (0.8 * directLight(normal, display) + 0.32 * sky) / level));
}

function onRamp(stops: readonly string[], share: number): Triple {
  const texels = rampTexels(stops, 256);
  const at = Math.round(Math.min(1, Math.max(0, share)) * 255) * 4;
  return [texels[at]!, texels[at + 1]!, texels[at + 2]!];
}

/** Colour, 0 to 255, of a place on a plane; `share`: of the elevation range. */
export function terrainColourOf(
  east: number,
  north: number,
  share: number,
  display: DisplaySettings,
): Triple {
  const light = reliefLight(east, north, display);
  const lit = (colour: Triple) => colour.map((channel) => Math.min(255, channel * light));
  return lit(unlit(east, north, share, display)) as unknown as Triple;
}

function unlit(east: number, north: number, share: number, display: DisplaySettings): Triple {
  const rise = Math.hypot(east, north) * display.heightFactor;
  switch (display.terrainColour) {
    case 'slope': {
      const [low, high] = slopeEnds(display);
      const slope = display.slopeUnit === 'degrees' ? Math.atan(rise) / rad : rise * 100;
      return onRamp(rampStops[display.slopeRamp], (slope - low) / (high - low));
    }
    case 'aspect': {
      if (rise < 0.002) return [0.62 * 255, 0.64 * 255, 0.66 * 255];
      const turn = Math.atan2(-east, -north) / (2 * Math.PI);
      return onRamp(aspectStops, turn - Math.floor(turn));
    }
    case 'plain':
      return [0.8 * 255, 0.79 * 255, 0.76 * 255];
    case 'elevation':
      return onRamp(rampStops[display.ramp], share);
    case 'difference':
      throw new Error('the relief has nothing to be compared with');
  }
}
