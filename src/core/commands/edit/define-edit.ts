import type { EditOutcome } from '#domain/drawing/edit/outcome.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { combinedScale } from '../../measure/ground.ts';
import type { Command, Preset } from '../command.ts';
import type { EditorContext } from '../editor-context.ts';
import { canEdit, changeableFeature } from '../guards.ts';
import { planOutcome } from './plan-outcome.ts';

/** What an edit works with beside the selected features and its payload. */
export interface EditTools {
  /** Horizontal units in one vertical unit. */
  readonly zFactor: number;
  /** What a typed length of 1 is in the plane of the coordinates. */
  readonly lengthFactor: number;
}

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

function toolsOf({ store, ground, zFactor }: EditorContext, features: readonly DrawingFeature[]): EditTools {
  const isOnGround = store.views.workspace.entry.lengths === 'ground';
  return { zFactor, lengthFactor: isOnGround ? combinedScale(ground, features[0]!.coordinates) : 1 };
}
