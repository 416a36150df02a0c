import { subscribeKey } from 'valtio/vanilla/utils';
import { type DrawingFeature, inRankOrder } from '#domain/drawing/document.ts';
import type { VectorFeature } from '#domain/view/scene.ts';
import { draftPlan } from '../commands/draft-plans.ts';
import type { ScreenPlace } from '../commands/payloads.ts';
import type { EditorPorts } from '../editor-context.ts';
import type { Measurement } from '../measure/measurement.ts';
import type { Draft } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { editedFeature, handlesOf } from '../tools/select/handles.ts';
import { draftStyle, draftVertexStyle, featureStyle, handleStyle } from './styles.ts';

const layerIds = { drawing: 'drawing', draft: 'draft', handles: 'handles' } as const;

/** Keeps the drawing, the draft and the handles in the picture as the store says. */
export interface DrawingScene {
  /** Where the draft's next vertex would go. */
  hover(at: ScreenPlace | null): void;
  dispose(): void;
}

/**
 * Turns changes of the store into dirty flags and brings them to the viewport once before the next frame: features by
 * id, the draft and the handles whole.
 */
export function createDrawingScene(store: Store, ports: EditorPorts): DrawingScene {
  const { viewport } = ports;
  const { document, workspace } = store.views;
  const dirtyFeatures = new Set<string>();
  let areAllDirty = true;
  let isDraftDirty = true;
  let areHandlesDirty = true;
  let hovered: ScreenPlace | null = null;
  let cancelFrame: (() => void) | null = null;
  let shownDraft: string[] = [];
  let shownHandles: string[] = [];

  for (const id of Object.values(layerIds)) {
    viewport.addLayer({
      id,
      kind: 'vector',
      isVisible: true,
      features: [],
      isPickable: id === layerIds.drawing,
    });
  }

  function plan(): void {
    cancelFrame ??= ports.requestFrame(() => {
      cancelFrame = null;
      flush();
    });
  }

  function flush(): void {
    if (areAllDirty || dirtyFeatures.size > 0) syncFeatures();
    if (areHandlesDirty) shownHandles = replaceAll(layerIds.handles, shownHandles, handleFeatures());
    if (isDraftDirty) {
      const features = draftFeatures(workspace.draft, workspace.measurement, hoveredPlace());
      shownDraft = replaceAll(layerIds.draft, shownDraft, features);
    }
    areAllDirty = false;
    areHandlesDirty = false;
    isDraftDirty = false;
    dirtyFeatures.clear();
  }

  function syncFeatures(): void {
    const ids = areAllDirty ? Object.keys(document.features) : [...dirtyFeatures];
    const shown: VectorFeature[] = [];
    const gone: string[] = areAllDirty ? [...dirtyFeatures] : [];
    for (const id of ids) {
      const feature = document.features[id];
      const layer = feature && document.layers[feature.layerId];
      if (feature && layer?.isVisible) {
        shown.push(vectorOf(feature, layer.colour, workspace.selection.includes(id)));
      } else gone.push(id);
    }
    const order = new Map(inRankOrder(document.features).map((feature, rank) => [feature.id, rank]));
    shown.sort((a, b) => order.get(a.id)! - order.get(b.id)!);
    const stale = gone.filter((id) => !shown.some((feature) => feature.id === id));
    if (stale.length > 0) viewport.removeFeatures(layerIds.drawing, stale);
    if (shown.length > 0) viewport.setFeatures(layerIds.drawing, shown);
  }

  function replaceAll(layerId: string, before: readonly string[], features: VectorFeature[]): string[] {
    const ids = features.map(({ id }) => id);
    const gone = before.filter((id) => !ids.includes(id));
    if (gone.length > 0) viewport.removeFeatures(layerId, gone);
    if (features.length > 0) viewport.setFeatures(layerId, features);
    return ids;
  }

  function handleFeatures(): VectorFeature[] {
    const feature = workspace.tool === 'select' ? editedFeature(store.views) : null;
    if (feature === null || !document.layers[feature.layerId]?.isVisible) return [];
    const chosen = workspace.selectedVertex;
    return handlesOf(feature).map(({ kind, index, position }) => ({
      id: `${kind} ${index}`,
      kind: 'point',
      positions: Float64Array.from(position),
      style: handleStyle(kind, kind === 'vertex' && chosen?.index === index),
    }));
  }

  function hoveredPlace(): readonly number[] | null {
    const { draft } = workspace;
    if (hovered === null || draft === null) return null;
    const last = draft.coordinates.at(-1)!;
    const level = Number.isNaN(last) ? viewport.camera.target[2] : last;
    const place = viewport.unproject(hovered.x, hovered.y, level);
    if (place === null) return null;
    const terrain = viewport.terrainElevation(place[0], place[1]);
    return [place[0], place[1], Number.isNaN(terrain) ? level : terrain];
  }

  const markDraft = () => {
    isDraftDirty = true;
    plan();
  };
  let selected: readonly string[] = [];
  const markSelection = () => {
    for (const id of [...selected, ...workspace.selection]) dirtyFeatures.add(id);
    selected = [...workspace.selection];
    areHandlesDirty = true;
    plan();
  };
  const markHandles = () => {
    areHandlesDirty = true;
    plan();
  };
  const stops = [
    store.onDocumentChange((dirty) => {
      for (const id of dirty.features) dirtyFeatures.add(id);
      if (dirty.layers.size > 0) areAllDirty = true;
      areHandlesDirty = true;
      plan();
    }),
    subscribeKey(workspace, 'selection', markSelection, true),
    subscribeKey(workspace, 'selectedVertex', markHandles, true),
    subscribeKey(workspace, 'tool', markHandles, true),
    subscribeKey(workspace, 'draft', markDraft, true),
    subscribeKey(workspace, 'measurement', markDraft, true),
  ];

  return {
    hover(at) {
      hovered = at;
      if (workspace.draft !== null) markDraft();
    },
    dispose() {
      cancelFrame?.();
      for (const stop of stops) stop();
    },
  };
}

function vectorOf(feature: DrawingFeature, colour: string, isSelected: boolean): VectorFeature {
  const { id, kind, coordinates } = feature;
  return { id, kind, positions: Float64Array.from(coordinates), style: featureStyle(colour, isSelected) };
}

/** What is being drawn with the place under the pointer, else what was measured. */
function draftFeatures(
  draft: Draft | null,
  measurement: Measurement | null,
  hovered: readonly number[] | null,
): VectorFeature[] {
  if (draft !== null) {
    const { shape } = draftPlan(draft.tool);
    const all = hovered === null ? draft.coordinates : [...draft.coordinates, ...hovered];
    return [...shapeFeatures(shape, all), ...vertexFeatures(draft.coordinates)];
  }
  if (measurement === null) return [];
  const { shape } = draftPlan(measurement.kind);
  return [...shapeFeatures(shape, measurement.coordinates), ...vertexFeatures(measurement.coordinates)];
}

/** Too few vertices for a kind are drawn as what they make. */
function shapeFeatures(shape: DrawingFeature['kind'], coordinates: readonly number[]): VectorFeature[] {
  const count = coordinates.length / 3;
  const kind = shape === 'polygon' && count < 3 ? 'polyline' : shape;
  if (kind === 'polyline' && count < 2) return [];
  return [{ id: 'shape', kind, positions: Float64Array.from(coordinates), style: draftStyle(kind) }];
}

function vertexFeatures(coordinates: readonly number[]): VectorFeature[] {
  const features: VectorFeature[] = [];
  for (let i = 0; i < coordinates.length; i += 3) {
    const positions = Float64Array.from(coordinates.slice(i, i + 3));
    features.push({ id: `vertex ${i / 3}`, kind: 'point', positions, style: draftVertexStyle });
  }
  return features;
}
