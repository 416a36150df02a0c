import type { CameraState } from './camera.ts';

/** The view has one pane, or two beside each other. */
export const paneIds = ['first', 'second'] as const;
export type PaneId = (typeof paneIds)[number];

/**
 * Ways to look at a project: from above with everything, from above as the lightest map (images, lines and areas
 * alone), in space, from above beside in space, and two products beside each other.
 */
export const viewModes = ['2d', 'classic', '3d', 'split', 'side-by-side'] as const;
export type ViewMode = (typeof viewModes)[number];

/** Whether a mode has two panes. */
export function hasTwoPanes(mode: ViewMode): boolean {
  return mode === 'split' || mode === 'side-by-side';
}

/** Ids of the layers of products that each pane shows. */
export type PaneProducts = Readonly<Record<PaneId, readonly string[]>>;

/** Where two panes look. */
export interface SecondPane {
  readonly camera: CameraState;
  /** Whether the cameras of both panes go together. */
  readonly isLocked: boolean;
  /** What two panes beside each other show; left out where both show the same. */
  readonly products?: PaneProducts;
}

/** What a person looks at. */
export interface ViewState {
  readonly mode: ViewMode;
  /** Of the first pane. */
  readonly camera: CameraState;
  /** Null for modes with one pane. */
  readonly second: SecondPane | null;
}
