import { type CameraState, cameraFrame, type ScreenSize, unitsPerPixel } from '#domain/view/camera.ts';

/** Insets of the view covered by panels, CSS pixels. */
export interface Insets {
  readonly left: number;
  readonly right: number;
  /** Two panes are stacked, for lack of width. */
  readonly isStacked: boolean;
}

/** The camera adjustment that makes two panes show what one did. */
export interface PaneRoom {
  /** Factor of the distance. */
  readonly zoom: number;
  /** How far right of the view's middle the middle of its free part was, CSS pixels. */
  readonly shiftPx: number;
}

/** The shorter side of a view, as a share of its height: what lies within it is seen whatever the view's shape. */
function reach({ width, height }: ScreenSize): number {
  return Math.min(width, height) / Math.max(1, height);
}

/** The camera adjustment for a divided view, whose panels no longer cover it. */
export function roomOfPanes(whole: ScreenSize, insets: Insets, share: number): PaneRoom {
  const { left, right, isStacked } = insets;
  const free = { width: Math.max(1, whole.width - left - right), height: whole.height };
  const narrower = Math.max(1, (whole.width - right) * Math.min(share, 1 - share));
  const lower = Math.max(1, whole.height * Math.min(share, 1 - share));
  const pane = isStacked ? { width: whole.width, height: lower } : { ...whole, width: narrower };
  return { zoom: reach(free) / reach(pane), shiftPx: (left - right) / 2 };
}

/** The camera moved sideways by CSS pixels of a view: what was so far right of the middle moves to the middle. */
function shifted(camera: CameraState, height: number, byPx: number): CameraState {
  const by = byPx * unitsPerPixel(camera, { width: 1, height });
  const { right } = cameraFrame(camera, 1);
  const [x, y, z] = camera.target;
  return { ...camera, target: [x + right[0] * by, y + right[1] * by, z] };
}

/** The camera of a whole view (of a height, CSS pixels) as it is in one of two panes. */
export function enterRoom(camera: CameraState, height: number, { zoom, shiftPx }: PaneRoom): CameraState {
  const centred = shifted(camera, height, shiftPx);
  return { ...centred, distance: camera.distance * zoom };
}

/** The camera of a pane as it is in the whole view. */
export function leaveRoom(camera: CameraState, height: number, { zoom, shiftPx }: PaneRoom): CameraState {
  return shifted({ ...camera, distance: camera.distance / zoom }, height, -shiftPx);
}
