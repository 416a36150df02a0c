import { inRankOrder, nextRank } from '#domain/drawing/document.ts';
import { type DrawingLayer, layerColours } from '#domain/drawing/layer.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Store } from '../store/store.ts';
import { defineCommand } from './command.ts';
import { canEdit } from './guards.ts';

function layerOf(store: Store, id: string): DrawingLayer {
  const layer = store.views.document.layers[id];
  if (layer === undefined) throw new AppError('drawing.unknown-layer', { id });
  return layer;
}

const layerAdd = defineCommand<{ readonly name: string }>()({
  id: 'layer.add',
  labelKey: 'command.layer.add',
  recording: 'record',
  enabled: canEdit,
  plan({ store, ports }, { name }) {
    const { layers } = store.views.document;
    const taken = Object.values(layers).map(({ colour }) => colour);
    const colour = layerColours.find((candidate) => !taken.includes(candidate)) ?? layerColours[0]!;
    const layer = { id: ports.createId(), name, colour, isVisible: true, rank: nextRank(layers) };
    const added = { table: 'layers', id: layer.id, before: null, after: layer } as const;
    return { workspace: { activeLayerId: layer.id }, edit: { kind: 'patch', changes: [added] } };
  },
});

const layerUpdate = defineCommand<{
  readonly id: string;
  readonly patch: Partial<Pick<DrawingLayer, 'name' | 'colour' | 'lineType' | 'isVisible'>>;
}>()({
  id: 'layer.update',
  labelKey: 'command.layer.update',
  recording: 'record',
  enabled: canEdit,
  plan({ store }, { id, patch }) {
    const before = layerOf(store, id);
    const change = { table: 'layers', id, before, after: { ...before, ...patch } } as const;
    return { edit: { kind: 'patch', changes: [change] } };
  },
});

const layerDelete = defineCommand<{ readonly id: string }>()({
  id: 'layer.delete',
  labelKey: 'command.layer.delete',
  recording: 'record',
  enabled: (views) => canEdit(views) && Object.keys(views.document.layers).length > 1,
  plan({ store }, { id }) {
    const before = layerOf(store, id);
    const { layers, features } = store.views.document;
    const next = inRankOrder(layers).find((layer) => layer.id !== id);
    if (next === undefined) throw new AppError('drawing.last-layer');
    const on = Object.values(features).filter((feature) => feature.layerId === id);
    const changes = on.map((feature) => {
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

export const layerCommands = [layerAdd, layerUpdate, layerDelete, layerActivate] as const;
