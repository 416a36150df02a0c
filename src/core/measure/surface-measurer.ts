import { groundGrid } from '#domain/crs/ground-plane.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { GeoTransform } from '#domain/geometry/affine.ts';
import { applyGeoTransform, invertGeoTransform } from '#domain/geometry/affine.ts';
import type { Position } from '#domain/geometry/position.ts';
import type { SurfaceAccuracy } from '#domain/geometry/uncertainty.ts';
import type { KnownAccuracy, SurfaceAccess } from '../ports/surface.ts';
import type { TaskRunner } from '../ports/tasks.ts';
import type { VolumeResult } from '../state/measurement.ts';
import type { VolumeSettings } from '../state/state.ts';
import { raisedAbove } from './compare-models.ts';
import { type Ground, gridValues } from './ground.ts';
import { rectOf } from './rect-of.ts';

/** Maximum number of cells that one measurement reads. */
export const measureCellLimit = 16_000_000;
/** Maximum number of cells of each model that are compared: enough to tell what stands on the ground, in a moment. */
export const compareCellLimit = 250_000;

/** The surfaces of a project, and who computes. */
export interface MeasurePorts {
  readonly surface: SurfaceAccess | null;
  readonly top: SurfaceAccess | null;
  readonly tasks: TaskRunner;
}

/**
 * Measures the volume of the surface inside a ring against a base, on the ground about the ring's middle, and tells where
 * the surface model lies above the elevation model. Corners take the surface's elevations.
 * @param coordinates xyz a corner; z is not used but for the height of the ground's plane
 * @throws editor.no-surface, editor.area-too-large, and those of `geometry.volume`
 */
export async function measureVolume(
  ports: MeasurePorts,
  ground: Ground,
  coordinates: readonly number[],
  settings: VolumeSettings,
  signal: AbortSignal,
): Promise<VolumeResult> {
  const { tasks, top } = ports;
  const isOnTop = settings.isOnTop && top !== null;
  const surface = isOnTop ? top : ports.surface;
  if (surface === null) throw new AppError('editor.no-surface');
  const at = ground(coordinates);
  const [{ grid, nativeCellSize, pointSpacing }, known, raised] = await Promise.all([
    surface.readWindow(rectOf(coordinates), measureCellLimit, signal),
    surface.readAccuracy(signal),
    compareModels(ports, coordinates, at.scale?.area ?? 1, signal),
  ]);
  const { grid: onGround, toFrame } = groundGrid(grid, null, at);
  const ring: Position[] = [];
  for (let i = 0; i < coordinates.length; i += 3) {
    ring.push(applyGeoTransform(toFrame, coordinates[i]!, coordinates[i + 1]!));
  }
  const scale = onGround.cellSize / grid.cellSize;
  const accuracy = {
    cellSize: nativeCellSize * scale,
    ...(pointSpacing === null ? {} : { pointSpacing: pointSpacing * scale }),
    ...accuracyOf(settings, known),
  };
  const task = {
    surface: { kind: 'grid', grid: onGround },
    base: { kind: 'polygon', choice: { kind: settings.base, elevation: settings.elevation } },
    polygon: [ring],
    accuracy,
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
    isOnTop,
    raised,
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

/**
 * Where the surface model lies above the elevation model, on the ground. What cannot be read of the two is no reason to
 * measure nothing.
 * @param areaScale area on the ground over that on the map
 */
async function compareModels(
  { surface, top }: MeasurePorts,
  coordinates: readonly number[],
  areaScale: number,
  signal: AbortSignal,
): Promise<VolumeResult['raised']> {
  if (surface === null || top === null) return null;
  const rect = rectOf(coordinates);
  const read = (model: SurfaceAccess) => model.readWindow(rect, compareCellLimit, signal);
  const models = await Promise.all([read(surface), read(top)]).catch((error: unknown) => {
    if (signal.aborted) throw error;
    return null;
  });
  if (models === null) return null;
  const ring: Position[] = [];
  for (let i = 0; i < coordinates.length; i += 3) ring.push([coordinates[i]!, coordinates[i + 1]!]);
  const raised = raisedAbove(models[0].grid, models[1].grid, ring);
  if (raised === null) return null;
  const { area, volume } = raised;
  return { area: area * areaScale, volume: volume * areaScale };
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
