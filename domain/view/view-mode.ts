import type { CameraState } from './camera.ts';

/** The view has one pane, or two beside each other. */
export const paneIds = ['first', 'second'] as const;
export type PaneId = (typeof paneIds)[number];

/**
 * View modes of a project: plan view with everything, lightweight plan view (images, lines and areas only), 3D, plan
 * and 3D side by side, and two products side by side.
 */
export const viewModes = ['2d', 'classic', '3d', 'split', 'side-by-side'] as const;
export type ViewMode = (typeof viewModes)[number];

/** Whether a mode has two panes. */
export function hasTwoPanes(mode: ViewMode): boolean {
  return mode === 'split' || mode === 'side-by-side';
}

/** Ids of the layers of products that each pane shows. */
export type PaneProducts = Readonly<Record<PaneId, readonly string[]>>;

/** State of the second pane. */
export interface SecondPane {
  readonly camera: CameraState;
  /** Whether the cameras of both panes are linked. */
  readonly isLocked: boolean;
  /** Products of two panes side by side; absent where both show the same. */
  readonly products?: PaneProducts;
}

/** View mode and cameras of the user. */
export interface ViewState {
  readonly mode: ViewMode;
  /** Of the first pane. */
  readonly camera: CameraState;
  /** Null for modes with one pane. */
  readonly second: SecondPane | null;
}
