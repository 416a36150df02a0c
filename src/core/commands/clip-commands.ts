import { ref } from 'valtio/vanilla';
import { coordinatesOf, withCoordinates } from '#domain/drawing/clip/clip-coordinates.ts';
import { placeClip } from '#domain/drawing/clip/clip-placement.ts';
import { type ClipSystem, readClip, writeClip } from '#domain/drawing/clip/drawing-clip.ts';
import { type PastedRecords, pastedRecords, shiftedRecords } from '#domain/drawing/clip/paste-records.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { appendAll } from '#domain/math/extremes.ts';
import type { RecordChange } from '../history/edit.ts';
import { rectOf } from '../measure/rect-of.ts';
import type { ProjectFacts } from '../state/project-facts.ts';
import type { ScreenPlace } from '../state/screen-place.ts';
import { withNotices } from '../store/notices.ts';
import type { StoreViews } from '../store/store.ts';
import { defineCommand, type Plan } from './command.ts';
import type { EditorContext } from './editor-context.ts';
import { canEdit, changeableFeature, featureOf } from './guards.ts';

const hasSelection = (views: StoreViews) => views.workspace.selection.length > 0;

function systemOf({ wkt, crsName, coordinateUnit, horizontalUnit, verticalUnit }: ProjectFacts): ClipSystem {
  return {
    wkt,
    name: crsName,
    planMetres: horizontalUnit?.metres ?? null,
    heightMetres: verticalUnit?.metres ?? null,
    isAngular: coordinateUnit?.kind === 'angular',
  };
}

/** Puts the selected features on the system's clipboard. @throws clip.too-large, clip.refused */
async function copySelection({ store, ports, facts }: EditorContext): Promise<void> {
  const { document, workspace } = store.views;
  const features = workspace.selection.map((id) => featureOf(store, id));
  const text = writeClip(document, features, systemOf(facts));
  await ports.files.copyText(text).catch((cause: unknown) => {
    throw new AppError('clip.refused', {}, { cause });
  });
}

const clipCopy = defineCommand<null>()({
  id: 'clip.copy',
  labelKey: 'command.clip.copy',
  recording: 'skip',
  enabled: hasSelection,
  presets: [{ keys: ['Ctrl C'], payload: () => null }],
  async plan(context) {
    await copySelection(context);
    return null;
  },
});

/** Copies the selected features, then removes them. @throws drawing.layer-locked and what copying throws */
const clipCut = defineCommand<null>()({
  id: 'clip.cut',
  labelKey: 'command.clip.cut',
  recording: 'record',
  enabled: (views) => canEdit(views) && hasSelection(views),
  presets: [{ keys: ['Ctrl X'], payload: () => null }],
  async plan(context) {
    const { store } = context;
    const changes = store.views.workspace.selection.map((id) => {
      return { table: 'features', id, before: changeableFeature(store, id), after: null } as const;
    });
    await copySelection(context);
    return { workspace: { selection: [], selectedVertex: null }, edit: { kind: 'patch', changes } };
  },
});

/** The records of the clipboard's features in this drawing's system, and what was done to them. */
async function readRecords({ store, ports, facts }: EditorContext): Promise<PastedRecords> {
  const text = await ports.files.readText().catch((cause: unknown) => {
    throw new AppError('clip.unreadable', {}, { cause });
  });
  const clip = readClip(text);
  const { placement, notes } = await placeClip(clip.system, facts, clip.features.length);
  const told: ErrorRecord[] = [...notes];
  let { features } = clip;
  if (placement !== null) {
    const { signal } = new AbortController();
    const placed = await ports.drawingFiles.place(coordinatesOf(features), placement, signal);
    features = withCoordinates(features, placed.drawing);
    appendAll(told, placed.notes);
  }
  const records = pastedRecords(clip, features, store.views.document, () => ports.createId());
  return { ...records, notes: [...told, ...records.notes] };
}

/** The plan that adds the records as one step, selects them and tells what was changed. */
function take({ store }: EditorContext, { features, layers, shown, codes, notes }: PastedRecords): Plan {
  const changes: RecordChange[] = [
    ...layers.map((after) => ({ table: 'layers', id: after.id, before: null, after }) as const),
    ...shown.map(
      (before) =>
        ({ table: 'layers', id: before.id, before, after: { ...before, isVisible: true } }) as const,
    ),
    ...codes.map((after) => ({ table: 'codes', id: after.id, before: null, after }) as const),
    ...features.map((after) => ({ table: 'features', id: after.id, before: null, after }) as const),
  ];
  return {
    workspace: {
      tool: 'select',
      pasted: null,
      selection: ref(features.map(({ id }) => id)),
      selectedVertex: null,
    },
    ...(notes.length > 0 ? { status: { notices: withNotices(store.views.status.notices, notes) } } : {}),
    edit: { kind: 'patch', changes },
  };
}

/**
 * Pastes the features of the clipboard where they were, or asks for a place.
 * @throws clip.unreadable, clip.unit-unknown, drawing.layer-locked, and what `readClip` and `placeDrawing` throw
 */
const clipPaste = defineCommand<{ readonly isInPlace: boolean }>()({
  id: 'clip.paste',
  labelKey: 'command.clip.paste',
  recording: 'record',
  enabled: canEdit,
  presets: [
    { labelKey: 'clip.inPlace', keys: ['Ctrl V'], payload: () => ({ isInPlace: true }) },
    { labelKey: 'clip.atPoint', keys: ['Ctrl Shift V'], payload: () => ({ isInPlace: false }) },
  ],
  async plan(context, { isInPlace }) {
    const records = await readRecords(context);
    if (isInPlace) return take(context, records);
    const rect = rectOf(records.features.flatMap(({ coordinates }) => coordinates));
    return {
      workspace: {
        tool: 'paste',
        pasted: ref({ records, rect }),
        draft: null,
        selection: [],
        selectedVertex: null,
      },
    };
  },
});

/** Pastes the features that are held, their lower left corner at a place; heights stay. */
const clipPut = defineCommand<{ readonly at: ScreenPlace }>()({
  id: 'clip.put',
  labelKey: 'command.clip.paste',
  recording: 'record',
  enabled: (views) => canEdit(views) && views.workspace.pasted !== null,
  async plan(context, { at }) {
    const { pasted } = context.store.views.workspace;
    const place = await context.snapper.place(at, null);
    if (pasted === null || place === null) return null;
    const [x, y] = place.position;
    const { records, rect } = pasted;
    return take(context, shiftedRecords(records, x - rect.minX, y - rect.minY));
  },
});

export const clipCommands = [clipCopy, clipCut, clipPaste, clipPut] as const;
