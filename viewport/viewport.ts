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
 * The interface of the renderer to the editor and React. Frames are drawn only when something changed. Every method may
 * be called before `attach` and while the device is lost: the scene is kept as plain data and drawn once possible.
 * Screen coordinates are CSS pixels from a canvas's left and top edge.
 */
export interface Viewport {
  /**
   * Attaches a canvas to a pane (default the first; one at a time each), opens a device, tracks its size and handles
   * its pointer for navigation.
   */
  attach(canvas: HTMLCanvasElement, pane?: PaneId): Promise<AttachResult>;
  /** Detaches the canvas of a pane (default the first); keeps its camera and the scene. */
  detach(pane?: PaneId): void;
  /** Ends the viewport and frees all device memory. */
  dispose(): void;

  /** Adds a layer on top; a layer with an existing id is replaced in place. */
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

  /** The active pane: calls that name no pane apply to it. The first one where no other has a canvas. */
  readonly activePane: PaneId;
  /** Activates a pane that has a canvas. */
  activate(pane: PaneId): void;
  setPaneLook(pane: PaneId, look: PaneLook): void;
  /** True: cameras follow each other; a plan follows in place and scale. */
  setLocked(isLocked: boolean): void;

  /** The view of the active pane. */
  readonly view: PaneView;
  readonly camera: CameraState;
  cameraOf(pane: PaneId): CameraState;
  /** Default: of the active pane. */
  setCamera(patch: Partial<CameraState>, pane?: PaneId): void;
  /** Moves the camera so that the box (default: all) fills the view; keeps the angles. */
  fit(bounds?: Bounds3): void;
  /** Moves the camera without a pointer. */
  moveCamera(move: CameraMove): void;
  setPrimaryDrag(drag: PrimaryDrag): void;
  /** Zooms by a factor (above 1 zooms in) about a place of the view, default its middle. */
  zoomBy(factor: number, at?: { readonly x: number; readonly y: number }): void;

  /** World units a CSS pixel covers at the target: for the scale bar. */
  readonly unitsPerPixel: number;
  /** Size of the pane, CSS pixels. */
  readonly size: ScreenSize;
  sizeOf(pane: PaneId): ScreenSize;
  /** `view`: the view to project with; default the current one of the active pane, as below. */
  project(world: WorldPoint, view?: PaneView): ScreenPoint;
  /** The point of elevation z (default the target's) at a place of the view; null above the horizon. */
  unproject(x: number, y: number, z?: number, view?: PaneView): WorldPoint | null;
  /** Picks under the pointer. Points, edges and vertices win over surfaces within the radius. Calls resolve in order. */
  pick(x: number, y: number, options?: PickOptions): Promise<PickResult | null>;
  /** Elevation of the visible terrain from the cells loaded now; NaN for none. */
  terrainElevation(x: number, y: number): number;
  /** Draws the scene into an image of any size, once the data for that size is loaded. */
  snapshot(request: SnapshotRequest): Promise<PixelImage>;

  /** Current figures for the panel; draws nothing. */
  figures(): ViewportFigures;

  /** Returns a disposer. */
  on<E extends keyof ViewportEvents>(event: E, listener: (value: ViewportEvents[E]) => void): () => void;
}
