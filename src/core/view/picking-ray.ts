import { screenRay } from '#domain/view/camera.ts';
import type { PickingRay } from '#domain/view/clip-handles.ts';
import type { PaneId } from '#domain/view/view-mode.ts';
import { heightStretch } from '#viewport/display.ts';
import type { Viewport } from '#viewport/viewport.ts';

/** The line of sight through a place of a pane (CSS pixels), world coordinates. */
export function pickingRay(viewport: Viewport, pane: PaneId, x: number, y: number): PickingRay {
  const scale = heightStretch(viewport.display);
  const { origin, direction } = screenRay(x, y, viewport.cameraOf(pane), viewport.sizeOf(pane), scale);
  return {
    origin: [origin[0], origin[1], origin[2] / scale],
    direction: [direction[0], direction[1], direction[2] / scale],
  };
}
