import { requireLengths } from '../measure/require-lengths.ts';
import type { DerivedEntry } from '../state/state.ts';
import type { JobPlan } from '../store/jobs.ts';
import type { StorePatch, StoreViews } from '../store/store.ts';
import { makeContours, makeTin, tinSource } from '../surface/make-surface.ts';
import type { DerivedData } from '../surface/surface-registry.ts';
import { defineCommand } from './command.ts';
import type { EditorContext } from './editor-context.ts';

/** Stores a surface that was made, and shows it. */
function keep(
  { store, surfaces, ports }: EditorContext,
  data: DerivedData,
  entry: Pick<DerivedEntry, 'count' | 'interval'>,
): StorePatch {
  const id = ports.createId();
  surfaces.set(id, data);
  const { derived } = store.views.workspace;
  return { workspace: { derived: [...derived, { ...entry, id, kind: data.kind, isVisible: true }] } };
}

const hasSource = (views: StoreViews) => tinSource(views) !== null;

const surfaceTin = defineCommand<null>()({
  id: 'surface.tin',
  labelKey: 'command.surface.tin',
  recording: 'skip',
  enabled: hasSource,
  presets: [{ payload: () => null }],
  plan(context) {
    requireLengths(context.facts);
    const source = tinSource(context.store.views);
    if (source === null) return null;
    const job: JobPlan = {
      id: 'surface',
      labelKey: 'job.makeTin',
      async work(signal) {
        const tin = await makeTin(context, source, signal);
        return keep(context, { kind: 'tin', tin }, { count: tin.triangles.length / 3, interval: null });
      },
    };
    return { job };
  },
});

/** `interval` in the vertical unit; null chooses one. */
const surfaceContours = defineCommand<{ readonly interval: number | null }>()({
  id: 'surface.contours',
  labelKey: 'command.surface.contours',
  recording: 'skip',
  enabled: hasSource,
  presets: [{ payload: () => ({ interval: null }) }],
  plan(context, { interval }) {
    requireLengths(context.facts);
    const source = tinSource(context.store.views);
    if (source === null) return null;
    const job: JobPlan = {
      id: 'surface',
      labelKey: 'job.makeContours',
      async work(signal) {
        const tin = await makeTin(context, source, signal);
        const made = await makeContours(context, tin, interval, signal);
        const count = made.lines.starts.length - 1;
        return keep(context, { kind: 'contours', lines: made.lines }, { count, interval: made.interval });
      },
    };
    return { job };
  },
});

const surfaceShow = defineCommand<{ readonly id: string; readonly isVisible: boolean }>()({
  id: 'surface.show',
  labelKey: 'command.surface.show',
  recording: 'skip',
  plan({ store }, { id, isVisible }) {
    const { derived } = store.views.workspace;
    return {
      workspace: {
        derived: derived.map((entry) => (entry.id === id ? { ...entry, isVisible } : entry)),
      },
    };
  },
});

const surfaceRemove = defineCommand<{ readonly id: string }>()({
  id: 'surface.remove',
  labelKey: 'command.surface.remove',
  recording: 'skip',
  plan({ store, surfaces }, { id }) {
    surfaces.delete(id);
    return { workspace: { derived: store.views.workspace.derived.filter((entry) => entry.id !== id) } };
  },
});

export const surfaceCommands = [surfaceTin, surfaceContours, surfaceShow, surfaceRemove] as const;
