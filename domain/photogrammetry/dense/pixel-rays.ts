import { type Camera, unprojectPixel } from '../model/camera.ts';

/** Spacing of the nodes between which rays are interpolated, pixels; lens distortion is smooth enough. */
const nodeStep = 8;
/** Minimum cosine between a ray and the axis for a depth along it. */
const minCosine = 0.05;

/**
 * Directions of a camera's pixels at their centres, camera frame with z = 1: x, y each, row-major; NaN at 90° to the
 * view and beyond.
 */
export function pixelRays(camera: Camera): Float32Array {
  const { width, height } = camera;
  const [columns, rows] = [Math.ceil(width / nodeStep) + 1, Math.ceil(height / nodeStep) + 1];
  const nodes = new Float64Array(2 * columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y, z] = unprojectPixel(camera, column * nodeStep, row * nodeStep);
      const slope = z > minCosine ? 1 / z : Number.NaN;
      nodes[2 * (row * columns + column)] = x * slope;
      nodes[2 * (row * columns + column) + 1] = y * slope;
    }
  }
  const rays = new Float32Array(2 * width * height);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / nodeStep);
    const fy = (y + 0.5) / nodeStep - row;
    for (let x = 0; x < width; x++) {
      const column = Math.floor(x / nodeStep);
      const fx = (x + 0.5) / nodeStep - column;
      const at = 2 * (row * columns + column);
      for (let axis = 0; axis < 2; axis++) {
        const top = nodes[at + axis]! * (1 - fx) + nodes[at + 2 + axis]! * fx;
        const below = at + 2 * columns + axis;
        const bottom = nodes[below]! * (1 - fx) + nodes[below + 2]! * fx;
        rays[2 * (y * width + x) + axis] = top * (1 - fy) + bottom * fy;
      }
    }
  }
  return rays;
}
