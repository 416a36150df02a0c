import { ref } from 'valtio/vanilla';
import { conditionTest, type FeatureCondition } from '#domain/drawing/select/feature-condition.ts';
import type { ScreenPoint } from '#domain/view/camera.ts';
import { boxArea, polygonArea, rectOfCorners } from '#domain/view/screen-area.ts';
import type { PaneView } from '#viewport/viewport-types.ts';
import { featureIdOf } from '../scene/feature-vectors.ts';
import { changedSelection, type Selectable, selectableOf } from '../select/selectable.ts';
import type { ScreenPlace } from '../state/screen-place.ts';
import type { SelectionAction, SelectionOutline, SelectToolId } from '../state/selection-area.ts';
import { isCrossingArea } from '../state/selection-area.ts';
import type { StoreViews } from '../store/store.ts';
import { defineCommand, type Plan } from './command.ts';

/** Lists above 100,000 ids are not proxied. */
function selected(ids: readonly string[]): Plan['workspace'] {
  return { selection: ref([...ids]), selectedVertex: null };
}

function take(views: StoreViews, found: Selectable, action: SelectionAction): Plan {
  const { selection, report } = changedSelection(views, found, action);
  return { workspace: selected(selection)!, status: { selectionReport: report } };
}

const selectionSet = defineCommand<{ readonly ids: readonly string[] }>()({
  id: 'selection.set',
  labelKey: 'command.selection.set',
  recording: 'skip',
  plan({ store }, { ids }) {
    const { features } = store.views.document;
    return { workspace: selected(ids.filter((id) => features[id]))!, status: { selectionReport: null } };
  },
});

/** Selects what is under the pointer; `toggle` adds it or takes it away. */
const selectionPick = defineCommand<{
  readonly at: ScreenPlace;
  readonly action: SelectionAction | 'toggle';
}>()({
  id: 'selection.pick',
  labelKey: 'command.selection.set',
  recording: 'skip',
  async plan({ store, ports }, { at, action }) {
    const view = at.view ? { view: at.view } : {};
    const hit = await ports.viewport.pick(at.x, at.y, { kinds: ['feature'], ...view });
    const picked = hit?.kind === 'feature' ? featureIdOf(hit.featureId) : null;
    const id = picked !== null && store.views.document.features[picked] ? picked : null;
    const { selection } = store.views.workspace;
    const status = { selectionReport: null };
    if (id === null) return { workspace: selected(action === 'replace' ? [] : selection)!, status };
    const without = selection.filter((chosen) => chosen !== id);
    const isKnown = without.length < selection.length;
    const isLeft = action === 'remove' || (action === 'toggle' && isKnown);
    const next = action === 'replace' ? [id] : isLeft ? without : isKnown ? selection : [...selection, id];
    return { workspace: selected(next)!, status };
  },
});

/** Shows the area that is being drawn; null hides it. */
const selectionOutline = defineCommand<SelectionOutline | null>()({
  id: 'selection.outline',
  labelKey: 'command.selection.area',
  recording: 'skip',
  plan: (_, outline) => ({ workspace: { selectionOutline: outline && ref(outline) } }),
});

/** Selects by an area of a view. */
const selectionArea = defineCommand<{
  readonly tool: SelectToolId;
  /** Two opposite corners of a box, or the corners of a polygon. */
  readonly places: readonly Pick<ScreenPoint, 'x' | 'y'>[];
  readonly view: PaneView;
  readonly action: SelectionAction;
}>()({
  id: 'selection.area',
  labelKey: 'command.selection.area',
  recording: 'skip',
  plan({ store, areas }, { tool, places, view, action }) {
    const [first] = places;
    if (first === undefined || places.length < (tool === 'select-box' ? 2 : 3)) return null;
    const corners = places.flatMap(({ x, y }) => [x, y]);
    const area = tool === 'select-box' ? boxArea(rectOfCorners(corners)) : polygonArea(corners);
    const found = areas.find({ area, inside: first, view, isCrossing: isCrossingArea(places) });
    const plan = take(store.views, selectableOf(store.views, found), action);
    return { ...plan, workspace: { ...plan.workspace, selectionOutline: null } };
  },
});

/** Packs the index of areas before the first one is drawn. */
const selectionPrepare = defineCommand<null>()({
  id: 'selection.prepare',
  labelKey: 'command.selection.area',
  recording: 'skip',
  plan({ areas }) {
    areas.prepare();
    return null;
  },
});

/** What areas do with the selection where no key says otherwise. */
const selectionAction = defineCommand<{ readonly action: SelectionAction }>()({
  id: 'selection.action',
  labelKey: 'command.selection.action',
  recording: 'skip',
  plan: (_, { action }) => ({ workspace: { selectionAction: action } }),
});

/** Selects the features that meet all conditions. @throws selection.value-empty, selection.number-needed */
const selectionWhere = defineCommand<{
  readonly conditions: readonly FeatureCondition[];
  readonly action: SelectionAction;
}>()({
  id: 'selection.where',
  labelKey: 'command.selection.where',
  recording: 'skip',
  plan({ store }, { conditions, action }) {
    const found = Object.values(store.views.document.features).filter(conditionTest(conditions));
    return take(store.views, selectableOf(store.views, found), action);
  },
});

const selectionAll = defineCommand<null>()({
  id: 'selection.all',
  labelKey: 'command.selection.all',
  recording: 'skip',
  presets: [{ keys: ['Ctrl A'], payload: () => null }],
  plan({ store: { views } }) {
    return take(views, selectableOf(views, Object.values(views.document.features)), 'replace');
  },
});

/** Selects what is not selected. */
const selectionInvert = defineCommand<null>()({
  id: 'selection.invert',
  labelKey: 'command.selection.invert',
  recording: 'skip',
  presets: [{ keys: ['Ctrl I'], payload: () => null }],
  plan({ store: { views } }) {
    const chosen = new Set(views.workspace.selection);
    const others = Object.values(views.document.features).filter(({ id }) => !chosen.has(id));
    return take(views, selectableOf(views, others), 'replace');
  },
});

export const selectionCommands = [
  selectionSet,
  selectionPick,
  selectionOutline,
  selectionArea,
  selectionPrepare,
  selectionAction,
  selectionWhere,
  selectionAll,
  selectionInvert,
] as const;
