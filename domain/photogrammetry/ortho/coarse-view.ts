import { createGrid, type Grid, type GridFrame } from '../../geometry/grid/grid.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { Camera } from '../model/camera.ts';
import type { Pose } from '../model/pose.ts';
import { createProjector } from '../model/projector.ts';
import { type GroundLattice, latticeToLocal } from './ground-lattice.ts';
import { createOcclusionTest } from './occlusion.ts';
import { viewCost } from './view-cost.ts';

/** Colour pixels, RGB interleaved; may be smaller than the photo. */
export interface ColourPixels {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** A block of cells of a frame, from its north-west corner. */
export interface CellWindow {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A photo as the orthomosaic sees it. */
export interface OrthoView {
  readonly camera: Camera;
  readonly pose: Pose;
  /** Projection centre in world coordinates. */
  readonly centreWorld: Vec3;
  /** Sharpness over the block's median; 1 where it was not measured. */
  readonly sharpness: number;
}

export interface CoarseViewInput {
  readonly view: OrthoView;
  /** The photo at about the resolution of the coarse cells. */
  readonly image: ColourPixels;
  /** All coarse cells. */
  readonly frame: GridFrame;
  /** Heights of the cells in `area`, row by row, NaN where there is no survey. */
  readonly heights: Float32Array;
  /** Cells whose heights are given; `window` and what can hide it. */
  readonly area: CellWindow;
  /** Cells that the photo may show. */
  readonly window: CellWindow;
  readonly lattice: GroundLattice;
  /** Horizontal units a vertical unit. */
  readonly unitRatio: number;
  /** Ground size of a pixel in the block's finest view, metres. */
  readonly finestM: number;
  /** False: heights are bare ground, nothing hides. */
  readonly hides: boolean;
}

/** What one photo shows of the coarse cells. */
export interface CoarseView {
  readonly window: CellWindow;
  /** Cost of the view a cell of the window, Infinity where the photo does not show it. */
  readonly cost: Float32Array<ArrayBuffer>;
  /** Colour, RGB per cell. */
  readonly rgb: Uint8Array<ArrayBuffer>;
  /**
   * Distance to the principal point over half the image's diagonal, 1 to 255; 0 where the cell is outside the image.
   */
  readonly radius: Uint8Array<ArrayBuffer>;
}

/** The part of a frame that a window covers, as a frame. */
export function windowFrame(frame: GridFrame, window: CellWindow): GridFrame {
  return {
    width: window.width,
    height: window.height,
    originX: frame.originX + window.x * frame.cellSize,
    originY: frame.originY - window.y * frame.cellSize,
    cellSize: frame.cellSize,
  };
}

/** Half the diagonal of a camera's image, pixels: the unit in which vignetting's radius counts. */
export function halfDiagonal({ width, height }: Camera): number {
  return Math.sqrt(width * width + height * height) / 2;
}

/** Looks at every cell of the window through one photo. O(cells × length of the viewing rays). */
export function lookThrough(input: CoarseViewInput): CoarseView {
  const { view, image, frame, area, window, lattice } = input;
  const { camera, pose } = view;
  const grid: Grid = createGrid(windowFrame(frame, area), input.heights as Float32Array);
  const isHidden = input.hides ? createOcclusionTest(grid, view.centreWorld, input.unitRatio) : () => false;
  const project = createProjector(camera, pose);
  const count = window.width * window.height;
  const cost = new Float32Array(count).fill(Infinity);
  const rgb = new Uint8Array(3 * count);
  const radius = new Uint8Array(count);
  const place = { x: 0, y: 0 };
  const local = new Float64Array(3);
  const shorter = Math.min(camera.width, camera.height);
  const radiusScale = 255 / halfDiagonal(camera);
  for (let row = 0; row < window.height; row++) {
    const y = frame.originY - (window.y + row) * frame.cellSize;
    for (let column = 0; column < window.width; column++) {
      const x = frame.originX + (window.x + column) * frame.cellSize;
      const z = grid.values[(window.y + row - area.y) * area.width + window.x + column - area.x]!;
      if (Number.isNaN(z)) continue;
      latticeToLocal(lattice, x, y, z, local, 0);
      if (!project(local[0]!, local[1]!, local[2]!, place)) continue;
      const [dx, dy, dz] = [0, 1, 2].map((axis) => pose.centre[axis]! - local[axis]!) as [
        number,
        number,
        number,
      ];
      if (!(dz > 0)) continue;
      const at = row * window.width + column;
      const off = Math.hypot(place.x - camera.cx, place.y - camera.cy);
      radius[at] = Math.max(1, Math.min(255, Math.floor(off * radiusScale + 0.5)));
      if (isHidden(x, y, z)) continue;
      const flat = Math.sqrt(dx * dx + dy * dy);
      const border = Math.min(place.x, place.y, camera.width - place.x, camera.height - place.y) / shorter;
      const groundSize = Math.sqrt(flat * flat + dz * dz) / camera.focal;
      cost[at] = viewCost({
        tangent: flat / dz,
        coarseness: groundSize / input.finestM,
        border,
        sharpness: view.sharpness,
      });
      sampleLinear(
        image,
        (place.x * image.width) / camera.width,
        (place.y * image.height) / camera.height,
        rgb,
        3 * at,
      );
    }
  }
  return { window, cost, rgb, radius };
}

/** Bilinear colour at a place (pixel corner frame of the image), rounded, into `out` at `at`. */
export function sampleLinear(
  { width, height, pixels }: ColourPixels,
  x: number,
  y: number,
  out: Uint8Array,
  at: number,
): void {
  const u = Math.max(0, Math.min(width - 1, x - 0.5));
  const v = Math.max(0, Math.min(height - 1, y - 0.5));
  const c = Math.min(Math.floor(u), Math.max(0, width - 2));
  const r = Math.min(Math.floor(v), Math.max(0, height - 2));
  const [fu, fv] = [u - c, v - r];
  const a = 3 * (r * width + c);
  const right = width > 1 ? 3 : 0;
  const below = height > 1 ? 3 * width : 0;
  for (let channel = 0; channel < 3; channel++) {
    const top = pixels[a + channel]! * (1 - fu) + pixels[a + right + channel]! * fu;
    const bottom = pixels[a + below + channel]! * (1 - fu) + pixels[a + below + right + channel]! * fu;
    out[at + channel] = Math.floor(top * (1 - fv) + bottom * fv + 0.5);
  }
}
