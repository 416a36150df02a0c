import type { DrawingFeature } from '#domain/drawing/feature.ts';
import type { SelectionAction, SelectionReport } from '../state/selection-area.ts';
import type { StoreViews } from '../store/store.ts';

/** Features that are looked for: those on visible layers; those on locked ones are counted and left out. */
export interface Selectable {
  readonly ids: readonly string[];
  readonly locked: number;
}

/** What may be selected in bulk of these features, by rank of entry. */
export function selectableOf({ document }: StoreViews, found: Iterable<DrawingFeature>): Selectable {
  const ids: string[] = [];
  let locked = 0;
  // The table of layers is proxied: it is read once, not for each feature.
  const layers = new Map(
    Object.values(document.layers).map(({ id, isVisible, isLocked }) => [id, { isVisible, isLocked }]),
  );
  for (const { id, layerId } of found) {
    const layer = layers.get(layerId);
    if (!layer?.isVisible) continue;
    if (layer.isLocked) locked++;
    else ids.push(id);
  }
  return { ids, locked };
}

/** The selection after what was found replaced it, joined it or left it, in the order of selection. */
export function changedSelection(
  { workspace }: StoreViews,
  { ids, locked }: Selectable,
  action: SelectionAction,
): { readonly selection: readonly string[]; readonly report: SelectionReport } {
  const { selection } = workspace;
  if (action === 'replace') return { selection: ids, report: { count: ids.length, locked } };
  const found = new Set(ids);
  const others = selection.filter((id) => !found.has(id));
  const known = selection.length - others.length;
  if (action === 'remove') return { selection: others, report: { count: known, locked: 0 } };
  const before = new Set(selection);
  const added = ids.filter((id) => !before.has(id));
  return { selection: [...selection, ...added], report: { count: added.length, locked } };
}
