import { AppError } from '#domain/errors/app-error.ts';
import type { Position } from '#domain/geometry/position.ts';
import type { SurfaceAccuracy } from '#domain/geometry/volume/uncertainty.ts';
import type { SurfacePart } from '#workers/contract/geometry-tasks.ts';
import type { KnownAccuracy, LentPart, SurfaceAccess } from '../ports/surface.ts';
import type { TaskRunner } from '../ports/tasks.ts';
import type { VolumeResult } from '../state/measurement.ts';
import type { VolumeSettings } from '../state/state.ts';
import { type Ground, gridValues } from './ground.ts';
import { rectOf } from './rect-of.ts';

/** Maximum number of cells that one measurement reads. */
export const measureCellLimit = 16_000_000;
/** Maximum number of cells of each model that are compared: enough to detect objects on the ground quickly. */
export const compareCellLimit = 250_000;

/** The surfaces of a project, and what runs the computation. */
export interface MeasurePorts {
  readonly surface: SurfaceAccess | null;
  readonly top: SurfaceAccess | null;
  readonly tasks: TaskRunner;
}

/**
 * Measures the volume of the surface inside a ring against a base, on the ground about the ring's middle, and reports
 * where the surface model lies above the elevation model. Corners take the surface's elevations.
 * @param coordinates xyz a corner; z is used only for the height of the ground's plane
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
  const known = surface.readAccuracy(signal);
  const [report, raised] = await Promise.all([
    onLent([[surface, measureCellLimit]], coordinates, signal, async ([part], transfer) => {
      const accuracy = accuracyOf(settings, await known);
      const choice = { kind: settings.base, elevation: settings.elevation };
      const request = { part: part!, at, ring: [...coordinates], choice, accuracy };
      return tasks.run('geometry.groundVolume', request, { signal, priority: 10, transfer });
    }),
    compareModels(ports, coordinates, at.scale?.area ?? 1, signal),
  ]);
  const { nativeCellSize, ...volume } = report;
  const { cut, fill, net, planArea } = volume;
  const onGrid = (value: number) => value / at.scale!.area;
  return {
    ...volume,
    surface: surface.name,
    isOnTop,
    raised,
    cellSize: nativeCellSize,
    known: await known,
    grid: gridValues(at, () => ({
      cut: onGrid(cut),
      fill: onGrid(fill),
      net: onGrid(net),
      planArea: onGrid(planArea),
    })),
  };
}

/** Lends the cells of surfaces around a ring to a task, and releases them when it ends. */
async function onLent<T>(
  surfaces: readonly (readonly [surface: SurfaceAccess, cellLimit: number])[],
  coordinates: readonly number[],
  signal: AbortSignal,
  run: (parts: readonly SurfacePart[], transfer: Transferable[]) => Promise<T>,
): Promise<T> {
  const rect = rectOf(coordinates);
  const lent: LentPart[] = [];
  try {
    for (const [surface, limit] of surfaces) lent.push(await surface.lend(rect, limit, signal));
    return await run(
      lent.map(({ part }) => part),
      lent.flatMap(({ transfer }) => transfer),
    );
  } finally {
    for (const { end } of lent) end();
  }
}

/**
 * Where the surface model lies above the elevation model, on the ground. A read error of the two does not fail the
 * measurement.
 * @param areaScale area on the ground over that on the map
 */
async function compareModels(
  { surface, top, tasks }: MeasurePorts,
  coordinates: readonly number[],
  areaScale: number,
  signal: AbortSignal,
): Promise<VolumeResult['raised']> {
  if (surface === null || top === null) return null;
  const ring: Position[] = [];
  for (let i = 0; i < coordinates.length; i += 3) ring.push([coordinates[i]!, coordinates[i + 1]!]);
  const models = [surface, top].map((model) => [model, compareCellLimit] as const);
  const raised = await onLent(models, coordinates, signal, ([elevation, above], transfer) => {
    const input = { elevation: elevation!, surface: above!, ring };
    return tasks.run('geometry.raisedAbove', input, { signal, priority: 10, transfer });
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    return null;
  });
  if (raised === null) return null;
  const { area, volume } = raised;
  return { area: area * areaScale, volume: volume * areaScale };
}

/** A value stated by the user takes precedence over the project's. */
function accuracyOf(
  { statedSigma }: VolumeSettings,
  known: KnownAccuracy | null,
): Pick<SurfaceAccuracy, 'statedSigma' | 'checkpointRmse' | 'cloudSigma'> {
  if (statedSigma !== null) return { statedSigma };
  if (known === null) return {};
  const { source, sigma } = known;
  return source === 'checkpoints' ? { checkpointRmse: sigma } : { cloudSigma: sigma };
}
