import { onGround, withSpacing } from '#domain/drawing/edit/drape.ts';
import type { EditOutcome } from '#domain/drawing/edit/outcome.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { appendAll } from '#domain/math/extremes.ts';
import { groundHeights } from '../../surface/ground-heights.ts';
import { defineCommand } from '../command.ts';
import { canEdit, changeableFeature } from '../guards.ts';
import { requireUnchanged } from './define-heavy-edit.ts';
import { toolsOf } from './edit-tools.ts';
import { planOutcome } from './plan-outcome.ts';

/**
 * Lays the selected features onto the elevation model that is measured on, with vertices at most `spacing` apart, a typed
 * length; null keeps the vertices that there are. A job, one step of undo.
 */
const drape = defineCommand<{ readonly spacing: number | null }>()({
  id: 'edit.drape',
  labelKey: 'command.edit.drape',
  recording: 'record',
  enabled: (views) => canEdit(views) && views.workspace.selection.length > 0,
  plan(context, { spacing }) {
    const { store, ports, zFactor } = context;
    const { surface } = ports;
    if (surface === null) throw new AppError('editor.no-surface');
    const features = store.views.workspace.selection.map((each) => changeableFeature(store, each));
    const { lengthFactor } = toolsOf(context, features);
    const dense = withSpacing(features, spacing === null ? null : spacing * lengthFactor);
    let outcome: EditOutcome | null = null;
    return {
      job: {
        id: 'edit',
        labelKey: 'command.edit.drape',
        async work(signal, report) {
          const places: number[] = [];
          for (const { coordinates } of dense) appendAll(places, coordinates);
          const heights = await groundHeights(surface, places, signal, report);
          outcome = onGround(
            dense,
            heights.map((height) => height / zFactor),
          );
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

export const drapeCommands = [drape] as const;
