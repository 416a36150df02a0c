import type { MeasuredPlace } from '#domain/crs/ground/ground-plane.ts';
import { differsFromGrid, type GroundScale, groundScaleAt } from '#domain/crs/ground/ground-scale.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { Rect } from '#domain/geometry/grid/grid.ts';
import type { Polygon } from '#domain/geometry/position.ts';
import type { SurfaceAccuracy } from '#domain/geometry/volume/uncertainty.ts';
import type { VolumeBase, VolumeReport } from '#workers/contract/geometry-tasks.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { LoadedSurface } from './loaded-surface.ts';
import { type MeasuringFrame, measuringFrame } from './measuring-frame.ts';
import { placePolygon } from './place-polygon.ts';
import { meanHeight, worldRect } from './placed-surface.ts';
import type { PolygonFile } from './read-polygon.ts';

/** The base of a volume; `against` must be in the system of the surface. */
export type MeasuredBase =
  | Exclude<VolumeBase, { readonly kind: 'surface' }>
  | { readonly kind: 'surface'; readonly against: LoadedSurface };

export interface MeasureRequest {
  readonly surface: LoadedSurface;
  readonly base: MeasuredBase;
  readonly polygon: PolygonFile | undefined;
  readonly accuracy: Partial<SurfaceAccuracy>;
}

/** A volume on the ground, and the scale there. */
export interface GroundVolume {
  readonly report: VolumeReport;
  readonly place: readonly [x: number, y: number];
  /** Null where the system does not define it; the figures are then those of its plane. */
  readonly scale: GroundScale | null;
  /** The figures in the plane of the map, where they differ noticeably. */
  readonly grid: Pick<VolumeReport, 'cut' | 'fill' | 'net' | 'planArea'> | null;
  readonly warnings: readonly ErrorRecord[];
}

function middleOf({ minX, minY, maxX, maxY }: Rect): [number, number] {
  return [(minX + maxX) / 2, (minY + maxY) / 2];
}

function overlapOf(a: Rect, b: Rect): Rect {
  const overlap = {
    minX: Math.max(a.minX, b.minX),
    minY: Math.max(a.minY, b.minY),
    maxX: Math.min(a.maxX, b.maxX),
    maxY: Math.min(a.maxY, b.maxY),
  };
  return overlap.minX < overlap.maxX && overlap.minY < overlap.maxY ? overlap : a;
}

function polygonRect(polygon: Polygon): Rect {
  const rect = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (const ring of polygon) {
    for (const [x, y] of ring) {
      rect.minX = Math.min(rect.minX, x);
      rect.minY = Math.min(rect.minY, y);
      rect.maxX = Math.max(rect.maxX, x);
      rect.maxY = Math.max(rect.maxY, y);
    }
  }
  return rect;
}

/** The middle of the measured area stands for all of it. */
function placeOf(
  surface: LoadedSurface,
  { base }: MeasureRequest,
  polygon: Polygon | undefined,
): MeasuredPlace {
  let rect = worldRect(surface);
  if (base.kind === 'surface') rect = overlapOf(rect, worldRect(base.against));
  if (polygon) rect = overlapOf(rect, polygonRect(polygon));
  const place = middleOf(rect);
  const heightM = meanHeight(surface) * (surface.unit?.metres ?? 1);
  return { place, scale: groundScaleAt(surface.system, place, heightM) };
}

function baseIn(frame: MeasuringFrame, base: MeasuredBase): VolumeBase {
  return base.kind === 'surface' ? { kind: 'surface', surface: frame.other(base.against) } : base;
}

/**
 * Measures a volume on the ground: lengths and areas are scaled to the ground at the middle of the measured area,
 * heights are unchanged. Errors: those of `geometry.volume` (places in the coordinates of the surface's system),
 * crs.*
 */
export async function measureSurface(
  request: MeasureRequest,
  pool: TaskPool,
  signal: AbortSignal,
): Promise<GroundVolume> {
  const { surface, base, accuracy } = request;
  const placed = request.polygon ? await placePolygon(request.polygon, surface) : undefined;
  const at = placeOf(surface, request, placed?.polygon);
  const frame = measuringFrame(surface, at);
  const polygon = placed && frame.polygon(placed.polygon);
  const { pointSpacing } = surface;
  const onGround = Math.sqrt(at.scale?.area ?? 1);
  const task = {
    surface: frame.surface,
    base: baseIn(frame, base),
    ...(polygon ? { polygon } : {}),
    accuracy: {
      ...(pointSpacing === null ? {} : { pointSpacing: pointSpacing * onGround }),
      ...accuracy,
    },
  };
  const report = await pool.run('geometry.volume', task, { signal }).catch((error: unknown) => {
    throw inWorld(frame, error);
  });
  const { scale, place } = at;
  const inGrid = (value: number) => value / scale!.area;
  const { cut, fill, net, planArea } = report;
  const grid =
    scale && differsFromGrid(scale)
      ? { cut: inGrid(cut), fill: inGrid(fill), net: inGrid(net), planArea: inGrid(planArea) }
      : null;
  return { report, place, scale, grid, warnings: placed?.warnings ?? [] };
}

/** An error with its place converted from the frame to the system's coordinates. */
function inWorld(frame: MeasuringFrame, error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'geometry.base-off-surface') return error;
  const [x, y] = frame.toWorld(Number(error.params['x']), Number(error.params['y']));
  return new AppError(error.code, { ...error.params, x: Number(x.toFixed(6)), y: Number(y.toFixed(6)) });
}
