import type { FeaturePurpose } from '#domain/drawing/feature.ts';
import { hasTwoPanes, paneIds } from '#domain/view/view-mode.ts';
import type { DisplaySettings } from '#viewport/display.ts';
import { requireLengths } from '../measure/require-lengths.ts';
import { isDrawing, isMeasuring } from '../state/draft-plans.ts';
import type { Insets } from '../state/pane-room.ts';
import { pickTools } from '../state/pick-tools.ts';
import type { Overlay, SceneEntry, ToolId } from '../state/state.ts';
import type { StoreViews } from '../store/store.ts';
import { fitView } from '../view/fit-view.ts';
import { type CommandIcon, defineCommand, type Preset, type StripGroup } from './command.ts';
import { boundsOf } from './selected-bounds.ts';

/** Tools with their keys and icons, in the order of the strip. */
const toolFaces: readonly (readonly [
  tool: ToolId,
  key: string | null,
  icon: CommandIcon,
  strip: StripGroup,
])[] = [
  ['select', 'V', 'mouse-pointer-2', 'select'],
  ['select-box', 'X', 'square-dashed-mouse-pointer', 'select'],
  ['select-polygon', null, 'vector-polygon', 'select'],
  ['select-lasso', 'Shift X', 'lasso-select', 'select'],
  ['point', 'P', 'circle-dot', 'draw'],
  ['polyline', 'L', 'spline', 'draw'],
  ['polygon', 'G', 'pentagon', 'draw'],
  ['circle', 'C', 'radius', 'draw'],
  ['circle-3', null, 'circle', 'draw'],
  ['arc', 'U', 'tangent', 'draw'],
  ['rectangle', 'R', 'rectangle-horizontal', 'draw'],
  ['rectangle-3', null, 'diamond', 'draw'],
  ['location', 'I', 'crosshair', 'measure'],
  ['distance', 'D', 'ruler', 'measure'],
  ['angle', 'N', 'drafting-compass', 'measure'],
  ['area', 'A', 'land-plot', 'measure'],
  ['volume', 'M', 'mountain', 'measure'],
];

const toolPreset = (tool: ToolId): Preset<{ readonly tool: ToolId }> => ({
  labelKey: `tool.${tool}`,
  payload: () => ({ tool }),
  isOn: ({ workspace }) => workspace.tool === tool,
});

/** Tools without a button, for the palette. */
const bareTools: readonly ToolId[] = [...pickTools];

const toolChoose = defineCommand<{ readonly tool: ToolId }>()({
  id: 'tool.choose',
  labelKey: 'command.tool.choose',
  recording: 'skip',
  presets: [
    ...toolFaces.map(([tool, key, icon, strip]) => ({
      ...toolPreset(tool),
      keys: key === null ? [] : [key],
      icon,
      strip,
    })),
    ...bareTools.map(toolPreset),
  ],
  plan({ store, facts }, { tool }) {
    if (isMeasuring(tool) && tool !== 'location') requireLengths(facts);
    const { draft, entry } = store.views.workspace;
    const lineId = chosenLine(store.views);
    const isSelecting = !isDrawing(tool);
    const workspace = {
      tool,
      ...(lineId === null ? {} : { entry: { ...entry, lineId } }),
      draft: null,
      selectedVertex: null,
      selectionOutline: null,
      pasted: null,
      ...(isSelecting && draft === null ? {} : { measurement: null }),
      ...(isSelecting ? {} : { selection: [] }),
    };
    return { cancels: 'measure', workspace };
  },
});

/** The one selected feature where it is a line or an area: stations run along it. */
function chosenLine({ document, workspace: { selection } }: StoreViews): string | null {
  const [id] = selection;
  const kind = id === undefined || selection.length > 1 ? undefined : document.features[id]?.kind;
  return id !== undefined && (kind === 'polyline' || kind === 'polygon') ? id : null;
}

/** Sets the purpose of the features drawn next, where their kind allows it. */
const toolPurpose = defineCommand<{ readonly purpose: FeaturePurpose | null }>()({
  id: 'tool.purpose',
  labelKey: 'command.tool.purpose',
  recording: 'skip',
  plan: (_, { purpose }) => ({ workspace: { purpose } }),
});

/** Shows everything, or what is selected. */
const cameraFit = defineCommand<{ readonly target: 'all' | 'selection' }>()({
  id: 'camera.fit',
  labelKey: 'command.camera.fit',
  recording: 'skip',
  enabled: ({ workspace }, { target }) => target === 'all' || workspace.selection.length > 0,
  presets: [
    { labelKey: 'canvas.fit', keys: ['F'], icon: 'maximize', payload: () => ({ target: 'all' }) },
    {
      labelKey: 'canvas.fitSelection',
      keys: ['Shift F'],
      icon: 'focus',
      payload: () => ({ target: 'selection' }),
    },
  ],
  plan(context, { target }) {
    const { document, workspace } = context.store.views;
    const coordinates = workspace.selection.flatMap((id) => document.features[id]?.coordinates ?? []);
    const box = target === 'selection' ? boundsOf(context, coordinates) : undefined;
    const { viewport } = context.ports;
    const { viewMode, isLocked, insets } = workspace;
    // The selection is made visible in all panes.
    const isEverywhere = target === 'selection' && hasTwoPanes(viewMode) && !isLocked;
    for (const pane of isEverywhere ? paneIds : [viewport.activePane]) fitView(viewport, pane, insets, box);
    return null;
  },
});

const cameraZoom = defineCommand<{ readonly factor: number }>()({
  id: 'camera.zoom',
  labelKey: 'command.camera.zoom',
  recording: 'skip',
  presets: [
    { labelKey: 'canvas.zoomIn', keys: ['+', '='], icon: 'plus', payload: () => ({ factor: 1.5 }) },
    { labelKey: 'canvas.zoomOut', keys: ['-'], icon: 'minus', payload: () => ({ factor: 1 / 1.5 }) },
  ],
  plan({ ports }, { factor }) {
    ports.viewport.zoomBy(factor);
    return null;
  },
});

const viewInsets = defineCommand<Insets>()({
  id: 'view.insets',
  labelKey: 'command.view.insets',
  recording: 'skip',
  plan: (_, insets) => ({ workspace: { insets } }),
});

const overlayPreset = (overlay: Overlay, key: string): Preset<{ readonly overlay: Overlay }> => ({
  keys: [key],
  payload: () => ({ overlay }),
  isOn: ({ workspace }) => workspace.overlay === overlay,
});

/** Shows an overlay, or hides the same one. */
const overlayToggle = defineCommand<{ readonly overlay: Overlay }>()({
  id: 'overlay.toggle',
  labelKey: 'command.overlay.toggle',
  recording: 'skip',
  presets: [
    {
      ...overlayPreset('description', 'T'),
      labelKey: 'describe.title',
      icon: 'notebook-text',
      strip: 'window',
    },
    { ...overlayPreset('figures', 'B'), labelKey: 'figures.title' },
    {
      ...overlayPreset('commands', 'Ctrl K'),
      labelKey: 'palette.title',
      icon: 'text-search',
      strip: 'window',
    },
    { ...overlayPreset('help', '?'), labelKey: 'keys.title', icon: 'keyboard', strip: 'window' },
  ],
  plan({ store }, { overlay }) {
    return { workspace: { overlay: store.views.workspace.overlay === overlay ? null : overlay } };
  },
});

const displaySet = defineCommand<{ readonly patch: Partial<DisplaySettings> }>()({
  id: 'display.set',
  labelKey: 'command.display.set',
  recording: 'skip',
  plan({ ports }, { patch }) {
    ports.viewport.setDisplay(patch);
    return { workspace: { display: ports.viewport.display } };
  },
});

/** Shows the handles of a box that clips, or of none. */
const clipHold = defineCommand<{ readonly id: string | null }>()({
  id: 'clip.hold',
  labelKey: 'command.clip.hold',
  recording: 'skip',
  plan: (_, { id }) => ({ workspace: { clipInHand: id } }),
});

const sceneSet = defineCommand<{
  readonly id: string;
  readonly patch: Partial<Pick<SceneEntry, 'isVisible' | 'opacity'>>;
}>()({
  id: 'scene.set',
  labelKey: 'command.scene.set',
  recording: 'skip',
  plan({ store, ports }, { id, patch }) {
    ports.viewport.patchLayer(id, patch);
    const { scene } = store.views.workspace;
    return { workspace: { scene: scene.map((entry) => (entry.id === id ? { ...entry, ...patch } : entry)) } };
  },
});

const noticeDismiss = defineCommand<{ readonly id: number }>()({
  id: 'notice.dismiss',
  labelKey: 'command.notice.dismiss',
  recording: 'skip',
  plan({ store }, { id }) {
    return { status: { notices: store.views.status.notices.filter((notice) => notice.id !== id) } };
  },
});

export const viewCommands = [
  toolChoose,
  toolPurpose,
  cameraFit,
  cameraZoom,
  viewInsets,
  overlayToggle,
  displaySet,
  clipHold,
  sceneSet,
  noticeDismiss,
] as const;
