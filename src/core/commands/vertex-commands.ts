import { vertexAt, vertexCount } from '#domain/drawing/document.ts';
import { spliceVertices } from '../history/splice-vertices.ts';
import { defineCommand } from './command.ts';
import { canEdit, featureOf } from './guards.ts';

export const vertexMove = defineCommand({
  id: 'vertex.move',
  labelKey: 'command.vertex.move',
  recording: 'merge',
  enabled: canEdit,
  run: ({ store }, { featureId, index, position }) => spliceVertices(store, featureId, index, 1, position),
});

export const vertexDrop = defineCommand({
  id: 'vertex.drop',
  labelKey: 'command.vertex.move',
  recording: 'merge',
  enabled: canEdit,
  async run({ store, snapper }, { featureId, index, at }) {
    const hit = await snapper.place(at, featureId);
    const before = vertexAt(featureOf(store, featureId), index);
    return hit === null
      ? null
      : spliceVertices(
          store,
          featureId,
          index,
          1,
          hit.isExact ? hit.position : [hit.position[0], hit.position[1], before[2]],
        );
  },
});

export const vertexInsert = defineCommand({
  id: 'vertex.insert',
  labelKey: 'command.vertex.insert',
  recording: 'merge',
  enabled: canEdit,
  run({ store }, { featureId, index, position }) {
    store.setWorkspace({ selectedVertex: { featureId, index } });
    return spliceVertices(store, featureId, index, 0, position);
  },
});

export const vertexDelete = defineCommand({
  id: 'vertex.delete',
  labelKey: 'command.vertex.delete',
  recording: 'record',
  enabled: canEdit,
  run({ store }, { featureId, index }) {
    const edit = spliceVertices(store, featureId, index, 1, []);
    const left = vertexCount(featureOf(store, featureId)) - 1;
    store.setWorkspace({ selectedVertex: { featureId, index: Math.min(index, left - 1) } });
    return edit;
  },
});

export const vertexSelect = defineCommand({
  id: 'vertex.select',
  labelKey: 'command.vertex.select',
  recording: 'skip',
  run({ store }, place) {
    store.setWorkspace({ selectedVertex: place });
    return null;
  },
});
