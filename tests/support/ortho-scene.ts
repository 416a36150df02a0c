import { createGrid, type Grid, type GridFrame, gridRect } from '#domain/geometry/grid/grid.ts';
import { rotate, transpose } from '#domain/math/rotations.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import { type Camera, simpleCamera, unprojectPixel } from '#domain/photogrammetry/model/camera.ts';
import { createLocalFrame } from '#domain/photogrammetry/model/local-frame.ts';
import { type Pose, rotationFromAttitude } from '#domain/photogrammetry/model/pose.ts';
import { type ColourPixels, lookThrough, type OrthoView } from '#domain/photogrammetry/ortho/coarse-view.ts';
import { balanceView, type Exposure, solveExposure } from '#domain/photogrammetry/ortho/exposure.ts';
import { resampleGrid } from '#domain/photogrammetry/ortho/fill-surface.ts';
import { createGroundLattice } from '#domain/photogrammetry/ortho/ground-lattice.ts';
import { raisedCells } from '#domain/photogrammetry/ortho/raised.ts';
import { renderTile } from '#domain/photogrammetry/ortho/render-tile.ts';
import { chooseSeams } from '#domain/photogrammetry/ortho/seams.ts';
import { viewExposure } from '#domain/photogrammetry/ortho/view-exposure.ts';

type Colour = readonly [number, number, number];

/** Level ground at height 0 with a box on it; metres. */
export interface BoxScene {
  readonly box: { minX: number; minY: number; maxX: number; maxY: number; top: number } | null;
  ground(x: number, y: number): Colour;
  readonly roof: Colour;
  readonly wall: Colour;
}

export interface ScenePhoto extends OrthoView {
  readonly image: ColourPixels;
}

/** Smooth texture with detail of a metre and more: colours change by a few levels a decimetre. */
export function wavyGround(x: number, y: number): Colour {
  const wave = (a: number, b: number, phase: number) => 40 * Math.sin(a * x + b * y + phase);
  return [120 + wave(1.9, 0.7, 0), 130 + wave(-0.8, 2.1, 1), 125 + wave(1.3, -1.4, 2)];
}

/** Colour at the first hit of a ray from a point. */
function castRay({ box, ground, roof, wall }: BoxScene, [x, y, z]: Vec3, [dx, dy, dz]: Vec3): Colour {
  const toGround = -z / dz;
  if (box) {
    let [near, far] = [-Infinity, Infinity];
    let isTop = false;
    for (const [origin, step, low, high, axis] of [
      [x, dx, box.minX, box.maxX, 0],
      [y, dy, box.minY, box.maxY, 1],
      [z, dz, 0, box.top, 2],
    ] as const) {
      const [a, b] = [(low - origin) / step, (high - origin) / step];
      if (Math.min(a, b) > near) {
        near = Math.min(a, b);
        isTop = axis === 2;
      }
      far = Math.min(far, Math.max(a, b));
    }
    if (near > 0 && near < far && near < toGround) return isTop ? roof : wall;
  }
  return ground(x + dx * toGround, y + dy * toGround);
}

/**
 * Renders a camera's image of a scene, 3 × 3 rays per pixel; `brighten` changes a colour by its position in the image.
 */
export function photograph(
  scene: BoxScene,
  camera: Camera,
  pose: Pose,
  brighten: (value: number, px: number, py: number, channel: number) => number = (value) => value,
): ScenePhoto {
  const { width, height } = camera;
  const pixels = new Uint8Array(3 * width * height);
  const back = transpose(pose.rotation);
  const offsets = [1 / 6, 0.5, 5 / 6];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const sum = [0, 0, 0];
      for (const oy of offsets) {
        for (const ox of offsets) {
          const ray = rotate(back, unprojectPixel(camera, column + ox, row + oy));
          castRay(scene, pose.centre, ray).forEach((value, channel) => {
            sum[channel] = sum[channel]! + value / 9;
          });
        }
      }
      for (let channel = 0; channel < 3; channel++) {
        const value = brighten(sum[channel]!, column + 0.5, row + 0.5, channel);
        pixels[3 * (row * width + column) + channel] = Math.max(0, Math.min(255, Math.round(value)));
      }
    }
  }
  return { camera, pose, centreWorld: pose.centre, sharpness: 1, image: { width, height, pixels } };
}

/** Cameras looking down from 20 m on a lattice of places, 0.1 m a pixel on the ground, a lens with distortion. */
export function flyOver(scene: BoxScene, places: readonly (readonly [number, number])[]): ScenePhoto[] {
  const camera: Camera = {
    ...simpleCamera(240, 180, 200),
    cx: 121.5,
    cy: 88,
    k1: -0.05,
    k2: 0.01,
    p1: 0.001,
  };
  return places.map(([x, y], index) =>
    photograph(scene, camera, {
      rotation: rotationFromAttitude(10 * index, -88 + (index % 3), 2),
      centre: [x, y, 20],
    }),
  );
}

/** The scene's heights on cells of 0.1 m. */
export function sceneSurface({ box }: BoxScene, halfM: number): Grid {
  const cellSize = 0.1;
  const side = Math.round((2 * halfM) / cellSize);
  const frame = { width: side, height: side, originX: -halfM + 0.05, originY: halfM - 0.05, cellSize };
  const values = new Float32Array(side * side);
  for (let cell = 0; cell < values.length; cell++) {
    const x = frame.originX + (cell % side) * cellSize;
    const y = frame.originY - Math.floor(cell / side) * cellSize;
    const isInside = box && x > box.minX && x < box.maxX && y > box.minY && y < box.maxY;
    values[cell] = isInside ? box.top : 0;
  }
  return createGrid(frame, values);
}

export interface SceneMosaic {
  readonly frame: GridFrame;
  /** RGBA. */
  readonly rgba: Uint8Array;
  readonly labels: Uint16Array;
  readonly coarse: GridFrame;
  readonly exposure: Exposure;
  readonly filled: number;
}

/** An orthomosaic of a scene, made in this thread in tiles of a given side. */
export function mosaicOf(
  photos: readonly ScenePhoto[],
  surface: Grid,
  { cellSize = 0.1, halfM = 6.4, tileSide = 128, hides = true, order = (tiles: number[]) => tiles } = {},
): SceneMosaic {
  const side = Math.round((2 * halfM) / cellSize);
  const frame = {
    width: side,
    height: side,
    originX: -halfM + cellSize / 2,
    originY: halfM - cellSize / 2,
    cellSize,
  };
  const step = 4;
  const coarseSide = Math.ceil(side / step);
  const coarseCell = step * cellSize;
  const coarse = {
    width: coarseSide,
    height: coarseSide,
    originX: -halfM + coarseCell / 2,
    originY: halfM - coarseCell / 2,
    cellSize: coarseCell,
  };
  const lattice = createGroundLattice(createLocalFrame(null, [0, 0, 0]), gridRect(frame), 0);
  const heights = resampleGrid(surface, coarse);
  const window = { x: 0, y: 0, width: coarseSide, height: coarseSide };
  const views = photos.map((view) =>
    lookThrough({
      view,
      image: view.image,
      frame: coarse,
      heights,
      area: window,
      window,
      lattice,
      unitRatio: 1,
      finestM: 0.1,
      hides,
    }),
  );
  const cameraOf = photos.map(() => 0);
  const exposure = solveExposure(coarse, views, cameraOf);
  const exposures = photos.map((_, index) => viewExposure(exposure, index, 0));
  const labels = chooseSeams({
    width: coarseSide,
    height: coarseSide,
    views: views.map((view, index) =>
      balanceView(view, exposures[index]!.gains, exposures[index]!.vignetting),
    ),
    raised: raisedCells(heights, coarseSide, coarseSide, coarseCell, 1),
    cellOverHeight: coarseCell / 20,
  });
  const rgba = new Uint8Array(4 * side * side);
  const across = Math.ceil(side / tileSide);
  let filled = 0;
  for (const tile of order(Array.from({ length: across * across }, (_, index) => index))) {
    const [x, y] = [(tile % across) * tileSide, Math.floor(tile / across) * tileSide];
    const [width, height] = [Math.min(tileSide, side - x), Math.min(tileSide, side - y)];
    const rendered = renderTile({
      frame,
      window: { x, y, width, height },
      surface,
      lattice,
      unitRatio: 1,
      hides,
      labels: { frame: coarse, values: labels },
      photos: photos.map((view, label) => ({
        label,
        view,
        exposure: exposures[label]!,
        crop: { x: 0, y: 0, ...view.image },
      })),
      reduction: 1,
    });
    filled += rendered.filled;
    for (let row = 0; row < height; row++) {
      rgba.set(rendered.rgba.subarray(4 * row * width, 4 * (row + 1) * width), 4 * ((y + row) * side + x));
    }
  }
  return { frame, rgba, labels, coarse, exposure, filled };
}
