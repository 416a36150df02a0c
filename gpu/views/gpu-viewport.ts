import type { Bounds3 } from '#domain/math/bounds.ts';
import type { CameraState, ScreenPoint, ScreenSize, WorldPoint } from '#domain/view/camera.ts';
import { type PaneId, paneIds } from '#domain/view/view-mode.ts';
import type { DisplaySettings } from '#viewport/display.ts';
import type { PickResult } from '#viewport/pick.ts';
import type { LayerPatch, SceneLayer, VectorFeature } from '#viewport/scene.ts';
import type { Viewport } from '#viewport/viewport.ts';
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
} from '#viewport/viewport-types.ts';
import { noBytes, type ResourceCounts } from '../resources/ledger.ts';
import { FrameDriver, type FrameParts } from './frame-driver.ts';
import { Pane, type PaneHost } from './pane.ts';
import { PickingService } from './picking-service.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { type GpuViewportOptions, World } from './world.ts';

/**
 * The viewport on WebGPU: one world, drawn in panes. Calls that name no pane
 * apply to the active one.
 */
export class GpuViewport implements Viewport {
  readonly #world: World;
  readonly #panes: Readonly<Record<PaneId, Pane>>;
  readonly #frames: FrameDriver;
  readonly #picking: PickingService;
  #active: Pane;
  #isLocked = false;
  /** Number of snapshots in progress; canvases are not drawn during them. */
  #snapshotsInProgress = 0;

  constructor(options: GpuViewportOptions) {
    this.#world = new World(options, {
      deviceOpened: (opened) => this.#frames.deviceOpened(opened),
      requestFrame: () => this.#frames.request(),
      requestArrival: () => this.#frames.requestArrival(),
      boundsGrew: () => {
        for (const pane of this.#open) pane.camera.fitIfWanted();
      },
    });
    const host = this.#paneHost();
    this.#panes = { first: new Pane('first', host), second: new Pane('second', host) };
    this.#active = this.#panes.first;
    this.#frames = new FrameDriver(this.#frameParts());
    this.#picking = new PickingService(this.#world, this.#frames);
    // Opening a device takes time: it is requested before there is a canvas.
    void this.#world.deviceManager.open();
  }

  #paneHost(): PaneHost {
    const world = this.#world;
    const open = () => this.#open;
    const frames = () => this.#frames;
    return {
      get restDelayMs() {
        return frames().restDelayMs;
      },
      get isDrawing() {
        return frames().isDrawing;
      },
      get display() {
        const { display } = world;
        // The swipe line is not available with two panes.
        return display.swipe && open().length > 1 ? { ...display, swipe: null } : display;
      },
      sceneBounds: () => world.sceneBounds(),
      reach: (camera, exaggeration) => world.scene.reach(camera, exaggeration),
      pick: (pane, x, y, options) => this.#pickIn(pane, x, y, options),
      requestFrame: (pane) => this.#frames.request(pane),
      moved: (pane) => this.#lead(pane),
    };
  }

  #frameParts(): FrameParts {
    const viewport = this;
    return {
      world: this.#world,
      get panes() {
        return viewport.#snapshotsInProgress > 0 ? [] : viewport.#open;
      },
    };
  }

  /** Panes with a canvas, in request. */
  get #open(): Pane[] {
    return paneIds.map((id) => this.#panes[id]).filter(({ surface }) => surface !== null);
  }

  on<E extends keyof ViewportEvents>(event: E, listener: (value: ViewportEvents[E]) => void): () => void {
    return this.#world.events.on(event, listener);
  }

  // Canvases and device

  async attach(canvas: HTMLCanvasElement, id: PaneId = 'first'): Promise<AttachResult> {
    const pane = this.#panes[id];
    const surface = pane.attach(canvas);
    const result = await this.#world.deviceManager.open();
    if (result.status === 'unsupported') return this.#world.giveUp(result.reason, result.detail);
    if (pane.surface === surface && !surface.hasContext) {
      return this.#world.giveUp('no-canvas', 'the canvas gives no WebGPU context');
    }
    pane.camera.fitIfWanted();
    this.#frames.request();
    return result;
  }

  detach(id: PaneId = 'first'): void {
    const pane = this.#panes[id];
    pane.detach();
    this.#world.deviceManager.engine?.freeTargets(id);
    this.#world.labels.forget(id);
    if (this.#active === pane) this.#active = this.#panes.first;
    this.#frames.request();
  }

  /** Objects alive on the device, for leak checks. */
  get resources(): ResourceCounts {
    return this.#world.deviceManager.engine?.ledger.counts ?? { buffers: 0, textures: 0, bytes: 0 };
  }

  /** Current figures; draws nothing. */
  figures(): ViewportFigures {
    const { queue, memory, deviceManager } = this.#world;
    return {
      ...this.#frames.lastFrame,
      pointPath: deviceManager.engine?.pointPath ?? null,
      pointTimes: deviceManager.engine?.pointTimes ?? null,
      inFlight: queue.running,
      waiting: Math.max(0, queue.pending - queue.running),
      deviceBytes: deviceManager.engine?.ledger.bytesByOwner ?? noBytes(),
      keptBytes: memory.bytes,
      keptLimit: memory.limit,
    };
  }

  /** The device in use, for tests that lose it. */
  get device(): GPUDevice | null {
    return this.#world.deviceManager.engine?.opened.device ?? null;
  }

  dispose(): void {
    this.#frames.dispose();
    for (const id of paneIds) this.#panes[id].dispose();
    this.#world.dispose();
  }

  // Panes

  get activePane(): PaneId {
    return this.#active.id;
  }

  activate(id: PaneId): void {
    if (this.#panes[id].surface) this.#active = this.#panes[id];
  }

  setLocked(isLocked: boolean): void {
    this.#isLocked = isLocked;
    if (isLocked) this.#lead(this.#active);
  }

  setPaneLook(id: PaneId, look: PaneLook): void {
    this.#panes[id].look = look;
  }

  /** Locked cameras follow the one that is moved. */
  #lead(leader: Pane): void {
    if (!this.#isLocked) return;
    for (const pane of this.#open) if (pane !== leader) pane.camera.follow(leader.camera.state);
  }

  #paneOf(view: PaneView | undefined): Pane {
    const pane = view && this.#panes[view.pane];
    return pane?.surface ? pane : this.#active;
  }

  // Scene

  addLayer(layer: SceneLayer): void {
    this.#world.addLayer(layer);
  }

  patchLayer(layerId: string, patch: LayerPatch): void {
    this.#world.patchLayer(layerId, patch);
  }

  removeLayer(layerId: string): void {
    this.#world.removeLayer(layerId);
  }

  setFeatures(layerId: string, features: readonly VectorFeature[]): void {
    this.#world.setFeatures(layerId, features);
  }

  removeFeatures(layerId: string, featureIds: readonly string[]): void {
    this.#world.removeFeatures(layerId, featureIds);
  }

  summary(layerId: string): LayerSummary | null {
    return this.#world.summary(layerId);
  }

  sceneBounds(): Bounds3 | null {
    return this.#world.sceneBounds();
  }

  get display(): DisplaySettings {
    return this.#world.display;
  }

  setDisplay(patch: Partial<DisplaySettings>): void {
    this.#world.setDisplay(patch);
    this.#frames.requestedPoints = this.display.pointBudget;
  }

  // Camera

  get view(): PaneView {
    return { pane: this.#active.id, camera: this.#active.camera.state };
  }

  get camera(): CameraState {
    return this.#active.camera.state;
  }

  cameraOf(id: PaneId): CameraState {
    return this.#panes[id].camera.state;
  }

  setCamera(patch: Partial<CameraState>, id: PaneId = this.#active.id): void {
    this.#panes[id].camera.set(patch);
  }

  fit(bounds?: Bounds3): void {
    this.#active.camera.fit(bounds);
  }

  moveCamera(move: CameraMove): void {
    this.#active.camera.move(move);
  }

  setPrimaryDrag(drag: PrimaryDrag): void {
    for (const id of paneIds) this.#panes[id].camera.primaryDrag = drag;
  }

  zoomBy(factor: number, at?: { readonly x: number; readonly y: number }): void {
    const { width, height } = this.size;
    this.#active.camera.zoomAt(factor, at?.x ?? width / 2, at?.y ?? height / 2);
  }

  // Geometry

  get size(): ScreenSize {
    return this.#active.size;
  }

  sizeOf(id: PaneId): ScreenSize {
    return this.#panes[id].size;
  }

  get unitsPerPixel(): number {
    return this.#active.camera.unitsPerPixel;
  }

  project(world: WorldPoint, view?: PaneView): ScreenPoint {
    return this.#paneOf(view).camera.project(world, view?.camera);
  }

  unproject(x: number, y: number, z?: number, view?: PaneView): WorldPoint | null {
    return this.#paneOf(view).camera.unproject(x, y, z, view?.camera);
  }

  terrainElevation(x: number, y: number): number {
    return this.#world.scene.terrainElevation(x, y);
  }

  pick(x: number, y: number, options: PickOptions = {}): Promise<PickResult | null> {
    return this.#pickIn(this.#paneOf(options.view), x, y, options);
  }

  #pickIn(pane: Pane, x: number, y: number, options: PickOptions): Promise<PickResult | null> {
    return this.#picking.pick(pane, () => this.#open.indexOf(pane), x, y, options);
  }

  // Images of the scene

  /** True while something is being loaded or drawn. */
  get isBusy(): boolean {
    return this.#frames.isBusy || this.#world.isBusy || this.#open.some(({ camera }) => camera.isMoving);
  }

  /** Draws the current state of a pane into memory: RGBA bytes, row by row, at the canvas's resolution. */
  capture(id: PaneId = this.#active.id): Promise<PixelImage> {
    return this.#frames.capture(this.#panes[id]);
  }

  /** Draws the active pane into a snapshot of any size; canvases are not drawn during it. */
  async snapshot(request: SnapshotRequest): Promise<PixelImage> {
    this.#snapshotsInProgress++;
    try {
      const pane = this.#active;
      return await takeSnapshot(this.#world, pane, this.#frames.drawBudgetAtRest, request);
    } finally {
      this.#snapshotsInProgress--;
      this.#frames.request();
    }
  }
}
