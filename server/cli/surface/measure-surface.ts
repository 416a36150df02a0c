import { differsFromGrid, type GroundScale } from '#domain/crs/ground/ground-scale.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { SurfaceAccuracy } from '#domain/geometry/volume/uncertainty.ts';
import type { VolumeBase, VolumeReport } from '#workers/contract/geometry-tasks.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { onLent } from './lend-surfaces.ts';
import type { LoadedSurface } from './loaded-surface.ts';
import { placePolygon } from './place-polygon.ts';
import type { PolygonFile } from './read-polygon.ts';

/** A volume to measure; another surface as the base must be in the system of the surface. */
export interface MeasureRequest {
  readonly surface: LoadedSurface;
  readonly base: VolumeBase<LoadedSurface>;
  readonly polygon: PolygonFile | undefined;
  readonly accuracy: Partial<SurfaceAccuracy>;
}

/** A volume on the ground, and the scale there. */
export interface GroundVolume {
  readonly report: VolumeReport;
  /** Points of the surface, or cells with a value. */
  readonly samples: number;
  readonly place: readonly [x: number, y: number];
  /** Null where the system does not define it; the figures are then those of its plane. */
  readonly scale: GroundScale | null;
  /** The figures in the plane of the map, where they differ noticeably. */
  readonly grid: Pick<VolumeReport, 'cut' | 'fill' | 'net' | 'planArea'> | null;
  readonly warnings: readonly ErrorRecord[];
}

/** Measures a volume on the ground. Errors: those of `geometry.volume`, io.*, crs.* */
export async function measureSurface(
  { surface, base, polygon, accuracy }: MeasureRequest,
  pool: TaskPool,
  signal: AbortSignal,
): Promise<GroundVolume> {
  const placed = polygon ? await placePolygon(polygon, surface) : undefined;
  const facts = {
    ...(placed ? { polygon: placed.polygon } : {}),
    accuracy,
    pointSpacing: surface.pointSpacing,
    system: surface.system,
    metres: surface.unit?.metres ?? 1,
  };
  const surfaces = base.kind === 'surface' ? [surface, base.surface] : [surface];
  const { report, at, samples } = await onLent(surfaces, signal, ([own, other], transfer) => {
    const over = base.kind === 'surface' ? { ...base, surface: other! } : base;
    return pool.run('geometry.volume', { surface: own!, base: over, ...facts }, { signal, transfer });
  });
  const { scale, place } = at;
  const inGrid = (value: number) => value / scale!.area;
  const { cut, fill, net, planArea } = report;
  const grid =
    scale && differsFromGrid(scale)
      ? { cut: inGrid(cut), fill: inGrid(fill), net: inGrid(net), planArea: inGrid(planArea) }
      : null;
  return { report, samples, place, scale, grid, warnings: placed?.warnings ?? [] };
}
