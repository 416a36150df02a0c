import { type CameraState, initialCamera } from '#domain/view/camera.ts';
import type { PaneId } from '#domain/view/view-mode.ts';
import { type DisplaySettings, defaultDisplay } from '#viewport/display.ts';
import type { PickResult } from '#viewport/pick.ts';
import type { SceneLayer, VectorFeature } from '#viewport/scene.ts';
import type { Viewport } from '#viewport/viewport.ts';
import type { CameraMove, LayerSummary, PaneLook, ViewportEvents } from '#viewport/viewport-types.ts';

/** A viewport without rendering, seen from above: screen (x, y) is world (x, −y) on a plane that rises with x. */
export interface FakeViewport extends Viewport {
  /** Features of each vector layer. */
  readonly vectors: ReadonlyMap<string, ReadonlyMap<string, VectorFeature>>;
  /** Identities of all layers in the scene. */
  readonly layerIds: ReadonlySet<string>;
  /** Layers of the scene as they were added and patched, by identity. */
  readonly layers: ReadonlyMap<string, SceneLayer>;
  readonly primaryDrag: string;
  /** Layer facts, set by the test. */
  readonly summaries: Map<string, LayerSummary>;
  /** Look set for each pane. */
  readonly looks: ReadonlyMap<PaneId, PaneLook>;
  /** Moves requested so far. */
  readonly moves: readonly CameraMove[];
  emit<E extends keyof ViewportEvents>(event: E, value: ViewportEvents[E]): void;
}

/** Elevation of the fake's ground. */
export const groundAt = (x: number, _y: number): number => 100 + 0.1 * x;

/** Creates a fake viewport; nothing is under the pointer where `isBare`. */
export function createFakeViewport(options: { isBare?: boolean } = {}): FakeViewport {
  const vectors = new Map<string, Map<string, VectorFeature>>();
  const layerIds = new Set<string>();
  const layers = new Map<string, SceneLayer>();
  const listeners = new Map<string, Set<(value: never) => void>>();
  const cameras: Record<PaneId, CameraState> = {
    first: { ...initialCamera, target: [0, 0, 100] },
    second: initialCamera,
  };
  let activePane: PaneId = 'first';
  const open = new Set<PaneId>();
  let display: DisplaySettings = defaultDisplay;
  const moves: CameraMove[] = [];
  const looks = new Map<PaneId, PaneLook>();
  const summaries = new Map<string, LayerSummary>();
  let primaryDrag = 'navigate';
  const isBare = options.isBare ?? false;

  function pickFeature(x: number, y: number): PickResult | null {
    for (const [layerId, features] of vectors) {
      for (const { id, positions } of features.values()) {
        for (let i = 0; i < positions.length; i += 3) {
          const distancePx = Math.hypot(positions[i]! - x, -positions[i + 1]! - y);
          if (distancePx > 8) continue;
          const position = [positions[i]!, positions[i + 1]!, positions[i + 2]!] as const;
          return {
            kind: 'feature',
            layerId,
            featureId: id,
            part: 'vertex',
            index: i / 3,
            position,
            distancePx,
          };
        }
      }
    }
    return null;
  }

  return {
    vectors,
    layerIds,
    layers,
    moves,
    get primaryDrag() {
      return primaryDrag;
    },
    emit(event, value) {
      for (const listener of listeners.get(event) ?? []) listener(value as never);
    },
    looks,
    summaries,
    attach: async (_canvas, pane = 'first') => {
      open.add(pane);
      return { status: 'ready', adapter: 'fake', isSoftware: true };
    },
    detach(pane = 'first') {
      open.delete(pane);
      if (activePane === pane) activePane = 'first';
    },
    get activePane() {
      return activePane;
    },
    activate(pane) {
      if (open.has(pane)) activePane = pane;
    },
    setPaneLook: (pane, look) => void looks.set(pane, look),
    setLocked: () => undefined,
    dispose: () => undefined,
    addLayer(layer) {
      layerIds.add(layer.id);
      layers.set(layer.id, layer);
      if (layer.kind === 'vector') vectors.set(layer.id, new Map());
    },
    patchLayer(id, patch) {
      const layer = layers.get(id);
      if (layer) layers.set(id, { ...layer, ...patch });
    },
    removeLayer(id) {
      layerIds.delete(id);
      layers.delete(id);
    },
    setFeatures(layerId, features) {
      for (const feature of features) vectors.get(layerId)?.set(feature.id, feature);
    },
    removeFeatures(layerId, ids) {
      for (const id of ids) vectors.get(layerId)?.delete(id);
    },
    summary: (id) => summaries.get(id) ?? null,
    sceneBounds: () => null,
    get display() {
      return display;
    },
    setDisplay(patch) {
      display = { ...display, ...patch };
    },
    get view() {
      return { pane: activePane, camera: cameras[activePane] };
    },
    get camera() {
      return cameras[activePane];
    },
    cameraOf: (pane) => cameras[pane],
    setCamera(patch, pane = activePane) {
      cameras[pane] = { ...cameras[pane], ...patch };
    },
    fit: () => undefined,
    moveCamera: (move) => void moves.push(move),
    setPrimaryDrag(drag) {
      primaryDrag = drag;
    },
    zoomBy: () => undefined,
    unitsPerPixel: 1,
    size: { width: 1000, height: 800 },
    sizeOf: () => ({ width: 1000, height: 800 }),
    project([x, y], view) {
      const { target } = view?.camera ?? cameras[activePane];
      return { x: x - target[0], y: target[1] - y, depth: 1 };
    },
    unproject(x, y, z, view) {
      const { target } = view?.camera ?? cameras[activePane];
      return [target[0] + x, target[1] - y, z ?? target[2]];
    },
    async pick(x, y, pickOptions = {}) {
      const { kinds, view } = pickOptions;
      const { target } = view?.camera ?? cameras[activePane];
      const [worldX, worldY] = [target[0] + x, target[1] - y];
      const feature = !kinds || kinds.includes('feature') ? pickFeature(worldX, -worldY) : null;
      if (feature !== null) return feature;
      if (isBare || (kinds && !kinds.includes('terrain'))) return null;
      const position = [worldX, worldY, groundAt(worldX, worldY)] as const;
      return { kind: 'terrain', layerId: 'ground', position, distancePx: 0, cellSize: 1 };
    },
    terrainElevation: (x, y) => (isBare ? Number.NaN : groundAt(x, y)),
    snapshot: async ({ widthPx, heightPx }) => ({
      width: widthPx,
      height: heightPx,
      data: new Uint8ClampedArray(widthPx * heightPx * 4),
    }),
    figures: () => ({
      pointPath: null,
      pointTimes: null,
      choosingMs: 0,
      encodingMs: 0,
      deviceMs: 0,
      pointsDrawn: 0,
      trianglesDrawn: 0,
      inFlight: 0,
      waiting: 0,
      deviceBytes: { points: 0, terrain: 0, images: 0, features: 0, tins: 0, labels: 0, frame: 0 },
      keptBytes: 0,
      keptLimit: 0,
    }),
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set);
      set.add(listener as (value: never) => void);
      return () => set.delete(listener as (value: never) => void);
    },
  };
}
