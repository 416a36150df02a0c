import type { EditorPorts } from '../ports/editor-ports.ts';
import type { Measurement, VolumeMeasurement } from '../state/measurement.ts';
import type { MeasureToolId, VolumeSettings } from '../state/state.ts';
import type { JobPlan } from '../store/jobs.ts';
import type { StorePatch, StoreViews } from '../store/store.ts';
import type { Ground } from './ground.ts';
import { measureAngle, measureArea, measureDistance } from './measure-line.ts';
import { measureVolume } from './surface-measurer.ts';

/** Inputs of measuring. */
export interface MeasureContext {
  readonly ports: Pick<EditorPorts, 'surface' | 'top' | 'tasks'>;
  readonly store: { readonly views: StoreViews };
  /** Horizontal units in one vertical unit. */
  readonly zFactor: number;
  /** Where lengths are measured. */
  readonly ground: Ground;
}

/** The immediate result of a measurement, and the job that adds the figures of the surface. */
export interface MeasurePlan extends StorePatch {
  readonly job?: JobPlan;
}

const shown = (measurement: Measurement | null): MeasurePlan => ({ workspace: { measurement } });

/**
 * Plans the measuring of places: immediately by geometry alone, then with the surface. Fewer places than the tool needs
 * show nothing.
 * @param coordinates xyz a place
 * @param isFinal the shape is finished: the surface is sampled too
 */
export function measureShape(
  context: MeasureContext,
  tool: MeasureToolId,
  coordinates: readonly number[],
  isFinal: boolean,
): MeasurePlan {
  const { zFactor, ground } = context;
  const count = coordinates.length / 3;
  switch (tool) {
    case 'location':
      return shown(count < 1 ? null : { kind: 'location', coordinates });
    case 'distance':
      return shown(count < 2 ? null : measureDistance(coordinates, zFactor, ground(coordinates)));
    case 'angle':
      return shown(count < 3 ? null : measureAngle(coordinates, zFactor, ground(coordinates)));
    case 'area': {
      const plan = shown(count < 3 ? null : measureArea(coordinates, zFactor, ground(coordinates)));
      return isFinal ? { ...plan, ...trueAreaJob(context, coordinates) } : plan;
    }
    case 'volume':
      return isFinal
        ? measureVolumeOf(context, coordinates, { ...context.store.views.workspace.volume })
        : {};
  }
}

/** Replaces the corners' area by that of the surface, where the surface covers the ring. */
function trueAreaJob(
  { store, ports, ground }: MeasureContext,
  coordinates: readonly number[],
): { readonly job?: JobPlan } {
  if (ports.surface === null) return {};
  const settings = { base: 'triangulated', elevation: 0, statedSigma: null, isOnTop: false } as const;
  const job: JobPlan = {
    id: 'measure',
    labelKey: 'job.measureArea',
    async work(signal) {
      const result = await measureVolume(ports, ground, coordinates, settings, signal);
      const { measurement } = store.views.workspace;
      if (measurement?.kind !== 'area' || measurement.coordinates !== coordinates) return null;
      if (result.missingArea > result.cellSize ** 2) return null;
      return shown({ ...measurement, trueArea: result.surfaceArea, trueAreaOf: result.surface });
    },
    // Outside the surface the area of the corners is kept and named as such.
    failed: () => null,
  };
  return { job };
}

/** Plans the measuring of a ring's volume. */
export function measureVolumeOf(
  { ports, ground }: MeasureContext,
  coordinates: readonly number[],
  settings: VolumeSettings,
): MeasurePlan {
  const of = (state: VolumeMeasurement['state']) => shown({ kind: 'volume', coordinates, state });
  const job: JobPlan = {
    id: 'measure',
    labelKey: 'job.measureVolume',
    async work(signal) {
      const result = await measureVolume(ports, ground, coordinates, settings, signal);
      return of({ kind: 'done', result });
    },
    failed: (error) => of({ kind: 'failed', error }),
  };
  return { ...of({ kind: 'measuring' }), job };
}
