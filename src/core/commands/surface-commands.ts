import { requireLengths } from '../measure/require-lengths.ts';
import type { DerivedEntry } from '../state/state.ts';
import type { StoreViews } from '../store/store.ts';
import { makeContours, makeTin, tinSource } from '../surface/make-surface.ts';
import type { DerivedData } from '../surface/surface-registry.ts';
import { defineCommand } from './command.ts';
import type { EditorContext } from './editor-context.ts';

function keep(
  { store, surfaces }: EditorContext,
  data: DerivedData,
  entry: Omit<DerivedEntry, 'kind' | 'isVisible'>,
): void {
  surfaces.set(entry.id, data);
  const { derived } = store.views.workspace;
  store.setWorkspace({ derived: [...derived, { ...entry, kind: data.kind, isVisible: true }] });
}

const hasSource = (views: StoreViews) => tinSource(views) !== null;

export const surfaceTin = defineCommand({
  id: 'surface.tin',
  labelKey: 'command.surface.tin',
  recording: 'skip',
  enabled: hasSource,
  presets: [{ payload: () => null }],
  run(context) {
    requireLengths(context.facts);
    const source = tinSource(context.store.views);
    if (source === null) return null;
    context.jobs.start('surface', 'job.makeTin', async (signal) => {
      const tin = await makeTin(context, source, signal);
      const id = context.ports.createId();
      keep(context, { kind: 'tin', tin }, { id, count: tin.triangles.length / 3, interval: null });
    });
    return null;
  },
});

export const surfaceContours = defineCommand({
  id: 'surface.contours',
  labelKey: 'command.surface.contours',
  recording: 'skip',
  enabled: hasSource,
  presets: [{ payload: () => ({ interval: null }) }],
  run(context, { interval }) {
    requireLengths(context.facts);
    const source = tinSource(context.store.views);
    if (source === null) return null;
    context.jobs.start('surface', 'job.makeContours', async (signal) => {
      const tin = await makeTin(context, source, signal);
      const made = await makeContours(context, tin, interval, signal);
      const id = context.ports.createId();
      const count = made.lines.starts.length - 1;
      keep(context, { kind: 'contours', lines: made.lines }, { id, count, interval: made.interval });
    });
    return null;
  },
});

export const surfaceShow = defineCommand({
  id: 'surface.show',
  labelKey: 'command.surface.show',
  recording: 'skip',
  run({ store }, { id, isVisible }) {
    const { derived } = store.views.workspace;
    store.setWorkspace({
      derived: derived.map((entry) => (entry.id === id ? { ...entry, isVisible } : entry)),
    });
    return null;
  },
});

export const surfaceRemove = defineCommand({
  id: 'surface.remove',
  labelKey: 'command.surface.remove',
  recording: 'skip',
  run({ store, surfaces }, { id }) {
    surfaces.delete(id);
    store.setWorkspace({ derived: store.views.workspace.derived.filter((entry) => entry.id !== id) });
    return null;
  },
});
