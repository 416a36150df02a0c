import type { CameraState } from './camera.ts';

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

/** Where two panes look. */
export interface SecondSight {
  readonly camera: CameraState;
  /** Whether the cameras of both panes go together. */
  readonly isLocked: boolean;
}

/** What a person looks at. */
export interface ViewState {
  readonly mode: ViewMode;
  /** Of the first pane. */
  readonly camera: CameraState;
  /** Null for modes with one pane. */
  readonly second: SecondSight | null;
}
