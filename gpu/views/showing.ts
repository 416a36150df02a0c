import type { DisplaySettings } from '#viewport/display.ts';
import type { SceneLayerKind } from '#viewport/scene.ts';
import type { PaneLook } from '#viewport/viewport-types.ts';
import type { FrameView } from '../draw/frame-view.ts';

/** The part of the scene that a view shows. */
export interface Showing {
  shows(layer: { readonly id: string; readonly kind: SceneLayerKind }): boolean;
  /** Whether images are draped over terrain that is not shown itself. */
  readonly hasGround: boolean;
}

/** A view of a frame, with what it shows. */
export interface SceneView {
  readonly view: FrameView;
  /** The view that its camera is moving to; null while it rests. */
  readonly ahead: FrameView | null;
  readonly showing: Showing;
}

/** Everything that is visible. */
export const showAll: Showing = { shows: () => true, hasGround: true };

const heavyKinds: ReadonlySet<SceneLayerKind> = new Set(['points', 'copc', 'terrain', 'tin', 'photos']);

/** What a pane shows. */
export function showingOf({ hidden, isMap }: PaneLook): Showing {
  const left = new Set(hidden);
  return {
    shows: ({ id, kind }) => !left.has(id) && !(isMap && heavyKinds.has(kind)),
    hasGround: !isMap,
  };
}

/** Display of a pane: a map omits the passes that only points and surfaces need. */
export function displayOf({ isMap }: PaneLook, display: DisplaySettings): DisplaySettings {
  return isMap ? { ...display, hasEdl: false, hasHoleFilling: false } : display;
}
