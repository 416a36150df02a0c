import { meanElevation } from '../measure/mean-elevation.ts';
import { measureShape, measureVolumeOf } from '../measure/measure-draft.ts';
import { requireLengths } from '../measure/require-lengths.ts';
import { defineCommand } from './command.ts';
import { addFeatureEdit } from './feature-commands.ts';
import { canEdit, featureOf } from './guards.ts';

export const measureClear = defineCommand({
  id: 'measure.clear',
  labelKey: 'command.measure.clear',
  recording: 'skip',
  enabled: ({ workspace }) => workspace.measurement !== null,
  presets: [{ payload: () => null }],
  run({ store, jobs }) {
    jobs.cancel('measure');
    store.setWorkspace({ measurement: null });
    return null;
  },
});

const keptKinds = {
  location: 'point',
  distance: 'polyline',
  angle: 'polyline',
  area: 'polygon',
  volume: 'polygon',
} as const;

export const measureKeep = defineCommand({
  id: 'measure.keep',
  labelKey: 'command.measure.keep',
  recording: 'record',
  enabled: (views) => canEdit(views) && views.workspace.measurement !== null,
  presets: [{ payload: () => null }],
  run(context) {
    const { measurement } = context.store.views.workspace;
    if (measurement === null) return null;
    const { kind, coordinates } = measurement;
    return addFeatureEdit(context, { kind: keptKinds[kind], coordinates }).edit;
  },
});

export const measureVolumeCommand = defineCommand({
  id: 'measure.volume',
  labelKey: 'command.measure.volume',
  recording: 'skip',
  run(context, { settings }) {
    const { store, zFactor } = context;
    const { volume, measurement } = store.views.workspace;
    const next = { ...volume, ...settings };
    const isNewCustom =
      settings.base === 'custom' && volume.base !== 'custom' && settings.elevation === undefined;
    if (isNewCustom && measurement !== null) {
      const mean = meanElevation(measurement.coordinates) * zFactor;
      if (!Number.isNaN(mean)) next.elevation = Math.round(mean * 10) / 10;
    }
    store.setWorkspace({ volume: next });
    if (measurement?.kind === 'volume') measureVolumeOf(context, measurement.coordinates);
    return null;
  },
});

export const measureFeature = defineCommand({
  id: 'measure.feature',
  labelKey: 'command.measure.feature',
  recording: 'skip',
  run(context, { id, as }) {
    requireLengths(context.facts);
    const { coordinates } = featureOf(context.store, id);
    context.store.setWorkspace({ draft: null, measurement: null });
    measureShape(context, as, [...coordinates], true);
    return null;
  },
});
