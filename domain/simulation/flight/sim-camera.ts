import type { Camera } from '../../photogrammetry/model/camera.ts';

/** Manufacturer's data of the simulated camera; the focal length is nominal, the true one is 1.3 % longer. */
export const simCamera = {
  make: 'Plumbline',
  model: 'SimCam',
  sensorWidthMm: 13.2,
  focalMm: 9.6,
  focal35Mm: 25,
} as const;

const referenceWidth = 1600;

/**
 * The simulated camera: aspect ratio 4:3, horizontal field of view 68°, moderate distortion, principal point off
 * centre.
 */
export function createSimCamera(width: number): Camera {
  const scale = width / referenceWidth;
  return {
    model: 'perspective',
    width,
    height: Math.round(width * 0.75),
    focal: 1178.4 * scale,
    cx: 805.3 * scale,
    cy: 596.2 * scale,
    k1: -0.042,
    k2: 0.021,
    k3: -0.006,
    p1: 0.0006,
    p2: -0.0004,
  };
}

/** Relative loss of light at the corners. */
export const simVignetting = 0.22;
/** Noise of the sensor, grey levels of 255. */
export const simNoise = 1.5;
