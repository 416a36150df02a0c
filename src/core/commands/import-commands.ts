import { ref } from 'valtio/vanilla';
import type { ImportedRecords } from '#domain/drawing/import/import-records.ts';
import type { RecordChange } from '../history/edit.ts';
import { fitView } from '../view/fit-view.ts';
import { defineCommand } from './command.ts';
import { canEdit, requireUnlocked } from './guards.ts';
import { boundsOf } from './selected-bounds.ts';

/** Shows a drawing that may be taken, over the own one; null hides it. */
const importShow = defineCommand<{ readonly records: ImportedRecords | null; readonly isFitted?: boolean }>()(
  {
    id: 'import.show',
    labelKey: 'command.import.show',
    recording: 'skip',
    plan(context, { records, isFitted = false }) {
      const coordinates = records?.features.flatMap((feature) => feature.coordinates) ?? [];
      if (isFitted && coordinates.length > 0) {
        const { viewport } = context.ports;
        const { insets } = context.store.views.workspace;
        fitView(viewport, viewport.activePane, insets, boundsOf(context, coordinates));
      }
      return { workspace: { imported: records && ref(records) } };
    },
  },
);

/** Takes the drawing that is shown into the own one, as one step. @throws drawing.unknown-layer, drawing.layer-locked */
const importTake = defineCommand<null>()({
  id: 'import.take',
  labelKey: 'command.import.take',
  recording: 'record',
  enabled: (views) => canEdit(views) && views.workspace.imported !== null,
  plan({ store }) {
    const { imported } = store.views.workspace;
    if (imported === null) return null;
    const own = new Set(imported.layers.map(({ id }) => id));
    const used = new Set(imported.features.map(({ layerId }) => layerId));
    for (const id of used) if (!own.has(id)) requireUnlocked(store, id);
    const changes: RecordChange[] = [
      ...imported.layers.map((after) => ({ table: 'layers', id: after.id, before: null, after }) as const),
      ...imported.features.map(
        (after) => ({ table: 'features', id: after.id, before: null, after }) as const,
      ),
    ];
    return { workspace: { imported: null }, edit: { kind: 'patch', changes } };
  },
});

export const importCommands = [importShow, importTake] as const;
