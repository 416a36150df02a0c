import { inRankOrder } from '#domain/drawing/document.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import type { DrawingLayer } from '#domain/drawing/layer.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { LineType } from '#domain/formats/exchange-model.ts';
import type { Store, StoreViews } from '../store/store.ts';
import { defineCommand } from './command.ts';
import { canEdit, layerOf, requireUnlocked } from './guards.ts';
import { newLayer } from './new-layer.ts';

const layerAdd = defineCommand<{ readonly name: string }>()({
  id: 'layer.add',
  labelKey: 'command.layer.add',
  recording: 'record',
  enabled: canEdit,
  plan({ store, ports }, { name }) {
    const layer = newLayer(ports, store.views.document.layers, name);
    const added = { table: 'layers', id: layer.id, before: null, after: layer } as const;
    return { workspace: { activeLayerId: layer.id }, edit: { kind: 'patch', changes: [added] } };
  },
});

/** What may be changed of a layer; null takes a field that may be left out away. */
export interface LayerPatch {
  readonly name?: string;
  readonly colour?: string;
  readonly isVisible?: boolean;
  readonly description?: string | null;
  readonly lineType?: LineType | null;
  readonly lineWeight?: number | null;
  readonly transparency?: number | null;
  readonly isLocked?: true | null;
  readonly group?: string | null;
}

const layerUpdate = defineCommand<{ readonly id: string; readonly patch: LayerPatch }>()({
  id: 'layer.update',
  labelKey: 'command.layer.update',
  recording: 'record',
  enabled: canEdit,
  plan({ store }, { id, patch }) {
    const before = layerOf(store, id);
    const kept = Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null);
    const after = Object.fromEntries(kept) as unknown as DrawingLayer;
    return { edit: { kind: 'patch', changes: [{ table: 'layers', id, before, after }] } };
  },
});

/** Moves a layer before or behind its neighbour in the list: the two change their ranks. */
const layerMove = defineCommand<{ readonly id: string; readonly by: -1 | 1 }>()({
  id: 'layer.move',
  labelKey: 'command.layer.move',
  recording: 'record',
  enabled(views, { id, by }) {
    const ordered = inRankOrder(views.document.layers);
    return canEdit(views) && ordered[ordered.findIndex((layer) => layer.id === id) + by] !== undefined;
  },
  plan({ store }, { id, by }) {
    const layer = layerOf(store, id);
    const ordered = inRankOrder(store.views.document.layers);
    const other = ordered[ordered.findIndex((one) => one.id === id) + by];
    if (other === undefined) return null;
    const ranked = (before: DrawingLayer, rank: number) =>
      ({ table: 'layers', id: before.id, before, after: { ...before, rank } }) as const;
    return { edit: { kind: 'patch', changes: [ranked(layer, other.rank), ranked(other, layer.rank)] } };
  },
});

/** Puts the features of a layer on another one and removes it. */
const layerMerge = defineCommand<{ readonly id: string; readonly into: string }>()({
  id: 'layer.merge',
  labelKey: 'command.layer.merge',
  recording: 'record',
  enabled: canEdit,
  plan({ store }, { id, into }) {
    if (id === into) return null;
    const before = requireUnlocked(store, id);
    requireUnlocked(store, into);
    const moved = featuresOn(store, id).map((feature) => {
      return {
        table: 'features',
        id: feature.id,
        before: feature,
        after: { ...feature, layerId: into },
      } as const;
    });
    return {
      workspace: { activeLayerId: into },
      edit: { kind: 'patch', changes: [...moved, { table: 'layers', id, before, after: null }] },
    };
  },
});

/** Removes the layers that nothing lies on; one is left. */
const layerPurge = defineCommand<null>()({
  id: 'layer.purge',
  labelKey: 'command.layer.purge',
  recording: 'record',
  enabled: (views) => canEdit(views) && emptyLayers(views.document).length > 0,
  plan({ store }) {
    const { document, workspace } = store.views;
    const empty = emptyLayers(document);
    const changes = empty.map((before) => ({ table: 'layers', id: before.id, before, after: null }) as const);
    const isActiveGone = empty.some(({ id }) => id === workspace.activeLayerId);
    const left = inRankOrder(document.layers).find((layer) => !empty.includes(layer));
    return {
      ...(isActiveGone ? { workspace: { activeLayerId: left?.id ?? '' } } : {}),
      edit: { kind: 'patch', changes },
    };
  },
});

function featuresOn(store: Store, layerId: string): DrawingFeature[] {
  return Object.values(store.views.document.features).filter((feature) => feature.layerId === layerId);
}

/** Unlocked layers without features, by rank; all but the first where nothing is drawn at all. */
function emptyLayers({ layers, features }: StoreViews['document']): DrawingLayer[] {
  const used = new Set(Object.values(features).map(({ layerId }) => layerId));
  const ordered = inRankOrder(layers as Record<string, DrawingLayer>);
  const empty = ordered.filter(({ id, isLocked }) => !used.has(id) && isLocked === undefined);
  return empty.length === ordered.length ? empty.slice(1) : empty;
}

const layerDelete = defineCommand<{ readonly id: string }>()({
  id: 'layer.delete',
  labelKey: 'command.layer.delete',
  recording: 'record',
  enabled: (views) => canEdit(views) && Object.keys(views.document.layers).length > 1,
  plan({ store }, { id }) {
    const before = requireUnlocked(store, id);
    const { layers, features } = store.views.document;
    const next = inRankOrder(layers).find((layer) => layer.id !== id);
    if (next === undefined) throw new AppError('drawing.last-layer');
    const changes = featuresOn(store, id).map((feature) => {
      return { table: 'features', id: feature.id, before: feature, after: null } as const;
    });
    return {
      workspace: {
        activeLayerId: next.id,
        selection: store.views.workspace.selection.filter((chosen) => features[chosen]?.layerId !== id),
        selectedVertex: null,
      },
      edit: { kind: 'patch', changes: [...changes, { table: 'layers', id, before, after: null }] },
    };
  },
});

const layerActivate = defineCommand<{ readonly id: string }>()({
  id: 'layer.activate',
  labelKey: 'command.layer.activate',
  recording: 'skip',
  plan({ store }, { id }) {
    return { workspace: { activeLayerId: layerOf(store, id).id } };
  },
});

export const layerCommands = [
  layerAdd,
  layerUpdate,
  layerMove,
  layerMerge,
  layerPurge,
  layerDelete,
  layerActivate,
] as const;
