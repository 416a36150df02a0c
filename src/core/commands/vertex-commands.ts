import { vertexAt, vertexCount } from '#domain/drawing/feature.ts';
import { spliceVertices } from '../history/splice-vertices.ts';
import type { ScreenPlace } from '../state/screen-place.ts';
import { defineCommand } from './command.ts';
import { canEdit, changeableFeature } from './guards.ts';

const vertexMove = defineCommand<{
  readonly featureId: string;
  readonly index: number;
  readonly position: readonly [number, number, number];
}>()({
  id: 'vertex.move',
  labelKey: 'command.vertex.move',
  recording: 'merge',
  enabled: canEdit,
  plan({ store }, { featureId, index, position }) {
    changeableFeature(store, featureId);
    return { edit: spliceVertices(store, featureId, index, 1, position) };
  },
});

/** Ends a drag: the vertex goes exactly where the pointer is. */
const vertexDrop = defineCommand<{
  readonly featureId: string;
  readonly index: number;
  readonly at: ScreenPlace;
}>()({
  id: 'vertex.drop',
  labelKey: 'command.vertex.move',
  recording: 'merge',
  enabled: canEdit,
  async plan({ store, snapper }, { featureId, index, at }) {
    const hit = await snapper.place(at, featureId);
    const before = vertexAt(changeableFeature(store, featureId), index);
    if (hit === null) return null;
    const [x, y] = hit.position;
    const place = hit.isExact ? hit.position : [x, y, before[2]];
    return { edit: spliceVertices(store, featureId, index, 1, place) };
  },
});

const vertexInsert = defineCommand<{
  readonly featureId: string;
  /** The new vertex is inserted before this one. */
  readonly index: number;
  readonly position: readonly [number, number, number];
}>()({
  id: 'vertex.insert',
  labelKey: 'command.vertex.insert',
  recording: 'merge',
  enabled: canEdit,
  plan({ store }, { featureId, index, position }) {
    changeableFeature(store, featureId);
    const edit = spliceVertices(store, featureId, index, 0, position);
    return { workspace: { selectedVertex: { featureId, index } }, edit };
  },
});

const vertexDelete = defineCommand<{ readonly featureId: string; readonly index: number }>()({
  id: 'vertex.delete',
  labelKey: 'command.vertex.delete',
  recording: 'record',
  enabled: canEdit,
  plan({ store }, { featureId, index }) {
    const left = vertexCount(changeableFeature(store, featureId)) - 1;
    const edit = spliceVertices(store, featureId, index, 1, []);
    return { workspace: { selectedVertex: { featureId, index: Math.min(index, left - 1) } }, edit };
  },
});

const vertexSelect = defineCommand<{ readonly featureId: string; readonly index: number } | null>()({
  id: 'vertex.select',
  labelKey: 'command.vertex.select',
  recording: 'skip',
  plan: (_, place) => ({ workspace: { selectedVertex: place } }),
});

export const vertexCommands = [vertexMove, vertexDrop, vertexInsert, vertexDelete, vertexSelect] as const;
