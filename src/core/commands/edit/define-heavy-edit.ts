import type { HeavyEdit } from '#domain/drawing/edit/heavy-edits.ts';
import type { EditOutcome } from '#domain/drawing/edit/outcome.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Store } from '../../store/store.ts';
import type { Command, Preset } from '../command.ts';
import { canEdit, changeableFeature } from '../guards.ts';
import { type EditTools, toolsOf } from './edit-tools.ts';
import { planOutcome } from './plan-outcome.ts';

/** Id of the job of an edit: a new one ends the one before. */
const jobId = 'edit';

/**
 * A command whose edit of the selected features is made off this thread, with progress, and can be cancelled:
 * `defineHeavyEdit<Payload>()('id', toEdit)`. The result is applied as one step to the drawing as it then is; where the
 * features changed meanwhile it is not.
 */
export function defineHeavyEdit<Payload>(): <const Id extends string>(
  id: Id,
  toEdit: (payload: Payload, tools: EditTools) => HeavyEdit,
  presets?: readonly Preset<Payload>[],
) => Command<Id, Payload> {
  return (id, toEdit, presets = []) => ({
    id,
    labelKey: `command.${id}`,
    recording: 'record',
    enabled: (views) => canEdit(views) && views.workspace.selection.length > 0,
    presets,
    plan(context, payload) {
      const { store, ports } = context;
      const features = store.views.workspace.selection.map((each) => changeableFeature(store, each));
      const edit = toEdit(payload, toolsOf(context, features));
      requireDistance(edit);
      let outcome: EditOutcome | null = null;
      return {
        job: {
          id: jobId,
          labelKey: `command.${id}`,
          async work(signal, report) {
            const onProgress = ({ fraction }: { readonly fraction: number }) => report(fraction);
            outcome = await ports.tasks.run('drawing.edit', { edit, features }, { signal, onProgress });
            return null;
          },
          commit() {
            requireUnchanged(store, features);
            return outcome && planOutcome(context, outcome);
          },
        },
      };
    },
  });
}

/** What can be told at once is. @throws edit.distance-empty */
function requireDistance(edit: HeavyEdit): void {
  if (edit.kind === 'combine') return;
  if (!Number.isFinite(edit.distance) || edit.distance === 0) throw new AppError('edit.distance-empty');
}

/** Records are replaced, never changed: the same record is an unchanged one. @throws edit.changed-meanwhile */
export function requireUnchanged({ views }: Store, features: readonly DrawingFeature[]): void {
  const changed = features.filter((feature) => views.document.features[feature.id] !== feature).length;
  if (changed > 0) throw new AppError('edit.changed-meanwhile', { count: changed });
}
