import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { GeoTransform } from '#domain/formats/tiff/geotransform.ts';
import { applyGeoTransform, invertGeoTransform } from '#domain/geometry/affine.ts';
import { groundGrid } from '#domain/geometry/ground-plane.ts';
import type { Position } from '#domain/geometry/position.ts';
import type { SurfaceAccuracy } from '#domain/geometry/uncertainty.ts';
import type { KnownAccuracy, SurfaceAccess } from '../ports/surface.ts';
import type { TaskRunner } from '../ports/tasks.ts';
import type { VolumeSettings } from '../store/state.ts';
import { type Ground, gridValues } from './ground.ts';
import type { VolumeResult } from './measurement.ts';
import { rectOf } from './rect-of.ts';

/** Most cells that one measurement reads. */
export const measureCellLimit = 16_000_000;

/**
 * Measures the volume of the surface inside a ring against a base, on the ground about the ring's middle. Corners take
 * the surface's elevations.
 * @param coordinates xyz a corner; z is not used but for the height of the ground's plane
 * @throws editor.no-surface, editor.area-too-large, and those of `geometry.volume`
 */
export async function measureVolume(
  { surface, tasks }: { readonly surface: SurfaceAccess | null; readonly tasks: TaskRunner },
  ground: Ground,
  coordinates: readonly number[],
  settings: VolumeSettings,
  signal: AbortSignal,
): Promise<VolumeResult> {
  if (surface === null) throw new AppError('editor.no-surface');
  const [{ grid, nativeCellSize }, known] = await Promise.all([
    surface.readWindow(rectOf(coordinates), measureCellLimit, signal),
    surface.readAccuracy(signal),
  ]);
  const at = ground(coordinates);
  const { grid: onGround, toFrame } = groundGrid(grid, null, at);
  const ring: Position[] = [];
  for (let i = 0; i < coordinates.length; i += 3) {
    ring.push(applyGeoTransform(toFrame, coordinates[i]!, coordinates[i + 1]!));
  }
  const cellSize = (nativeCellSize * onGround.cellSize) / grid.cellSize;
  const task = {
    surface: { kind: 'grid', grid: onGround },
    base: { kind: 'polygon', choice: { kind: settings.base, elevation: settings.elevation } },
    polygon: [ring],
    accuracy: { cellSize, ...accuracyOf(settings, known) },
  } as const;
  const options = { signal, priority: 10, transfer: [onGround.values.buffer] };
  const report = await tasks.run('geometry.volume', task, options).catch((error: unknown) => {
    throw inWorld(toFrame, error);
  });
  const { cut, fill, net, planArea } = report;
  const onGrid = (value: number) => value / at.scale!.area;
  return {
    ...report,
    surface: surface.name,
    cellSize: nativeCellSize,
    known,
    grid: gridValues(at, () => ({
      cut: onGrid(cut),
      fill: onGrid(fill),
      net: onGrid(net),
      planArea: onGrid(planArea),
    })),
  };
}

/** What a person states goes before what the project knows. */
function accuracyOf(
  { statedSigma }: VolumeSettings,
  known: KnownAccuracy | null,
): Pick<SurfaceAccuracy, 'statedSigma' | 'checkpointRmse' | 'cloudSigma'> {
  if (statedSigma !== null) return { statedSigma };
  if (known === null) return {};
  const { source, sigma } = known;
  return source === 'checkpoints' ? { checkpointRmse: sigma } : { cloudSigma: sigma };
}

/** An error that names a place of the ground's plane, with that place in the project's coordinates. */
function inWorld(toFrame: GeoTransform, error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'geometry.base-off-surface') return error;
  const back = invertGeoTransform(toFrame)!;
  const [x, y] = applyGeoTransform(back, Number(error.params['x']), Number(error.params['y']));
  return new AppError(error.code, { ...error.params, x: Number(x.toFixed(6)), y: Number(y.toFixed(6)) });
}

/** The error record of anything thrown. */
export function recordOf(error: unknown, command: string): ErrorRecord {
  if (error instanceof AppError) return error.toRecord();
  const reason = error instanceof Error ? error.message : String(error);
  return new AppError('editor.command-failed', { command, reason }).toRecord();
}
