import { purposeKinds } from '#domain/drawing/feature.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { readTypedLine, type TypedLine } from '../entry/read-typed-line.ts';
import { measureShape } from '../measure/measure-draft.ts';
import { continuedDraft } from '../state/continue-draft.ts';
import { draftPlan, draftShape, isDrawing, isMeasuring } from '../state/draft-plans.ts';
import { drawingCode } from '../state/drawing-code.ts';
import type { ScreenPlace } from '../state/screen-place.ts';
import type { Draft, EntrySettings, SegmentMode } from '../state/state.ts';
import type { StoreViews } from '../store/store.ts';
import { defineCommand, type Plan } from './command.ts';
import type { EditorContext } from './editor-context.ts';
import { addFeatureEdit } from './feature-commands.ts';
import { canEdit } from './guards.ts';

/**
 * Ends a draft: a feature is added, or a measurement made. A draft with too few vertices remains open.
 * @throws drawing.no-shape where its places make none, and what `addFeatureEdit` throws
 */
function finishDraft(context: EditorContext, draft: Draft): Plan | null {
  const { min, shape } = draftPlan(draft.tool);
  if (draft.coordinates.length < 3 * min) return null;
  const workspace = { draft: null };
  if (isMeasuring(draft.tool)) {
    const measured = measureShape(context, draft.tool, draft.coordinates, true);
    return { ...measured, workspace: { ...workspace, ...measured.workspace } };
  }
  const {
    document,
    workspace: { purpose },
  } = context.store.views;
  const fits = purpose !== null && purposeKinds[purpose] === shape;
  const drawn = draftShape(draft);
  if (drawn === null) throw new AppError('drawing.no-shape', { tool: draft.tool });
  const coded = drawingCode(document, context.store.views.workspace);
  const entry = coded?.isFit ? coded.code : undefined;
  const { edit, feature } = addFeatureEdit(context, {
    ...drawn,
    ...(fits ? { purpose } : {}),
    ...(entry ? { entry } : {}),
  });
  const askedFeatureId = entry && entry.attributes.length > 0 ? feature.id : null;
  return { workspace: { ...workspace, askedFeatureId }, edit };
}

/** Shows a draft and its measures so far. */
function showDraft(context: EditorContext, draft: Draft): Plan {
  const measured = isMeasuring(draft.tool) ? measureShape(context, draft.tool, draft.coordinates, false) : {};
  return { ...measured, workspace: { draft, ...measured.workspace } };
}

/** Adds a vertex to the draft, and ends a draft that is full. */
function placeVertex(context: EditorContext, tool: Draft['tool'], position: readonly number[]): Plan {
  const { document, workspace } = context.store.views;
  const { draft: before, segmentMode } = workspace;
  const draft = continuedDraft(before, tool, position, segmentMode, document.features);
  const isFull = draft.coordinates.length >= 3 * draftPlan(tool).max;
  const plan = (isFull ? finishDraft(context, draft) : null) ?? showDraft(context, draft);
  if (before !== null || !isMeasuring(tool)) return plan;
  return { cancels: 'measure', ...plan, workspace: { measurement: null, ...plan.workspace } };
}

/** Whether the active tool may draw. */
function canDraw(views: StoreViews): boolean {
  const { tool } = views.workspace;
  return isMeasuring(tool) || (isDrawing(tool) && canEdit(views));
}

/** Places the next vertex of the draft under the pointer. */
const draftPlace = defineCommand<{ readonly at: ScreenPlace }>()({
  id: 'draft.place',
  labelKey: 'command.feature.add',
  recording: 'record',
  enabled: canDraw,
  async plan(context, { at }) {
    const { store, snapper } = context;
    const { tool } = store.views.workspace;
    if (!isDrawing(tool)) return null;
    const position = (await snapper.place(at, null))?.position;
    if (position === undefined || store.views.workspace.tool !== tool) return null;
    return placeVertex(context, tool, position);
  },
});

/** Places the next vertex of the draft where a typed line says. */
const draftEnter = defineCommand<TypedLine>()({
  id: 'draft.enter',
  labelKey: 'command.feature.add',
  recording: 'record',
  enabled: canDraw,
  plan(context, line) {
    const { tool } = context.store.views.workspace;
    return isDrawing(tool) ? placeVertex(context, tool, readTypedLine(context, line)) : null;
  },
});

const draftSegment = defineCommand<{ readonly mode: SegmentMode }>()({
  id: 'draft.segment',
  labelKey: 'command.draft.segment',
  recording: 'skip',
  plan: (_, { mode }) => ({ workspace: { segmentMode: mode } }),
});

const entrySet = defineCommand<Partial<EntrySettings>>()({
  id: 'entry.set',
  labelKey: 'command.entry.set',
  recording: 'skip',
  plan: ({ store }, patch) => ({ workspace: { entry: { ...store.views.workspace.entry, ...patch } } }),
});

/** Removes the last vertex of the draft. */
const draftBack = defineCommand<null>()({
  id: 'draft.back',
  labelKey: 'command.draft.back',
  recording: 'skip',
  enabled: (views) => views.workspace.draft !== null,
  presets: [{ keys: ['Backspace'], payload: () => null }],
  plan(context) {
    const { draft } = context.store.views.workspace;
    if (draft === null) return null;
    const coordinates = draft.coordinates.slice(0, -3);
    if (coordinates.length === 0) return { workspace: { draft: null, measurement: null } };
    const bulges = draft.bulges && [...draft.bulges.slice(0, -2), 0];
    return showDraft(context, { ...draft, coordinates, ...(bulges ? { bulges } : {}) });
  },
});

const draftFinish = defineCommand<null>()({
  id: 'draft.finish',
  labelKey: 'command.feature.add',
  recording: 'record',
  enabled: (views) => views.workspace.draft !== null,
  presets: [{ labelKey: 'draft.finish', keys: ['Enter'], payload: () => null }],
  plan(context) {
    const { draft } = context.store.views.workspace;
    return draft === null ? null : finishDraft(context, draft);
  },
});

const draftCancel = defineCommand<null>()({
  id: 'draft.cancel',
  labelKey: 'command.draft.cancel',
  recording: 'skip',
  plan({ store }) {
    const { draft } = store.views.workspace;
    if (draft === null) return null;
    if (!isMeasuring(draft.tool)) return { workspace: { draft: null } };
    return { cancels: 'measure', workspace: { draft: null, measurement: null } };
  },
});

export const draftCommands = [
  draftPlace,
  draftEnter,
  draftSegment,
  entrySet,
  draftBack,
  draftFinish,
  draftCancel,
] as const;
