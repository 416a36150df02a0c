import { AppError } from '#domain/errors/app-error.ts';
import { type Rect, sampleGrid } from '#domain/geometry/grid/grid.ts';
import { gridToTin } from '#domain/geometry/grid/grid-surface.ts';
import { surfaceNoise } from '#domain/geometry/grid/surface-noise.ts';
import type { Polygon } from '#domain/geometry/position.ts';
import { triangulatePolygon } from '#domain/geometry/tin/polygon-tin.ts';
import type { Tin } from '#domain/geometry/tin/tin.ts';
import { sampleTin, sampleTinOnce } from '#domain/geometry/tin/tin-height.ts';
import { tinArea } from '#domain/geometry/tin/tin-volume.ts';
import { indexTriangles } from '#domain/geometry/tin/triangle-index.ts';
import { type SurfaceAccuracy, uncertaintyOf } from '#domain/geometry/volume/uncertainty.ts';
import type { SurfaceVolume } from '#domain/geometry/volume/volume.ts';
import { type BaseChoice, drapeCorners, makeBase } from '#domain/geometry/volume/volume-base.ts';
import { maxOf, minOf } from '#domain/math/extremes.ts';
import { createGridKernel, type GridKernel } from '#wasm/bindings/grid.ts';
import type { KernelModules } from '#wasm/bindings/kernels.ts';
import { createTinKernel, type TinKernel } from '#wasm/bindings/tin.ts';
import type { Surface, VolumeBase, VolumeReport } from '../../contract/geometry-tasks.ts';

type Modules = Pick<KernelModules, 'grid' | 'tin'>;

interface Kernels {
  readonly grid: GridKernel;
  readonly tin: TinKernel;
}

/** A volume to measure in the plane of the surface. Corners of the polygon without an elevation get the surface's. */
export interface PlaneVolume {
  readonly surface: Surface;
  readonly base: VolumeBase<Surface>;
  /** Limits the measured area; the whole surface when absent. */
  readonly polygon?: Polygon;
  /** What the uncertainty is made from; the surface's own spacing and, of a grid, its own noise when absent. */
  readonly accuracy?: Partial<SurfaceAccuracy>;
}

/**
 * Measures a volume: cut is above the base, fill below, net = cut − fill.
 * Errors: geometry.no-overlap, geometry.polygon-invalid, geometry.base-off-surface, geometry.too-large,
 * geometry.grid-too-large.
 */
export function measureVolume(request: PlaneVolume, kernels: Modules): VolumeReport {
  const { volume, wantedArea } = measure(
    { grid: createGridKernel(kernels.grid), tin: createTinKernel(kernels.tin) },
    request,
  );
  if (!(volume.planArea > 0)) {
    const other = request.base.kind === 'surface' ? 'the-other-surface' : 'the-polygon';
    throw new AppError('geometry.no-overlap', { surface: 'the-surface', other });
  }
  const cellSize = spacing(request.surface);
  const noiseSigma = noiseOf(request);
  return {
    ...volume,
    uncertainty: uncertaintyOf(volume.planArea, { cellSize, noiseSigma, ...request.accuracy }),
    missingArea: withoutRounding(wantedArea - volume.planArea, wantedArea),
  };
}

/** Noise of a gridded surface around the polygon, at twice the spacing of its points; a TIN's points are taken as they are. */
function noiseOf({ surface, polygon, accuracy }: PlaneVolume): number {
  if (surface.kind !== 'grid') return 0;
  const lag = Math.max(1, Math.round((2 * (accuracy?.pointSpacing ?? 0)) / surface.grid.cellSize));
  return surfaceNoise(surface.grid, polygon && polygonRect(polygon), lag);
}

function polygonRect(polygon: Polygon): Rect {
  const corners = polygon.flat();
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { minX: minOf(xs), maxX: maxOf(xs), minY: minOf(ys), maxY: maxOf(ys) };
}

/** A volume and the requested plan area. */
interface Measured {
  readonly volume: SurfaceVolume;
  readonly wantedArea: number;
}

function measure(kernel: Kernels, { surface, base, polygon }: PlaneVolume): Measured {
  if (polygon && base.kind !== 'surface') {
    return overTin(kernel, surface, polygonBase(surface, polygon, base));
  }
  switch (base.kind) {
    case 'plane':
      return whole(overPlane(kernel, surface, base.elevation));
    case 'polygon':
      throw new AppError('geometry.polygon-invalid', { reason: 'none-was-given' });
    case 'surface':
      return overSurface(kernel, surface, base.surface, polygon);
  }
}

function whole(volume: SurfaceVolume): Measured {
  return { volume, wantedArea: volume.planArea };
}

function overPlane(kernel: Kernels, surface: Surface, elevation: number): SurfaceVolume {
  if (surface.kind === 'grid') {
    kernel.grid.load(surface.grid);
    return kernel.grid.volumeOverPlane(elevation);
  }
  kernel.tin.load(surface.tin);
  return kernel.tin.volumeOverPlane({ z: elevation });
}

function polygonBase(
  surface: Surface,
  polygon: Polygon,
  base: Exclude<VolumeBase<Surface>, { kind: 'surface' }>,
): Tin {
  const choice: BaseChoice =
    base.kind === 'plane' ? { kind: 'custom', elevation: base.elevation } : base.choice;
  return makeBase(
    choice.kind === 'custom' ? polygon : drapeCorners(polygon, sampler(surface, polygon)),
    choice,
  );
}

/** Fewer corners than this are cheaper to look up in one pass than through an index. */
const indexFrom = 64;

function sampler(surface: Surface, polygon: Polygon): (x: number, y: number) => number {
  if (surface.kind === 'grid') return (x, y) => sampleGrid(surface.grid, x, y);
  const corners = polygon.flatMap((ring) => ring.map(([x, y]) => [x, y] as const));
  if (corners.length >= indexFrom) {
    const index = indexTriangles(surface.tin);
    return (x, y) => sampleTin(surface.tin, index, x, y);
  }
  const heights = sampleTinOnce(surface.tin, corners);
  return (x, y) => heights[corners.findIndex((corner) => corner[0] === x && corner[1] === y)] ?? Number.NaN;
}

function overTin(kernel: Kernels, surface: Surface, base: Tin): Measured {
  const wantedArea = tinArea(base).planArea;
  if (surface.kind === 'grid') {
    kernel.grid.load(surface.grid);
    return { volume: kernel.grid.volumeOverSurface(base), wantedArea };
  }
  kernel.tin.load(surface.tin);
  return { volume: kernel.tin.volumeOverSurface(base), wantedArea };
}

function overSurface(
  kernel: Kernels,
  surface: Surface,
  other: Surface,
  polygon: Polygon | undefined,
): Measured {
  const area = polygon ? triangulatePolygon(polygon) : undefined;
  if (surface.kind === 'grid' && other.kind === 'grid') {
    kernel.grid.loadDifference(surface.grid, other.grid);
    if (!area) return whole(kernel.grid.volumeOverPlane(0));
    const level = makeBase(polygon!, { kind: 'custom', elevation: 0 });
    return { volume: kernel.grid.volumeOverSurface(level), wantedArea: tinArea(area).planArea };
  }
  const base = other.kind === 'tin' ? other.tin : gridToTin(other.grid);
  if (surface.kind === 'grid') {
    kernel.grid.load(surface.grid);
    const volume = kernel.grid.volumeOverSurface(area ? clip(kernel, base, area) : base);
    return area ? { volume, wantedArea: tinArea(area).planArea } : whole(volume);
  }
  kernel.tin.load(area ? clip(kernel, surface.tin, area) : surface.tin);
  const volume = kernel.tin.volumeOverSurface(base);
  return area ? { volume, wantedArea: tinArea(area).planArea } : whole(volume);
}

function clip(kernel: Kernels, tin: Tin, area: Tin): Tin {
  kernel.tin.load(tin);
  return kernel.tin.clip(area);
}

/** Edge of a cell; of a TIN, the mean spacing of its points: sqrt(plan area / points). */
function spacing(surface: Surface): number {
  if (surface.kind === 'grid') return surface.grid.cellSize;
  return Math.sqrt(tinArea(surface.tin).planArea / (surface.tin.points.length / 3));
}

/** 0 for the rounding rest of a difference of equal areas. */
function withoutRounding(difference: number, size: number): number {
  return difference > 1e-9 * size ? difference : 0;
}
