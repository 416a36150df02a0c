import type { Bounds3 } from '#domain/math/bounds.ts';
import { greatestOf, leastOf } from '#domain/math/extremes.ts';
import { hasTwoPanes } from '#domain/view/view-mode.ts';
import { paneIds } from '#domain/view/viewing.ts';
import { rectOf } from '../measure/rect-of.ts';
import { requireLengths } from '../measure/require-lengths.ts';
import { isMeasuring } from '../state/draft-plans.ts';
import { fitView } from '../view/fit-view.ts';
import { defineCommand } from './command.ts';
import type { EditorContext } from './editor-context.ts';

export const selectionSet = defineCommand({
  id: 'selection.set',
  labelKey: 'command.selection.set',
  recording: 'skip',
  run({ store }, { ids }) {
    const { features } = store.views.document;
    store.setWorkspace({ selection: ids.filter((id) => features[id]), selectedVertex: null });
    return null;
  },
});

export const selectionPick = defineCommand({
  id: 'selection.pick',
  labelKey: 'command.selection.set',
  recording: 'skip',
  async run({ store, ports }, { at, isAdding }) {
    const view = at.view ? { view: at.view } : {};
    const hit = await ports.viewport.pick(at.x, at.y, { kinds: ['feature'], ...view });
    const id = hit?.kind === 'feature' && store.views.document.features[hit.featureId] ? hit.featureId : null;
    const { selection } = store.views.workspace;
    const without = selection.filter((chosen) => chosen !== id);
    const added = id === null ? selection : without.length < selection.length ? without : [...selection, id];
    const next = isAdding ? added : id === null ? [] : [id];
    store.setWorkspace({ selection: next, selectedVertex: null });
    return null;
  },
});

export const toolChoose = defineCommand({
  id: 'tool.choose',
  labelKey: 'command.tool.choose',
  recording: 'skip',
  presets: [
    { labelKey: 'tool.select', keys: ['V'], payload: () => ({ tool: 'select' }) },
    { labelKey: 'tool.point', keys: ['P'], payload: () => ({ tool: 'point' }) },
    { labelKey: 'tool.polyline', keys: ['L'], payload: () => ({ tool: 'polyline' }) },
    { labelKey: 'tool.polygon', keys: ['G'], payload: () => ({ tool: 'polygon' }) },
    { labelKey: 'tool.location', keys: ['I'], payload: () => ({ tool: 'location' }) },
    { labelKey: 'tool.distance', keys: ['D'], payload: () => ({ tool: 'distance' }) },
    { labelKey: 'tool.angle', keys: ['N'], payload: () => ({ tool: 'angle' }) },
    { labelKey: 'tool.area', keys: ['A'], payload: () => ({ tool: 'area' }) },
    { labelKey: 'tool.volume', keys: ['M'], payload: () => ({ tool: 'volume' }) },
  ],
  run({ store, jobs, facts }, { tool }) {
    if (isMeasuring(tool) && tool !== 'location') requireLengths(facts);
    const { draft } = store.views.workspace;
    jobs.cancel('measure');
    const isDrawn = draft !== null;
    store.setWorkspace({
      tool,
      draft: null,
      selectedVertex: null,
      ...(tool === 'select' && !isDrawn ? {} : { measurement: null }),
      ...(tool === 'select' ? {} : { selection: [] }),
    });
    return null;
  },
});

export const toolPurpose = defineCommand({
  id: 'tool.purpose',
  labelKey: 'command.tool.purpose',
  recording: 'skip',
  run({ store }, { purpose }) {
    store.setWorkspace({ purpose });
    return null;
  },
});

/** Box round flat coordinates; vertices without an elevation take the terrain's. */
function boundsOf({ ports }: EditorContext, coordinates: readonly number[]): Bounds3 {
  const rect = rectOf(coordinates);
  const heights: number[] = [];
  for (let i = 0; i < coordinates.length; i += 3) {
    const own = coordinates[i + 2]!;
    heights.push(
      Number.isNaN(own) ? ports.viewport.terrainElevation(coordinates[i]!, coordinates[i + 1]!) : own,
    );
  }
  const known = heights.filter((z) => !Number.isNaN(z));
  const level = ports.viewport.camera.target[2];
  const low = known.length > 0 ? leastOf(known) : level;
  const high = known.length > 0 ? greatestOf(known) : level;
  const pad = Math.max((rect.maxX - rect.minX) * 0.2, (rect.maxY - rect.minY) * 0.2, 2);
  return { min: [rect.minX - pad, rect.minY - pad, low], max: [rect.maxX + pad, rect.maxY + pad, high] };
}

export const cameraFit = defineCommand({
  id: 'camera.fit',
  labelKey: 'command.camera.fit',
  recording: 'skip',
  enabled: ({ workspace }, { target }) => target === 'all' || workspace.selection.length > 0,
  presets: [
    { labelKey: 'canvas.fit', keys: ['F'], payload: () => ({ target: 'all' }) },
    { labelKey: 'canvas.fitSelection', keys: ['Shift F'], payload: () => ({ target: 'selection' }) },
  ],
  run(context, { target }) {
    const { document, workspace } = context.store.views;
    const coordinates = workspace.selection.flatMap((id) => document.features[id]?.coordinates ?? []);
    const box = target === 'selection' ? boundsOf(context, coordinates) : undefined;
    const { viewport } = context.ports;
    const { viewMode, isLocked, insets } = workspace;
    // What is selected is brought into sight everywhere.
    const isEverywhere = target === 'selection' && hasTwoPanes(viewMode) && !isLocked;
    for (const pane of isEverywhere ? paneIds : [viewport.activePane]) fitView(viewport, pane, insets, box);
    return null;
  },
});

export const cameraZoom = defineCommand({
  id: 'camera.zoom',
  labelKey: 'command.camera.zoom',
  recording: 'skip',
  presets: [
    { labelKey: 'canvas.zoomIn', keys: ['+', '='], payload: () => ({ factor: 1.5 }) },
    { labelKey: 'canvas.zoomOut', keys: ['-'], payload: () => ({ factor: 1 / 1.5 }) },
  ],
  run({ ports }, { factor }) {
    ports.viewport.zoomBy(factor);
    return null;
  },
});

export const viewInsets = defineCommand({
  id: 'view.insets',
  labelKey: 'command.view.insets',
  recording: 'skip',
  run({ store }, insets) {
    store.setWorkspace({ insets });
    return null;
  },
});

export const overlayToggle = defineCommand({
  id: 'overlay.toggle',
  labelKey: 'command.overlay.toggle',
  recording: 'skip',
  presets: [
    { labelKey: 'describe.title', keys: ['T'], payload: () => ({ overlay: 'description' }) },
    { labelKey: 'figures.title', keys: ['B'], payload: () => ({ overlay: 'figures' }) },
    { labelKey: 'palette.title', keys: ['Ctrl K'], payload: () => ({ overlay: 'commands' }) },
    { labelKey: 'keys.title', keys: ['?'], payload: () => ({ overlay: 'help' }) },
  ],
  run({ store }, { overlay }) {
    store.setWorkspace({ overlay: store.views.workspace.overlay === overlay ? null : overlay });
    return null;
  },
});

export const displaySet = defineCommand({
  id: 'display.set',
  labelKey: 'command.display.set',
  recording: 'skip',
  run({ store, ports }, { patch }) {
    ports.viewport.setDisplay(patch);
    store.setWorkspace({ display: ports.viewport.display });
    return null;
  },
});

export const clipHold = defineCommand({
  id: 'clip.hold',
  labelKey: 'command.clip.hold',
  recording: 'skip',
  run({ store }, { id }) {
    store.setWorkspace({ clipInHand: id });
    return null;
  },
});

export const sceneSet = defineCommand({
  id: 'scene.set',
  labelKey: 'command.scene.set',
  recording: 'skip',
  run({ store, ports }, { id, patch }) {
    ports.viewport.patchLayer(id, patch);
    const { scene } = store.views.workspace;
    store.setWorkspace({ scene: scene.map((entry) => (entry.id === id ? { ...entry, ...patch } : entry)) });
    return null;
  },
});

export const noticeDismiss = defineCommand({
  id: 'notice.dismiss',
  labelKey: 'command.notice.dismiss',
  recording: 'skip',
  run({ store }, { id }) {
    store.setStatus({ notices: store.views.status.notices.filter((notice) => notice.id !== id) });
    return null;
  },
});
