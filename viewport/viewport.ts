import type { Bounds3 } from '#domain/math/bounds.ts';
import type { CameraState, ScreenPoint, ScreenSize, WorldPoint } from '#domain/view/camera.ts';
import type { PaneId } from '#domain/view/view-mode.ts';
import type { DisplaySettings } from './display.ts';
import type { PickResult } from './pick.ts';
import type { LayerPatch, SceneLayer, VectorFeature } from './scene.ts';
import type {
  AttachResult,
  CameraMove,
  LayerSummary,
  PaneLook,
  PaneView,
  PickOptions,
  PixelImage,
  PrimaryDrag,
  SnapshotRequest,
  ViewportEvents,
  ViewportFigures,
} from './viewport-types.ts';

/**
 * The view as the editor and React see it. Frames are drawn only when something changed. Every method may
 * be called before `attach` and while the device is lost: the scene is kept as plain data and drawn when it can be.
 * Screen coordinates are CSS pixels from a canvas's left and top edge.
 */
export interface Viewport {
  /**
   * Takes a canvas for a pane (default the first; one at a time each), opens a device, follows its size and listens to
   * its pointer for navigation.
   */
  attach(canvas: HTMLCanvasElement, pane?: PaneId): Promise<AttachResult>;
  /** Lets the canvas of a pane (default the first) go, keeps its camera and the scene. */
  detach(pane?: PaneId): void;
  /** Ends everything and frees all device memory. */
  dispose(): void;

  /** Adds a layer over those there; an id in use is replaced in place. */
  addLayer(layer: SceneLayer): void;
  patchLayer(layerId: string, patch: LayerPatch): void;
  removeLayer(layerId: string): void;
  /** Adds features to a vector layer or replaces those of the same id, keeping the order. */
  setFeatures(layerId: string, features: readonly VectorFeature[]): void;
  removeFeatures(layerId: string, featureIds: readonly string[]): void;
  /** Null for an unknown layer. */
  summary(layerId: string): LayerSummary | null;
  /** Box round all visible layers whose extent is known. */
  sceneBounds(): Bounds3 | null;

  readonly display: DisplaySettings;
  setDisplay(patch: Partial<DisplaySettings>): void;

  /** The pane in use: calls that name no pane apply to it. The first one where no other has a canvas. */
  readonly activePane: PaneId;
  /** Uses a pane that has a canvas. */
  activate(pane: PaneId): void;
  setPaneLook(pane: PaneId, look: PaneLook): void;
  /** True: cameras follow each other; a plan follows in place and scale. */
  setLocked(isLocked: boolean): void;

  /** What is seen in the pane in use. */
  readonly view: PaneView;
  readonly camera: CameraState;
  cameraOf(pane: PaneId): CameraState;
  /** Default: of the pane in use. */
  setCamera(patch: Partial<CameraState>, pane?: PaneId): void;
  /** Moves the camera so that the box (default: all) fills the view; keeps the angles. */
  fit(bounds?: Bounds3): void;
  /** Moves the camera without a pointer. */
  moveCamera(move: CameraMove): void;
  setPrimaryDrag(drag: PrimaryDrag): void;
  /** Zooms by a factor (above 1 goes nearer) about a place of the view, default its middle. */
  zoomBy(factor: number, at?: { readonly x: number; readonly y: number }): void;

  /** World units a CSS pixel covers at the target: for the scale bar. */
  readonly unitsPerPixel: number;
  /** Size of the pane, CSS pixels. */
  readonly size: ScreenSize;
  sizeOf(pane: PaneId): ScreenSize;
  /** `view`: what to project by; the present one of the pane in use when left out, as below. */
  project(world: WorldPoint, view?: PaneView): ScreenPoint;
  /** The point of elevation z (default the target's) at a place of the view; null above the horizon. */
  unproject(x: number, y: number, z?: number, view?: PaneView): WorldPoint | null;
  /** What is under the pointer. Points, edges and vertices win over surfaces within the radius. Calls are answered in order. */
  pick(x: number, y: number, options?: PickOptions): Promise<PickResult | null>;
  /** Elevation of the visible terrain from the cells loaded now; NaN where there is none. */
  terrainElevation(x: number, y: number): number;
  /** Draws the scene into an image of any size, once what it shows at that size is loaded. */
  snapshot(request: SnapshotRequest): Promise<PixelImage>;

  /** Current figures for the panel; draws nothing. */
  figures(): ViewportFigures;

  /** Returns the function that stops listening. */
  on<E extends keyof ViewportEvents>(event: E, listener: (value: ViewportEvents[E]) => void): () => void;
}
