import type { Bounds3 } from '#domain/math/bounds.ts';
import { cameraFrame, fitCamera, unitsPerPixel } from '#domain/view/camera.ts';
import type { PaneId } from '#domain/view/view-mode.ts';
import { heightStretch } from '#viewport/display.ts';
import type { Viewport } from '#viewport/viewport.ts';
import type { Insets } from '../state/pane-room.ts';

/**
 * Moves the camera of a pane so that a box (default: all that is visible) fills the uncovered part of the view; keeps
 * the angles. False where there is no box or no view yet.
 */
export function fitView(viewport: Viewport, pane: PaneId, all: Insets, bounds?: Bounds3): boolean {
  const box = bounds ?? viewport.sceneBounds();
  const { width, height } = viewport.sizeOf(pane);
  // Panels on the left cover the first pane alone.
  const left = pane === 'first' ? all.left : 0;
  const { right: covered } = all;
  if (box === null || width <= 1) return false;
  const free = { width: Math.max(width / 3, width - left - covered), height };
  const stretch = heightStretch(viewport.display);
  const fitted = fitCamera(viewport.cameraOf(pane), box, free, stretch);
  const shift = ((covered - left) / 2) * unitsPerPixel(fitted, { width, height });
  const { right } = cameraFrame(fitted, stretch);
  const [x, y, z] = fitted.target;
  viewport.setCamera({ ...fitted, target: [x + right[0] * shift, y + right[1] * shift, z] }, pane);
  return true;
}

/** The box around boxes; requires at least one. */
export function joinBounds(boxes: readonly Bounds3[]): Bounds3 {
  const along = (end: 'min' | 'max', axis: 0 | 1 | 2) => Math[end](...boxes.map((box) => box[end][axis]));
  return {
    min: [along('min', 0), along('min', 1), along('min', 2)],
    max: [along('max', 0), along('max', 1), along('max', 2)],
  };
}
