import { purposeKinds } from '#domain/drawing/document.ts';
import type { Edit } from '../history/edit.ts';
import { measureShape } from '../measure/measure-draft.ts';
import { draftPlan, isDrawing, isMeasuring } from '../state/draft-plans.ts';
import type { Draft } from '../state/state.ts';
import { defineCommand } from './command.ts';
import type { EditorContext } from './editor-context.ts';
import { addFeatureEdit } from './feature-commands.ts';
import { canEdit } from './guards.ts';

/** Ends a draft: an edit for a feature, null for a measurement. A draft with too few vertices stays open. */
function finishDraft(context: EditorContext, draft: Draft): Edit | null {
  const { store } = context;
  const plan = draftPlan(draft.tool);
  if (draft.coordinates.length < 3 * plan.min) return null;
  store.setWorkspace({ draft: null });
  if (isMeasuring(draft.tool)) {
    measureShape(context, draft.tool, draft.coordinates, true);
    return null;
  }
  const { purpose } = store.views.workspace;
  const fits = purpose !== null && purposeKinds[purpose] === plan.shape;
  const feature = { kind: plan.shape, coordinates: draft.coordinates, ...(fits ? { purpose } : {}) };
  return addFeatureEdit(context, feature).edit;
}

/** Shows a draft, and what it measures so far. */
function showDraft(context: EditorContext, draft: Draft): void {
  context.store.setWorkspace({ draft });
  if (isMeasuring(draft.tool)) measureShape(context, draft.tool, draft.coordinates, false);
}

export const draftPlace = defineCommand({
  id: 'draft.place',
  labelKey: 'command.feature.add',
  recording: 'record',
  enabled(views) {
    const { tool } = views.workspace;
    return isMeasuring(tool) || (isDrawing(tool) && canEdit(views));
  },
  async run(context, { at }) {
    const { store, snapper, jobs } = context;
    const { tool } = store.views.workspace;
    if (!isDrawing(tool)) return null;
    const position = (await snapper.place(at, null))?.position;
    if (position === undefined || store.views.workspace.tool !== tool) return null;
    const plan = draftPlan(tool);
    const before = store.views.workspace.draft;
    if (before === null && isMeasuring(tool)) {
      jobs.cancel('measure');
      store.setWorkspace({ measurement: null });
    }
    const draft = { tool, coordinates: [...(before?.coordinates ?? []), ...position] };
    showDraft(context, draft);
    return draft.coordinates.length >= 3 * plan.max ? finishDraft(context, draft) : null;
  },
});

export const draftBack = defineCommand({
  id: 'draft.back',
  labelKey: 'command.draft.back',
  recording: 'skip',
  enabled: (views) => views.workspace.draft !== null,
  presets: [{ keys: ['Backspace'], payload: () => null }],
  run(context) {
    const { draft } = context.store.views.workspace;
    if (draft === null) return null;
    const coordinates = draft.coordinates.slice(0, -3);
    if (coordinates.length === 0) context.store.setWorkspace({ draft: null, measurement: null });
    else showDraft(context, { ...draft, coordinates });
    return null;
  },
});

export const draftFinish = defineCommand({
  id: 'draft.finish',
  labelKey: 'command.feature.add',
  recording: 'record',
  enabled: (views) => views.workspace.draft !== null,
  presets: [{ labelKey: 'draft.finish', keys: ['Enter'], payload: () => null }],
  run(context) {
    const { draft } = context.store.views.workspace;
    return draft === null ? null : finishDraft(context, draft);
  },
});

export const draftCancel = defineCommand({
  id: 'draft.cancel',
  labelKey: 'command.draft.cancel',
  recording: 'skip',
  run({ store, jobs }) {
    const { draft } = store.views.workspace;
    if (draft === null) return null;
    const isMeasured = isMeasuring(draft.tool);
    if (isMeasured) jobs.cancel('measure');
    store.setWorkspace({ draft: null, ...(isMeasured ? { measurement: null } : {}) });
    return null;
  },
});
