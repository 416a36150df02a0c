import type { EditorPorts } from '../ports/editor-ports.ts';
import type { MeasureToolId } from '../state/state.ts';
import type { Jobs } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import type { Ground } from './ground.ts';
import { measureAngle, measureArea, measureDistance } from './measure-line.ts';
import { measureVolume } from './surface-measurer.ts';

/** What measuring reads and writes. */
export interface MeasureContext {
  readonly ports: Pick<EditorPorts, 'surface' | 'top' | 'tasks'>;
  readonly store: Store;
  readonly jobs: Jobs;
  /** Horizontal units in one vertical unit. */
  readonly zFactor: number;
  /** Where lengths are measured. */
  readonly ground: Ground;
}

/**
 * Measures places and shows what comes out in the workspace: at once what geometry alone tells, then what the
 * surface adds. Fewer places than the tool needs show nothing.
 * @param coordinates xyz a place
 * @param isFinal the shape is finished: the surface is sampled too
 */
export function measureShape(
  context: MeasureContext,
  tool: MeasureToolId,
  coordinates: readonly number[],
  isFinal: boolean,
): void {
  const { store, zFactor, ground } = context;
  const count = coordinates.length / 3;
  const show = (measurement: typeof store.views.workspace.measurement) => store.setWorkspace({ measurement });
  switch (tool) {
    case 'location':
      show(count < 1 ? null : { kind: 'location', coordinates });
      break;
    case 'distance':
      show(count < 2 ? null : measureDistance(coordinates, zFactor, ground(coordinates)));
      break;
    case 'angle':
      show(count < 3 ? null : measureAngle(coordinates, zFactor, ground(coordinates)));
      break;
    case 'area':
      show(count < 3 ? null : measureArea(coordinates, zFactor, ground(coordinates)));
      if (isFinal) addTrueArea(context, coordinates);
      break;
    case 'volume':
      if (isFinal) measureVolumeOf(context, coordinates);
  }
}

/** Replaces the corners' area by that of the surface, where the surface covers the ring. */
function addTrueArea({ store, ports, jobs, ground }: MeasureContext, coordinates: readonly number[]): void {
  if (ports.surface === null) return;
  const settings = { base: 'triangulated', elevation: 0, statedSigma: null, isOnTop: false } as const;
  jobs.start(
    'measure',
    'job.measureArea',
    async (signal) => {
      const result = await measureVolume(ports, ground, coordinates, settings, signal);
      const { measurement } = store.views.workspace;
      if (measurement?.kind !== 'area' || measurement.coordinates !== coordinates) return;
      if (result.missingArea > result.cellSize ** 2) return;
      store.setWorkspace({
        measurement: { ...measurement, trueArea: result.surfaceArea, trueAreaOf: result.surface },
      });
    },
    // Off the surface the corners' own area stays, named as such.
    () => undefined,
  );
}

/** Measures a ring's volume with the workspace's settings. */
export function measureVolumeOf(context: MeasureContext, coordinates: readonly number[]): void {
  const { store, ports, jobs, ground } = context;
  const set = (state: Extract<typeof store.views.workspace.measurement, { kind: 'volume' }>['state']) =>
    store.setWorkspace({ measurement: { kind: 'volume', coordinates, state } });
  set({ kind: 'measuring' });
  const settings = { ...store.views.workspace.volume };
  jobs.start(
    'measure',
    'job.measureVolume',
    async (signal) => {
      const result = await measureVolume(ports, ground, coordinates, settings, signal);
      set({ kind: 'done', result });
    },
    (error) => set({ kind: 'failed', error }),
  );
}
