import type { EditOutcome } from '#domain/drawing/edit/outcome.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import type { Command, Preset } from '../command.ts';
import { canEdit, changeableFeature } from '../guards.ts';
import { type EditTools, toolsOf } from './edit-tools.ts';
import { planOutcome } from './plan-outcome.ts';

type Apply<Payload> = (
  features: readonly DrawingFeature[],
  payload: Payload,
  tools: EditTools,
) => EditOutcome;

/**
 * A command that edits the selected features, in the order in which they were selected, as one step:
 * `defineEdit<Payload>()('id', apply)`. With `null` for a payload it is offered without questions.
 */
export function defineEdit<Payload>(): <const Id extends string>(
  id: Id,
  apply: Apply<Payload>,
  presets?: readonly Preset<Payload>[],
) => Command<Id, Payload> {
  return (id, apply, presets = []) => ({
    id,
    labelKey: `command.${id}`,
    recording: 'record',
    enabled: (views) => canEdit(views) && views.workspace.selection.length > 0,
    presets,
    plan(context, payload) {
      const features = context.store.views.workspace.selection.map((each) =>
        changeableFeature(context.store, each),
      );
      return planOutcome(context, apply(features, payload, toolsOf(context, features)));
    },
  });
}
