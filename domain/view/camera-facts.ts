import {
  type CameraState,
  isOrthographic,
  type ScreenSize,
  unitsPerPixel,
  type WorldPoint,
} from './camera.ts';

/** Class of the camera's tilt. */
export type Tilt = 'down' | 'steep' | 'slanting' | 'shallow' | 'level' | 'up';

/** Compass octant, clockwise from north. */
export type Eighth = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** A description of a camera for people. */
export interface CameraFacts {
  /** World point at the centre of the view. */
  readonly centre: WorldPoint;
  /**
   * Extent of the view at its centre, across and up in the plane perpendicular to the view direction, horizontal units.
   */
  readonly width: number;
  readonly height: number;
  /** Horizontal units per CSS pixel at the centre. */
  readonly unitsPerPixel: number;
  /** From above, north up. */
  readonly isPlan: boolean;
  readonly isParallel: boolean;
  /** Compass direction of the view; the direction that is up in the view where it looks straight down. */
  readonly towards: Eighth;
  readonly tilt: Tilt;
  /** Below the horizon, degrees; negative looks up. */
  readonly tiltDeg: number;
  /** From the eye to the centre, horizontal units. */
  readonly distance: number;
}

/** Minimum degrees below the horizon of each tilt. */
const tilts: readonly (readonly [Tilt, number])[] = [
  ['down', 80],
  ['steep', 55],
  ['slanting', 25],
  ['shallow', 5],
  ['level', -5],
];

/** Describes a camera. `size`: the view, CSS pixels. */
export function cameraFacts(camera: CameraState, size: ScreenSize): CameraFacts {
  const isPlan = camera.mode === '2d';
  const perPixel = unitsPerPixel(camera, size);
  const tiltDeg = isPlan ? 90 : (camera.pitchRad * 180) / Math.PI;
  const turn = isPlan ? 0 : camera.yawRad / (2 * Math.PI);
  const eighth = Math.round((turn - Math.floor(turn)) * 8) % 8;
  return {
    centre: camera.target,
    width: perPixel * size.width,
    height: perPixel * size.height,
    unitsPerPixel: perPixel,
    isPlan,
    isParallel: isOrthographic(camera),
    towards: eighth as Eighth,
    tilt: tilts.find(([, min]) => tiltDeg >= min)?.[0] ?? 'up',
    tiltDeg,
    distance: camera.distance,
  };
}
