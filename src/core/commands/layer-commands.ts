import { type DrawingLayer, inRankOrder, layerColours, nextRank } from '#domain/drawing/document.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Store } from '../store/store.ts';
import { defineCommand } from './command.ts';
import { canEdit } from './guards.ts';

function layerOf(store: Store, id: string): DrawingLayer {
  const layer = store.views.document.layers[id];
  if (layer === undefined) throw new AppError('drawing.unknown-layer', { id });
  return layer;
}

export const layerAdd = defineCommand({
  id: 'layer.add',
  labelKey: 'command.layer.add',
  recording: 'record',
  enabled: canEdit,
  run({ store, ports }, { name }) {
    const { layers } = store.views.document;
    const taken = Object.values(layers).map(({ colour }) => colour);
    const colour = layerColours.find((candidate) => !taken.includes(candidate)) ?? layerColours[0]!;
    const layer = { id: ports.createId(), name, colour, isVisible: true, rank: nextRank(layers) };
    store.setWorkspace({ activeLayerId: layer.id });
    return { kind: 'patch', changes: [{ table: 'layers', id: layer.id, before: null, after: layer }] };
  },
});

export const layerUpdate = defineCommand({
  id: 'layer.update',
  labelKey: 'command.layer.update',
  recording: 'record',
  enabled: canEdit,
  run({ store }, { id, patch }) {
    const before = layerOf(store, id);
    return { kind: 'patch', changes: [{ table: 'layers', id, before, after: { ...before, ...patch } }] };
  },
});

export const layerDelete = defineCommand({
  id: 'layer.delete',
  labelKey: 'command.layer.delete',
  recording: 'record',
  enabled: (views) => canEdit(views) && Object.keys(views.document.layers).length > 1,
  run({ store }, { id }) {
    const before = layerOf(store, id);
    const { layers, features } = store.views.document;
    const next = inRankOrder(layers).find((layer) => layer.id !== id);
    if (next === undefined) throw new AppError('drawing.last-layer');
    const on = Object.values(features).filter((feature) => feature.layerId === id);
    store.setWorkspace({
      activeLayerId: next.id,
      selection: store.views.workspace.selection.filter((chosen) => features[chosen]?.layerId !== id),
      selectedVertex: null,
    });
    return {
      kind: 'patch',
      changes: [
        ...on.map((feature) => {
          return { table: 'features', id: feature.id, before: feature, after: null } as const;
        }),
        { table: 'layers', id, before, after: null },
      ],
    };
  },
});

export const layerActivate = defineCommand({
  id: 'layer.activate',
  labelKey: 'command.layer.activate',
  recording: 'skip',
  run({ store }, { id }) {
    store.setWorkspace({ activeLayerId: layerOf(store, id).id });
    return null;
  },
});
