import type { GridFrame, Rect } from '../../geometry/grid/grid.ts';
import { rotate, transpose } from '../../math/rotations.ts';
import { type Camera, unprojectPixel } from '../model/camera.ts';
import type { LocalFrame } from '../model/local-frame.ts';
import type { Pose } from '../model/pose.ts';
import type { CellWindow } from './coarse-view.ts';

const sideSamples = 8;
/** A ray near the horizon ends where it is this many times the flying height away. */
const farthestHeights = 4;

/**
 * Rectangle in world coordinates that a photo can show of ground between two heights (metres of the local frame): the
 * rays of the image's border down to the lower one, those near the horizon cut short. Null where the whole ground is
 * above the camera.
 */
export function footprint(
  camera: Camera,
  pose: Pose,
  frame: LocalFrame,
  lowestM: number,
  highestM: number,
): Rect | null {
  const [cx, cy, cz] = pose.centre;
  const above = cz - lowestM;
  if (!(above > 0)) return null;
  const back = transpose(pose.rotation);
  const rect = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  const include = (x: number, y: number, z: number) => {
    const [wx, wy] = frame.toWorld([x, y, z]);
    rect.minX = Math.min(rect.minX, wx);
    rect.maxX = Math.max(rect.maxX, wx);
    rect.minY = Math.min(rect.minY, wy);
    rect.maxY = Math.max(rect.maxY, wy);
  };
  for (let i = 0; i <= sideSamples; i++) {
    for (let j = 0; j <= sideSamples; j++) {
      const ray = unprojectPixel(camera, (i / sideSamples) * camera.width, (j / sideSamples) * camera.height);
      const [x, y, z] = rotate(back, ray);
      for (const height of [above, cz - highestM]) {
        if (!(height > 0)) continue;
        const flat = Math.hypot(x, y);
        const reach =
          z < 0 ? Math.min(-height / z, (farthestHeights * above) / (flat || 1e-9)) : farthestHeights * above;
        include(cx + x * reach, cy + y * reach, lowestM);
      }
    }
  }
  return rect;
}

/** Cells of a frame whose centres may be in a rectangle grown by one cell; null where there are none. */
export function cellsWithin(frame: GridFrame, rect: Rect): CellWindow | null {
  const { cellSize } = frame;
  const x0 = Math.max(0, Math.floor((rect.minX - frame.originX) / cellSize) - 1);
  const x1 = Math.min(frame.width - 1, Math.ceil((rect.maxX - frame.originX) / cellSize) + 1);
  const y0 = Math.max(0, Math.floor((frame.originY - rect.maxY) / cellSize) - 1);
  const y1 = Math.min(frame.height - 1, Math.ceil((frame.originY - rect.minY) / cellSize) + 1);
  if (x0 > x1 || y0 > y1) return null;
  return { x: x0, y: y0, width: x1 - x0 + 1, height: y1 - y0 + 1 };
}

/** A window grown on every side, cut at the frame. */
export function growWindow(frame: GridFrame, window: CellWindow, cells: number): CellWindow {
  const x = Math.max(0, window.x - cells);
  const y = Math.max(0, window.y - cells);
  return {
    x,
    y,
    width: Math.min(frame.width, window.x + window.width + cells) - x,
    height: Math.min(frame.height, window.y + window.height + cells) - y,
  };
}
