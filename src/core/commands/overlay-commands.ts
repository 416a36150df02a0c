import { inRankOrder, nextRank } from '#domain/drawing/document.ts';
import {
  type DrawingOverlay,
  type OverlayFit,
  type OverlayImage,
  type OverlayPair,
  pairColours,
} from '#domain/drawing/overlay.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { OverlayEditing } from '../state/overlay-editing.ts';
import type { ScreenPlace } from '../state/screen-place.ts';
import type { Store, StoreViews } from '../store/store.ts';
import { defineCommand, type Plan } from './command.ts';
import type { EditorContext } from './editor-context.ts';
import { canEdit } from './guards.ts';

function overlayOf(store: Store, id: string): DrawingOverlay {
  const overlay = store.views.document.overlays[id];
  if (overlay === undefined) throw new AppError('drawing.unknown-overlay', { id });
  return overlay;
}

function changed(before: DrawingOverlay, after: DrawingOverlay): Pick<Plan, 'edit'> {
  return { edit: { kind: 'patch', changes: [{ table: 'overlays', id: before.id, before, after }] } };
}

function named(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw new AppError('overlay.no-name');
  return trimmed;
}

const first = (id: string): OverlayEditing => ({ id, pending: null, pairId: null });

interface NewOverlay {
  readonly name: string;
  readonly image: OverlayImage;
  readonly fit: OverlayFit;
}

/** Adds an overlay on top of the others; one without a place of its own is opened for picking. @throws overlay.no-name */
const overlayAdd = defineCommand<NewOverlay>()({
  id: 'overlay.add',
  labelKey: 'command.overlay.add',
  recording: 'record',
  enabled: canEdit,
  plan({ store, ports }, { name, image, fit }) {
    const { overlays } = store.views.document;
    const after: DrawingOverlay = {
      id: ports.createId(),
      name: named(name),
      image,
      fit,
      pairs: [],
      opacity: 1,
      isVisible: true,
      isDraped: true,
      elevation: ports.viewport.camera.target[2],
      rank: nextRank(overlays),
    };
    const isPicked = fit !== 'file';
    return {
      ...(isPicked ? { workspace: { overlayEditing: first(after.id), tool: 'pair', selection: [] } } : {}),
      edit: { kind: 'patch', changes: [{ table: 'overlays', id: after.id, before: null, after }] },
    };
  },
});

/** What may be changed of an overlay. */
export type OverlayPatch = Partial<Omit<DrawingOverlay, 'id' | 'image' | 'rank'>>;

/** @throws overlay.no-name, drawing.unknown-overlay */
const overlayUpdate = defineCommand<{ readonly id: string; readonly patch: OverlayPatch }>()({
  id: 'overlay.update',
  labelKey: 'command.overlay.update',
  recording: 'record',
  enabled: canEdit,
  plan({ store }, { id, patch }) {
    const before = overlayOf(store, id);
    const name = patch.name === undefined ? {} : { name: named(patch.name) };
    return changed(before, { ...before, ...patch, ...name });
  },
});

/** Moves an overlay under or over its neighbour: the two change their ranks. */
const overlayMove = defineCommand<{ readonly id: string; readonly by: -1 | 1 }>()({
  id: 'overlay.move',
  labelKey: 'command.overlay.move',
  recording: 'record',
  enabled: (views, { id, by }) => canEdit(views) && neighbourOf(views, id, by) !== undefined,
  plan({ store }, { id, by }) {
    const overlay = overlayOf(store, id);
    const other = neighbourOf(store.views, id, by);
    if (other === undefined) return null;
    const ranked = (before: DrawingOverlay, rank: number) =>
      ({ table: 'overlays', id: before.id, before, after: { ...before, rank } }) as const;
    return { edit: { kind: 'patch', changes: [ranked(overlay, other.rank), ranked(other, overlay.rank)] } };
  },
});

function neighbourOf({ document }: StoreViews, id: string, by: -1 | 1): DrawingOverlay | undefined {
  const ordered = inRankOrder(document.overlays);
  return ordered[ordered.findIndex((overlay) => overlay.id === id) + by];
}

const overlayRemove = defineCommand<{ readonly id: string }>()({
  id: 'overlay.remove',
  labelKey: 'command.overlay.remove',
  recording: 'record',
  enabled: canEdit,
  plan({ store }, { id }) {
    const before = overlayOf(store, id);
    const isOpen = store.views.workspace.overlayEditing?.id === id;
    return {
      ...(isOpen ? { workspace: { overlayEditing: null, tool: 'select' } } : {}),
      edit: { kind: 'patch', changes: [{ table: 'overlays', id, before, after: null }] },
    };
  },
});

/** Opens the picking of an overlay's pairs; null closes it. */
const overlayEdit = defineCommand<{ readonly id: string | null }>()({
  id: 'overlay.edit',
  labelKey: 'command.overlay.edit',
  recording: 'skip',
  plan({ store }, { id }) {
    if (id === null) {
      const isPicking = store.views.workspace.tool === 'pair';
      return { workspace: { overlayEditing: null, ...(isPicking ? { tool: 'select' } : {}) } };
    }
    const { fit } = overlayOf(store, id);
    const tool = fit === 'file' ? 'select' : 'pair';
    return { workspace: { overlayEditing: first(id), tool, selection: [], draft: null } };
  },
});

/** Chooses the pair whose places are picked again; null: new pairs are picked. */
const overlayRepick = defineCommand<{ readonly pairId: string | null }>()({
  id: 'overlay.repick',
  labelKey: 'command.overlay.edit',
  recording: 'skip',
  plan({ store }, { pairId }) {
    const { overlayEditing } = store.views.workspace;
    return (
      overlayEditing && {
        workspace: { overlayEditing: { ...overlayEditing, pending: null, pairId }, tool: 'pair' },
      }
    );
  },
});

/** A place picked in the image: of the pair that is picked again, else of a new one. */
const overlayPickImage = defineCommand<{ readonly place: readonly [x: number, y: number] }>()({
  id: 'overlay.pick-image',
  labelKey: 'command.overlay.pick',
  recording: 'record',
  enabled: (views) => canEdit(views) && views.workspace.overlayEditing !== null,
  plan({ store }, { place }) {
    const { overlayEditing: editing } = store.views.workspace;
    if (editing === null) return null;
    const overlay = overlayOf(store, editing.id);
    if (editing.pairId === null)
      return { workspace: { overlayEditing: { ...editing, pending: place }, tool: 'pair' } };
    return withPair(overlay, editing.pairId, { image: place });
  },
});

/** A place picked on the site: of the pair that is picked again, else the other end of a new pair. */
const overlayPickSite = defineCommand<{ readonly at: ScreenPlace }>()({
  id: 'overlay.pick-site',
  labelKey: 'command.overlay.pick',
  recording: 'record',
  enabled: (views) => canEdit(views) && views.workspace.overlayEditing !== null,
  async plan(context, { at }) {
    const position = (await context.snapper.place(at, null))?.position;
    const { overlayEditing: editing } = context.store.views.workspace;
    if (position === undefined || editing === null) return null;
    const overlay = overlayOf(context.store, editing.id);
    const site = [position[0], position[1]] as const;
    if (editing.pairId !== null) return withPair(overlay, editing.pairId, { site });
    if (editing.pending === null) throw new AppError('overlay.pick-image-first');
    return addPair(context, overlay, editing, { image: editing.pending, site });
  },
});

function withPair(
  overlay: DrawingOverlay,
  id: string,
  places: Partial<Pick<OverlayPair, 'image' | 'site'>>,
): Pick<Plan, 'edit'> {
  const pairs = overlay.pairs.map((pair) => (pair.id === id ? { ...pair, ...places } : pair));
  return changed(overlay, { ...overlay, pairs });
}

function addPair(
  { ports }: EditorContext,
  overlay: DrawingOverlay,
  editing: OverlayEditing,
  places: Pick<OverlayPair, 'image' | 'site'>,
): Plan {
  const used = overlay.pairs.map(({ colour }) => colour);
  const colour =
    pairColours.find((candidate) => !used.includes(candidate)) ??
    pairColours[overlay.pairs.length % pairColours.length]!;
  const pair: OverlayPair = { id: ports.createId(), colour, isVisible: true, ...places };
  return {
    workspace: { overlayEditing: { ...editing, pending: null } },
    ...changed(overlay, { ...overlay, pairs: [...overlay.pairs, pair] }),
  };
}

export const overlayCommands = [
  overlayAdd,
  overlayUpdate,
  overlayMove,
  overlayRemove,
  overlayEdit,
  overlayRepick,
  overlayPickImage,
  overlayPickSite,
] as const;
