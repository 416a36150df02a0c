import { meanElevation } from '../measure/mean-elevation.ts';
import { measureShape, measureVolumeOf } from '../measure/measure-draft.ts';
import { requireLengths } from '../measure/require-lengths.ts';
import type { VolumeSettings } from '../state/state.ts';
import { defineCommand } from './command.ts';
import { addFeatureEdit } from './feature-commands.ts';
import { canEdit, featureOf } from './guards.ts';

const measureClear = defineCommand<null>()({
  id: 'measure.clear',
  labelKey: 'command.measure.clear',
  recording: 'skip',
  enabled: ({ workspace }) => workspace.measurement !== null,
  presets: [{ payload: () => null }],
  plan: () => ({ cancels: 'measure', workspace: { measurement: null } }),
});

const keptKinds = {
  location: 'point',
  distance: 'polyline',
  angle: 'polyline',
  area: 'polygon',
  volume: 'polygon',
} as const;

/** Creates a feature from the measured shape. */
const measureKeep = defineCommand<null>()({
  id: 'measure.keep',
  labelKey: 'command.measure.keep',
  recording: 'record',
  enabled: (views) => canEdit(views) && views.workspace.measurement !== null,
  presets: [{ payload: () => null }],
  plan(context) {
    const { measurement } = context.store.views.workspace;
    if (measurement === null) return null;
    const { kind, coordinates } = measurement;
    return { edit: addFeatureEdit(context, { kind: keptKinds[kind], coordinates }).edit };
  },
});

const measureVolumeCommand = defineCommand<{ readonly settings: Partial<VolumeSettings> }>()({
  id: 'measure.volume',
  labelKey: 'command.measure.volume',
  recording: 'skip',
  plan(context, { settings }) {
    const { store, zFactor } = context;
    const { volume, measurement } = store.views.workspace;
    const next = { ...volume, ...settings };
    const isNewCustom =
      settings.base === 'custom' && volume.base !== 'custom' && settings.elevation === undefined;
    if (isNewCustom && measurement !== null) {
      const mean = meanElevation(measurement.coordinates) * zFactor;
      if (!Number.isNaN(mean)) next.elevation = Math.round(mean * 10) / 10;
    }
    const measured =
      measurement?.kind === 'volume' ? measureVolumeOf(context, measurement.coordinates, next) : {};
    return { ...measured, workspace: { ...measured.workspace, volume: next } };
  },
});

/** Measures a feature of the drawing. */
const measureFeature = defineCommand<{ readonly id: string; readonly as: 'distance' | 'area' | 'volume' }>()({
  id: 'measure.feature',
  labelKey: 'command.measure.feature',
  recording: 'skip',
  plan(context, { id, as }) {
    requireLengths(context.facts);
    const { coordinates } = featureOf(context.store, id);
    const measured = measureShape(context, as, [...coordinates], true);
    return { ...measured, workspace: { draft: null, measurement: null, ...measured.workspace } };
  },
});

export const measureCommands = [measureClear, measureKeep, measureVolumeCommand, measureFeature] as const;
