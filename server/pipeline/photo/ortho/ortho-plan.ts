import { frameCovering, type GridFrame, gridRect, type Rect } from '#domain/geometry/grid/grid.ts';
import { maxOf, minOf } from '#domain/math/extremes.ts';
import { upperMedian } from '#domain/math/median.ts';
import type { LocalFrame } from '#domain/photogrammetry/model/local-frame.ts';
import type { Reconstruction } from '#domain/photogrammetry/model/reconstruction.ts';
import type { OrthoView } from '#domain/photogrammetry/ortho/coarse-view.ts';
import { footprint } from '#domain/photogrammetry/ortho/footprint.ts';
import { createGroundLattice, type GroundLattice } from '#domain/photogrammetry/ortho/ground-lattice.ts';
import type { MetresPerUnit } from '../../units.ts';
import type { SurfaceSource } from './surface-source.ts';

/** A photo and its part of the ground. */
export interface PlannedView {
  /** Index among the project's photos, and among the cameras. */
  readonly photo: number;
  readonly camera: number;
  readonly view: OrthoView;
  /** World coordinates. */
  readonly footprint: Rect;
}

/** The cells of an orthomosaic and its photos. */
export interface OrthoPlan {
  readonly frame: GridFrame;
  /** Cells on which photos are compared and seams are drawn. */
  readonly coarse: GridFrame;
  readonly lattice: GroundLattice;
  readonly views: readonly PlannedView[];
  readonly unit: MetresPerUnit;
  /** Ground size of a pixel in the finest view, median height of the cameras over the ground; metres. */
  readonly finestM: number;
  readonly flyingHeightM: number;
  /** Pixels of a photo per side that are averaged for a cell. */
  readonly reduction: number;
}

export interface OrthoPlanInput {
  readonly adjusted: Reconstruction;
  readonly frame: LocalFrame;
  readonly surface: SurfaceSource;
  readonly unit: MetresPerUnit;
  /** Edge of the cells, metres. */
  readonly cellM: number;
  /** Height of the ground in the local frame, metres. */
  readonly groundHeightM: number;
  /** Sharpness of a photo of the project relative to the median of all. */
  sharpness(photo: number): number;
}

const coarseStep = 8;
const maxCoarseCells = 1_000_000;
const significantDigits = 2;

/** Edge of the cells: the ground sampling distance times a multiplier, to two significant digits, metres. */
export function orthoCell(gsdM: number, multiplier: number): number {
  return Number((gsdM * multiplier).toPrecision(significantDigits));
}

const median = (values: readonly number[]): number => upperMedian(values) ?? 0;

function intersect(a: Rect, b: Rect): Rect {
  return {
    minX: Math.max(a.minX, b.minX),
    minY: Math.max(a.minY, b.minY),
    maxX: Math.min(a.maxX, b.maxX),
    maxY: Math.min(a.maxY, b.maxY),
  };
}

function isEmpty({ minX, minY, maxX, maxY }: Rect): boolean {
  return !(minX < maxX && minY < maxY);
}

function planViews({ adjusted, frame, surface, sharpness }: OrthoPlanInput, area: Rect): PlannedView[] {
  const middle: readonly [number, number] = [(area.minX + area.maxX) / 2, (area.minY + area.maxY) / 2];
  const [, , low] = frame.toLocal([...middle, surface.low]);
  const [, , high] = frame.toLocal([...middle, surface.high]);
  return adjusted.photos.flatMap(({ photo, camera, pose }) => {
    const lens = adjusted.cameras[camera]!;
    const seen = footprint(lens, pose, frame, low, high);
    if (!seen || isEmpty(intersect(seen, area))) return [];
    const centreWorld = frame.toWorld(pose.centre);
    const view = { camera: lens, pose, centreWorld, sharpness: sharpness(photo) };
    return [{ photo, camera, view, footprint: seen }];
  });
}

/** Plans an orthomosaic; null where no photo sees the surface. */
export function planOrtho(input: OrthoPlanInput): OrthoPlan | null {
  const { surface, unit, cellM, groundHeightM } = input;
  if (!(surface.low <= surface.high)) return null;
  const surfaceRect = gridRect(surface.frame);
  const views = planViews(input, surfaceRect);
  if (views.length === 0) return null;
  const seen = views.map((planned) => planned.footprint);
  const area = intersect(surfaceRect, {
    minX: minOf(seen.map(({ minX }) => minX)),
    minY: minOf(seen.map(({ minY }) => minY)),
    maxX: maxOf(seen.map(({ maxX }) => maxX)),
    maxY: maxOf(seen.map(({ maxY }) => maxY)),
  });
  const cell = cellM / unit.horizontal;
  const frame = frameCovering(area, cell);
  const step = Math.max(coarseStep, Math.ceil(Math.sqrt((frame.width * frame.height) / maxCoarseCells)));
  const heights = views.map(({ view }) => Math.max(1, view.pose.centre[2] - groundHeightM));
  const sizes = views.map(({ view }, index) => heights[index]! / view.camera.focal);
  return {
    frame,
    coarse: coarseFrame(frame, step),
    lattice: createGroundLattice(input.frame, gridRect(frame), (surface.low + surface.high) / 2),
    views,
    unit,
    finestM: minOf(sizes),
    flyingHeightM: median(heights),
    reduction: Math.max(1, Math.floor(cellM / median(sizes) + 0.2)),
  };
}

/** Cells of `step` × `step` cells of a frame, from its north-west corner. */
function coarseFrame(frame: GridFrame, step: number): GridFrame {
  const rect = gridRect(frame);
  const cellSize = step * frame.cellSize;
  return {
    width: Math.ceil(frame.width / step),
    height: Math.ceil(frame.height / step),
    originX: rect.minX + cellSize / 2,
    originY: rect.maxY - cellSize / 2,
    cellSize,
  };
}
