import type { ScreenPoint, WorldPoint } from '#domain/view/camera.ts';
import type { PaneId } from '#domain/view/view-mode.ts';

/** Tools that select by an area of the view. */
export const selectTools = ['select-box', 'select-polygon', 'select-lasso'] as const;
export type SelectToolId = (typeof selectTools)[number];

/** Whether a tool selects by an area. */
export function isAreaSelecting(tool: string): tool is SelectToolId {
  return selectTools.some((known) => known === tool);
}

/** What becomes of the selection. */
export const selectionActions = ['replace', 'add', 'remove'] as const;
export type SelectionAction = (typeof selectionActions)[number];

/** The area that is being drawn. */
export interface SelectionOutline {
  readonly pane: PaneId;
  /** Its corners, anchored in the world so that they follow the camera. */
  readonly places: readonly WorldPoint[];
  /** Whether what the area only touches is selected too. */
  readonly isCrossing: boolean;
}

/** What an area, a condition or the like found last. */
export interface SelectionReport {
  /** Features that it added, or took away. */
  readonly count: number;
  /** Features left out since their layers are locked. */
  readonly locked: number;
}

/**
 * Whether an area takes what it only touches: those begun to the left do, as in CAD; those begun to the right take what
 * lies wholly inside.
 */
export function isCrossingArea(places: readonly Pick<ScreenPoint, 'x'>[]): boolean {
  const [first] = places;
  const next = places.find(({ x }) => x !== first?.x);
  return first !== undefined && next !== undefined && next.x < first.x;
}
