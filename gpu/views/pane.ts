import type { Bounds3 } from '#domain/math/bounds.ts';
import type { CameraState, ScreenSize } from '#domain/view/camera.ts';
import type { PaneId } from '#domain/view/view-mode.ts';
import { type DisplaySettings, heightStretch } from '#viewport/display.ts';
import type { PickResult } from '#viewport/pick.ts';
import type { PaneLook, PickOptions } from '#viewport/viewport-types.ts';
import { type FrameView, makeFrameView, type PixelWindow } from '../draw/frame-view.ts';
import { type CameraMoment, cameraAhead } from '../streaming/camera-ahead.ts';
import { CameraController, type CameraHost } from './camera-controller.ts';
import { type CanvasSize, CanvasSurface } from './canvas-surface.ts';
import { Navigation } from './navigation.ts';
import { displayOf, type SceneView, type Showing, showingOf } from './showing.ts';

/** Environment of a pane. */
export interface PaneHost {
  readonly display: DisplaySettings;
  sceneBounds(): Bounds3 | null;
  /** Maximum distance of the scene before or behind the camera's target along the view direction, display space. */
  reach(camera: CameraState, exaggeration: number): number;
  pick(pane: Pane, x: number, y: number, options: PickOptions): Promise<PickResult | null>;
  requestFrame(pane: Pane): void;
  /** Time without motion before a camera counts as at rest, ms. */
  readonly restDelayMs: number;
  /** True while a frame is pending or in flight. */
  readonly isDrawing: boolean;
  /** Called when the pane's camera was moved other than by `follow`. */
  moved(pane: Pane): void;
}

/** Look-ahead time of loading for a moving camera, ms. */
const leadMs = 400;

/** A pane: a canvas, a camera and its navigation. Without a canvas it keeps its camera. */
export class Pane {
  readonly id: PaneId;
  readonly camera: CameraController;
  readonly #host: PaneHost;
  #surface: CanvasSurface | null = null;
  #navigation: Navigation | null = null;
  #look: PaneLook = { hidden: [], isMap: false };
  #showing: Showing = showingOf(this.#look);
  #lastMoment: CameraMoment | null = null;
  /** True until its current state is drawn. */
  isStale = true;

  constructor(id: PaneId, host: PaneHost) {
    this.id = id;
    this.#host = host;
    this.camera = new CameraController(this.#cameraHost());
  }

  #cameraHost(): CameraHost {
    const pane = this;
    const host = this.#host;
    return {
      get size() {
        return pane.size;
      },
      get hasCanvas() {
        return pane.#surface !== null;
      },
      get exaggeration() {
        return heightStretch(host.display);
      },
      get restDelayMs() {
        return host.restDelayMs;
      },
      get isDrawing() {
        return host.isDrawing;
      },
      sceneBounds: () => host.sceneBounds(),
      pick: (x, y, options) => host.pick(pane, x, y, options),
      requestFrame: () => host.requestFrame(pane),
      moved: () => host.moved(pane),
    };
  }

  attach(canvas: HTMLCanvasElement): CanvasSurface {
    this.detach();
    this.#surface = new CanvasSurface(canvas, () => this.#host.requestFrame(this));
    this.#navigation = new Navigation(canvas, this.camera);
    return this.#surface;
  }

  detach(): void {
    this.#navigation?.dispose();
    this.#navigation = null;
    this.#surface?.dispose();
    this.#surface = null;
  }

  /** Null while it has no canvas. */
  get surface(): CanvasSurface | null {
    return this.#surface;
  }

  /** Size of the canvas, CSS pixels. */
  get size(): ScreenSize {
    const surface = this.#surface;
    if (!surface) return { width: 1, height: 1 };
    return { width: surface.widthPx / surface.pixelRatio, height: surface.heightPx / surface.pixelRatio };
  }

  set look(look: PaneLook) {
    this.#look = look;
    this.#showing = showingOf(look);
    this.#host.requestFrame(this);
  }

  get showing(): Showing {
    return this.#showing;
  }

  /** Its draw options. */
  get display(): DisplaySettings {
    return displayOf(this.#look, this.#host.display);
  }

  /** The geometry of a frame of a size, the canvas's or another, or of a window of it. */
  view({ widthPx, heightPx, pixelRatio }: CanvasSize, camera: CameraState, window?: PixelWindow): FrameView {
    const exaggeration = heightStretch(this.#host.display);
    return makeFrameView({
      camera,
      exaggeration,
      widthPx,
      heightPx,
      pixelRatio,
      reach: this.#host.reach(camera, exaggeration),
      ...(window ? { window } : {}),
    });
  }

  /** The current view, and the one that the camera is moving to. */
  sceneView(surface: CanvasSurface, atMs: number): SceneView {
    const camera = this.camera.state;
    const now = { camera, atMs };
    const before = this.#lastMoment;
    this.#lastMoment = now;
    const next = before && this.camera.isMoving ? cameraAhead(before, now, leadMs) : null;
    const ahead = next && this.view(surface, next);
    return { view: this.view(surface, camera), ahead, showing: this.#showing };
  }

  dispose(): void {
    this.camera.dispose();
    this.detach();
  }
}
