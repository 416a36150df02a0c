import { nextRank } from '#domain/drawing/document.ts';
import type { EditOutcome } from '#domain/drawing/edit/outcome.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import type { RecordChange } from '../../history/edit.ts';
import { withNotices } from '../../store/notices.ts';
import type { Plan } from '../command.ts';
import type { EditorContext } from '../editor-context.ts';
import { nextPointNumber } from '../feature-commands.ts';
import { changeableFeature, requireUnlocked } from '../guards.ts';

/**
 * The plan of an edit: one step for all that it changes, adds and removes. New features are selected; where it changes
 * some too, beside those. What could not be changed is told.
 * @throws drawing.unknown-feature, drawing.layer-locked
 */
export function planOutcome({ store, ports }: EditorContext, outcome: EditOutcome): Plan {
  const { replaced = [], added = [], removed = [], skipped = 0 } = outcome;
  const { features } = store.views.document;
  let rank = nextRank(features);
  let number = nextPointNumber(features);
  const drafts = added.map((draft): DrawingFeature => {
    requireUnlocked(store, draft.layerId);
    const name = draft.kind === 'point' && draft.name === '' ? String(number++) : draft.name;
    return { ...draft, id: ports.createId(), name, rank: rank++ };
  });
  const changes: RecordChange[] = [
    ...replaced.map((after) => change(after.id, changeableFeature(store, after.id), after)),
    ...removed.map((id) => change(id, changeableFeature(store, id), null)),
    ...drafts.map((after) => change(after.id, null, after)),
  ];
  const gone = new Set(removed);
  const isNewOnly = replaced.length === 0 && drafts.length > 0;
  const stays = isNewOnly ? [] : store.views.workspace.selection.filter((id) => !gone.has(id));
  return {
    workspace: { selection: [...stays, ...drafts.map(({ id }) => id)], selectedVertex: null },
    ...(skipped > 0
      ? {
          status: {
            notices: withNotices(store.views.status.notices, [
              { code: 'edit.some-skipped', params: { count: skipped } },
            ]),
          },
        }
      : {}),
    edit: { kind: 'patch', changes },
  };
}

function change(id: string, before: DrawingFeature | null, after: DrawingFeature | null): RecordChange {
  return { table: 'features', id, before, after };
}
