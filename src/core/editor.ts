import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Bounds3 } from '#domain/math/bounds.ts';
import {
  type CameraState,
  isOrthographic,
  type ScreenPoint,
  type ScreenSize,
  type WorldPoint,
} from '#domain/view/camera.ts';
import type { PickingRay } from '#domain/view/clip-handles.ts';
import type { PaneId } from '#domain/view/view-mode.ts';
import type { CopcLayer, ImageLayer, TerrainLayer } from '#viewport/scene.ts';
import type { CameraMove, PixelImage, SnapshotRequest, ViewportFigures } from '#viewport/viewport-types.ts';
import { createCommandQueue } from './commands/command-queue.ts';
import { createDispatcher, type Dispatcher } from './commands/dispatcher.ts';
import type { EditorContext } from './commands/editor-context.ts';
import { dropGone } from './commands/history-commands.ts';
import { pickAt } from './commands/pick-commands.ts';
import { createViewDescription, type ViewDescription } from './description/view-description.ts';
import { readTypedLine, type TypedLine } from './entry/read-typed-line.ts';
import { createFeatureIndex } from './feature-index/feature-index.ts';
import { createHistory } from './history/history.ts';
import { combinedScale, createGround } from './measure/ground.ts';
import { heightFactor } from './measure/height-factor.ts';
import { type FeatureMeasures, measureFeature } from './measure/measure-feature.ts';
import { measureDistance } from './measure/measure-line.ts';
import type { DrawingFiles } from './ports/drawing-files.ts';
import type { EditorPorts } from './ports/editor-ports.ts';
import type { OverlayImages } from './ports/overlay-images.ts';
import { followProfileLine } from './profile/follow-line.ts';
import { createDrawingSaver } from './save/drawing-saver.ts';
import { showDerived } from './scene/derived-scene.ts';
import { DrawingScene } from './scene/drawing-scene.ts';
import { showImported } from './scene/import-scene.ts';
import { showOverlays } from './scene/overlay-scene.ts';
import { createPreviewScene } from './scene/preview-scene.ts';
import { showSurfaceFeatures } from './scene/surface-features.ts';
import { createAreaSelector } from './select/area-selector.ts';
import { createSnapPointer } from './snap/snap-pointer.ts';
import { createSnapper } from './snap/snapper.ts';
import type { DistanceMeasurement } from './state/measurement.ts';
import type { ProjectFacts } from './state/project-facts.ts';
import { createJobs } from './store/jobs.ts';
import { createStore, type StoreViews } from './store/store.ts';
import type { SurfaceRegistry } from './surface/surface-registry.ts';
import { createToolHost, type ToolHost } from './tools/tool-host.ts';
import { createInitialView } from './view/initial-view.ts';
import { pickingRay } from './view/locate.ts';
import { reportSystems } from './view/report-systems.ts';
import { createViewHistory } from './view/view-history.ts';
import { syncCameraState } from './view/view-modes.ts';
import { createCursor, followViewport, showAttached } from './view/view-status.ts';
import { withLevel } from './view/with-level.ts';

/** A product to be shown. */
export interface SceneSource {
  readonly layer: CopcLayer | TerrainLayer | ImageLayer;
  /** Name of the product, key of its text. */
  readonly product: string;
}

/** The editor of one project's canvas: the interface for panels, shortcuts and tools. */
export interface Editor extends Dispatcher {
  readonly views: StoreViews;
  readonly facts: ProjectFacts;
  /** Horizontal units in one vertical unit. */
  readonly zFactor: number;
  readonly tools: ToolHost;
  /** Describes the view for people who cannot see it. */
  readonly description: ViewDescription;
  /** Adds a product to the scene. */
  addSource(source: SceneSource): void;
  /** Attaches a pane to a canvas; returns a disposer. */
  attach(canvas: HTMLCanvasElement, pane: PaneId): () => void;
  /** Reports that the pointer or the focus entered a pane. */
  enterPane(pane: PaneId): void;
  /** Moves the camera directly, as the pointer does: for keys held down. */
  moveCamera(move: CameraMove): void;
  /** Draws the scene into an image of any size. */
  takeSnapshot(request: SnapshotRequest): Promise<PixelImage>;
  /** The camera now; `size` is the view's, CSS pixels. */
  activeView(): { readonly camera: CameraState; readonly size: ScreenSize };
  /** Reports that the pointer moved over the view, or left it. */
  trackCursor(at: { readonly x: number; readonly y: number } | null): void;
  /**
   * Reports where world places fall in a pane, now and after every frame that moved them. Returns a disposer. Places
   * without an elevation are put on the terrain; null: behind the eye.
   */
  watchPlaces(
    pane: PaneId,
    places: readonly WorldPoint[],
    listener: (screen: readonly (ScreenPoint | null)[]) => void,
  ): () => void;
  /** The line of sight through a place of a pane, CSS pixels. */
  pickingRay(pane: PaneId, x: number, y: number): PickingRay;
  /** A place without an elevation, with the elevation assumed for it. */
  withLevel(place: WorldPoint): WorldPoint;
  /** Lengths, areas and elevations of a feature, on the ground. */
  measuresOf(feature: DrawingFeature): FeatureMeasures;
  /** Lengths and bearing of a line of at least two places, xyz per place. */
  measureLine(coordinates: readonly number[]): DistanceMeasurement;
  /** The place that a typed line says for the draft as it is. @throws entry.… */
  readTypedLine(line: TypedLine): WorldPoint;
  /** Length in the plane of the map over length on the ground at a place; 1 where the system does not define it. */
  combinedScaleAt(place: WorldPoint): number;
  /** Pictures over the site; null where none are kept. */
  readonly overlayImages: OverlayImages | null;
  /** Reads drawings of other programs. */
  readonly drawingFiles: DrawingFiles;
  /** The box around all that is shown; null where nothing is. */
  sceneBounds(): Bounds3 | null;
  /** An id that no record has. */
  createId(): string;
  /** What the view costs and is waiting for. */
  figures(): ViewportFigures;
  /** Reads the saved drawing. */
  open(): Promise<void>;
  /** Whether unsaved changes would be lost on leaving now. */
  readonly hasUnsaved: boolean;
  /** Keeps on this machine what was not saved yet; it is sent when the drawing is opened again. */
  keepUnsaved(): Promise<void>;
  /** Resolves when no command and no job is left. */
  settle(): Promise<void>;
  /** Saves what is unsaved and ends. The caller owns the viewport. */
  dispose(): Promise<void>;
}

/** Creates the editor of a project. Ports are borrowed. */
export function createEditor(ports: EditorPorts, facts: ProjectFacts): Editor {
  const store = createStore();
  const queue = createCommandQueue();
  const history = createHistory(store);
  const jobs = createJobs(store);
  const surfaces: SurfaceRegistry = new Map();
  const saver = createDrawingSaver({
    store,
    drawings: ports.drawings,
    pending: ports.pending,
    clock: ports.clock,
    canEdit: facts.canEdit,
    firstLayerName: facts.firstLayerName,
  });
  const zFactor = heightFactor(facts);
  const ground = createGround(facts);
  const { viewport } = ports;
  const viewHistory = createViewHistory(store, viewport, ports.clock);
  const index = createFeatureIndex(store);
  const snapper = createSnapper(store, index, viewport, surfaces, facts);
  const snapping = createSnapPointer(snapper, (snapped) => store.setStatus({ snapped }));
  const context: EditorContext = {
    ports,
    facts,
    zFactor,
    ground,
    store,
    history,
    saver,
    surfaces,
    viewHistory,
    snapper,
    areas: createAreaSelector(store, index, viewport),
  };
  const preview = createPreviewScene(ports);
  const scene = new DrawingScene(store, ports, facts, ground);
  const initialView = createInitialView(store, viewport);
  const stops = [
    () => scene.dispose(),
    () => preview.dispose(),
    showDerived(store, ports, surfaces),
    showImported(store, ports),
    showOverlays(store, ports, facts),
    showSurfaceFeatures(store, ports),
    () => initialView.dispose(),
    () => viewHistory.dispose(),
    followProfileLine(store, ports.clock, {
      changed: () => void dispatcher.dispatch('profile.renew', null, 'program'),
      removed: () => void dispatcher.dispatch('profile.close', null, 'program'),
    }),
    () => index.dispose(),
    followViewport(store, viewport, ground),
    reportSystems(store, viewport),
    store.onDocumentChange((dirty) => {
      if (dirty.isLoad) store.setWorkspace(dropGone(store.views));
      else saver.changed(dirty);
    }),
  ];
  viewport.setDisplay({ heightFactor: zFactor });
  store.setWorkspace({ display: viewport.display });
  syncCameraState(store, viewport);

  const dispatcher = createDispatcher(context, jobs, queue, () => tools.follow(store.views.workspace.tool));
  const editor: Editor = {
    views: store.views,
    facts,
    zFactor,
    description: createViewDescription(store, viewport, ports.clock, ground),
    get tools() {
      return tools;
    },
    ...dispatcher,
    addSource({ layer, product }) {
      const { scene } = store.views.workspace;
      const { id, kind } = layer;
      const known = scene.find((entry) => entry.id === id);
      const isVisible = known?.isVisible ?? layer.isVisible;
      const opacity = known?.opacity ?? (layer.kind === 'copc' ? 1 : layer.opacity);
      viewport.addLayer(layer.kind === 'copc' ? { ...layer, isVisible } : { ...layer, isVisible, opacity });
      if (!known) store.setWorkspace({ scene: [...scene, { id, kind, product, isVisible, opacity }] });
    },
    attach(canvas, pane) {
      void viewport.attach(canvas, pane).then(
        (result) => {
          showAttached(store, result);
          initialView.showSurvey();
        },
        (error: unknown) => {
          const detail = error instanceof AppError ? error.message : String(error);
          store.setStatus({ device: { kind: 'unsupported', reason: 'no-device', detail } });
        },
      );
      return () => viewport.detach(pane);
    },
    enterPane(pane) {
      viewport.activate(pane);
      syncCameraState(store, viewport);
    },
    moveCamera: (move) => viewport.moveCamera(move),
    takeSnapshot: (request) => viewport.snapshot(request),
    activeView: () => ({ camera: viewport.camera, size: viewport.size }),
    trackCursor: createCursor(store, viewport),
    watchPlaces(pane, places, listener) {
      const notify = () => {
        const view = { pane, camera: viewport.cameraOf(pane) };
        const seen = places.map((place) => viewport.project(withLevel(viewport, place), view));
        listener(seen.map((at) => (at.depth > 0 || isOrthographic(view.camera) ? at : null)));
      };
      notify();
      return viewport.on('frame', notify);
    },
    pickingRay: (pane, x, y) => pickingRay(viewport, pane, x, y),
    withLevel: (place) => withLevel(viewport, place),
    combinedScaleAt: (place) => combinedScale(ground, place),
    measuresOf: (feature) => measureFeature(feature, zFactor, ground(feature.coordinates)),
    measureLine: (coordinates) => measureDistance(coordinates, zFactor, ground(coordinates)),
    readTypedLine: (line) => readTypedLine(context, line),
    drawingFiles: ports.drawingFiles,
    overlayImages: ports.overlayImages,
    sceneBounds: () => viewport.sceneBounds(),
    createId: () => ports.createId(),
    figures: () => viewport.figures(),
    async open() {
      const document = await saver.load();
      if (document === null) return;
      await dispatcher.dispatch('document.load', { document }, 'program');
      // The first move of the pointer must not wait for it.
      index.read();
      await saver.resume();
    },
    get hasUnsaved() {
      return saver.hasUnsaved;
    },
    keepUnsaved: () => saver.keep(),
    async settle() {
      await queue.settle();
      await jobs.settle();
      await queue.settle();
    },
    async dispose() {
      jobs.dispose();
      await saver.save();
      if (saver.hasUnsaved) await saver.keep();
      saver.dispose();
      for (const stop of stops) stop();
    },
  };
  const tools = createToolHost({
    views: store.views,
    viewport,
    dispatch: (id, payload) => void dispatcher.dispatch(id, payload, 'tool'),
    hover(at) {
      snapping.follow(at);
      scene.hover(at);
    },
    preview: (shapes) => preview.show(shapes),
    pickPreview(tool, at) {
      try {
        return pickAt(context, tool, at);
      } catch (error) {
        // A click says why.
        if (error instanceof AppError) return null;
        throw error;
      }
    },
    dragSnap: (at, featureId) => snapping.drag(at, featureId),
  });
  return editor;
}
