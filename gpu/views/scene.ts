import {
  type Bounds3,
  type CameraState,
  cameraFrame,
  cornersOf,
  type WorldPoint,
} from '#domain/view/camera.ts';
import { contourIntervalOf } from '#domain/view/contour-interval.ts';
import type { DisplaySettings } from '#domain/view/display.ts';
import type { PickKind, PickResult } from '#domain/view/pick.ts';
import type { LayerPatch, SceneLayer, VectorFeature } from '#domain/view/scene.ts';
import { emptyDraws, type FrameDraws } from '../frame/draws.ts';
import type { FrameLook } from '../frame/frame-uniforms.ts';
import type { FrameView } from '../frame/frame-view.ts';
import { contourView } from '../layers/contour-layer.ts';
import { CopcLayerView } from '../layers/copc-layer.ts';
import { type Ground, ImageLayerView } from '../layers/image-layer.ts';
import type { LayerHost } from '../layers/layer-host.ts';
import { DrawIds, type LayerView } from '../layers/layer-view.ts';
import { PhotoLayerView } from '../layers/photo-layer.ts';
import { PointsLayerView } from '../layers/points-layer.ts';
import { TerrainLayerView } from '../layers/terrain-layer.ts';
import { TinLayerView } from '../layers/tin-layer.ts';
import { VectorLayerView } from '../layers/vector-layer.ts';
import { selectNodes } from '../streaming/select-nodes.ts';

/** Draws of a frame or pick, and whose they are. */
export interface Collected {
  readonly draws: FrameDraws;
  readonly ids: DrawIds;
}

/** What to leave out of a pick. */
export interface CollectFilter {
  readonly kinds?: readonly PickKind[];
}

/** Surfaces are kept for features too: draped fills are found through the surface they lie on. */
function isWanted(layer: LayerView, { kinds }: CollectFilter): boolean {
  if (!layer.isPickable) return false;
  return !kinds || kinds.includes(layer.pickKind) || (kinds.includes('feature') && layer.kind !== 'vector');
}

/** The layers of a picture in drawing order. */
export class Scene {
  readonly #host: LayerHost;
  readonly #layers = new Map<string, LayerView>();
  #terrainRevision = 0;

  constructor(host: LayerHost) {
    this.#host = host;
  }

  layer(id: string): LayerView | undefined {
    return this.#layers.get(id);
  }

  add(spec: SceneLayer): void {
    // Assigning to a key in use keeps its place in the order.
    this.#layers.get(spec.id)?.release();
    this.#layers.set(spec.id, this.#makeView(spec));
    this.noteTerrainChange();
  }

  #makeView(spec: SceneLayer): LayerView {
    switch (spec.kind) {
      case 'points':
        return new PointsLayerView(spec);
      case 'copc':
        return new CopcLayerView(spec, this.#host);
      case 'terrain':
        return new TerrainLayerView(spec, this.#host);
      case 'image':
        return new ImageLayerView(spec, this.#host);
      case 'photos':
        return new PhotoLayerView(spec, this.#host);
      case 'vector':
        return new VectorLayerView(spec);
      case 'tin':
        return new TinLayerView(spec);
      case 'contours':
        return contourView(spec);
    }
  }

  patch(id: string, patch: LayerPatch): void {
    this.#layers.get(id)?.patch(patch);
    this.noteTerrainChange();
  }

  remove(id: string): void {
    this.#layers.get(id)?.release();
    this.#layers.delete(id);
    this.noteTerrainChange();
  }

  setFeatures(id: string, features: readonly VectorFeature[]): void {
    const layer = this.#layers.get(id);
    if (layer instanceof VectorLayerView) layer.setFeatures(features);
  }

  removeFeatures(id: string, featureIds: readonly string[]): void {
    const layer = this.#layers.get(id);
    if (layer instanceof VectorLayerView) layer.removeFeatures(featureIds);
  }

  /** What lies on the terrain is laid anew with the next frame. */
  noteTerrainChange(): void {
    this.#terrainRevision++;
  }

  terrainElevation(x: number, y: number): number {
    const carrier = this.#carrier();
    for (const layer of [...this.#layers.values()].reverse()) {
      if (!(layer instanceof TerrainLayerView) || !(layer.isVisible || layer === carrier)) continue;
      const elevation = layer.elevation(x, y);
      if (!Number.isNaN(elevation)) return elevation;
    }
    return Number.NaN;
  }

  #terrains(): TerrainLayerView[] {
    return [...this.#layers.values()].filter((layer) => layer instanceof TerrainLayerView);
  }

  /** The terrain that visible images lie on where none is shown itself: the topmost one, drawn without colours. */
  #carrier(): TerrainLayerView | null {
    const hasImages = [...this.#layers.values()].some((l) => l instanceof ImageLayerView && l.isVisible);
    const terrains = this.#terrains();
    if (!hasImages || terrains.some(({ isVisible }) => isVisible)) return null;
    return terrains.at(-1) ?? null;
  }

  /** What images lie on now. */
  #ground(): Ground {
    const carrier = this.#carrier();
    const under = carrier ? [carrier] : this.#terrains().filter(({ isVisible }) => isVisible);
    if (under.some(({ isOpening }) => isOpening)) return null;
    const heights = under.flatMap(({ facts }) =>
      facts.bounds ? [facts.bounds.min[2], facts.bounds.max[2]] : [],
    );
    if (heights.length === 0) {
      const level = this.#boundsOf((layer) => !(layer instanceof ImageLayerView))?.min[2] ?? 0;
      return [level, level];
    }
    const [low, high] = [Math.min(...heights), Math.max(...heights)];
    // Finer tiles may reach beyond the heights known so far.
    const margin = (high - low) * 0.1 + 1;
    return [low - margin, high + margin];
  }

  bounds(): Bounds3 | null {
    return this.#boundsOf(() => true);
  }

  #boundsOf(isMeant: (layer: LayerView) => boolean): Bounds3 | null {
    const min: [number, number, number] = [Infinity, Infinity, Infinity];
    const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
    for (const layer of this.#layers.values()) {
      const { bounds } = layer.facts;
      if (!layer.isVisible || !bounds || !isMeant(layer)) continue;
      for (const axis of [0, 1, 2] as const) {
        min[axis] = Math.min(min[axis], bounds.min[axis]);
        max[axis] = Math.max(max[axis], bounds.max[axis]);
      }
    }
    return min[0] <= max[0] ? { min, max } : null;
  }

  #range(of: 'elevationRange' | 'intensityRange' | 'timeRange'): readonly [number, number] | null {
    let low = Infinity;
    let high = -Infinity;
    for (const layer of this.#layers.values()) {
      const range = layer.isVisible && layer.kind !== 'tin' ? layer.facts[of] : null;
      if (!range) continue;
      low = Math.min(low, range[0]);
      high = Math.max(high, range[1]);
    }
    return low <= high ? [low, high] : null;
  }

  /** Colours and ranges of a frame: those asked for, else those of what is loaded. */
  look(display: DisplaySettings, isDeterministic: boolean): FrameLook {
    const elevations = this.#range('elevationRange') ?? [0, 100];
    return {
      display,
      elevationRange: display.elevationRange ?? elevations,
      contourInterval: contourIntervalOf(display.contourInterval, elevations),
      intensityRange: display.intensityRange ?? this.#range('intensityRange') ?? [0, 65_535],
      timeRange: this.#range('timeRange') ?? [0, 1],
      gridElevation: this.bounds()?.min[2] ?? 0,
      isDeterministic,
    };
  }

  /** How far the scene is before or behind the camera's target along the sight, display space. */
  reach(camera: CameraState, exaggeration: number): number {
    const bounds = this.bounds();
    if (!bounds) return 1;
    const { forward } = cameraFrame(camera, exaggeration);
    const [x, y, z] = camera.target;
    return Math.max(
      ...cornersOf(bounds).map((corner) =>
        Math.abs(
          (corner[0] - x) * forward[0] +
            (corner[1] - y) * forward[1] +
            (corner[2] - z) * exaggeration * forward[2],
        ),
      ),
    );
  }

  /** Chooses nodes of all clouds at once, for this view and for the one the camera is moving to. */
  #streamClouds(
    view: FrameView,
    ahead: FrameView | null,
    display: DisplaySettings,
    pointBudget: number,
  ): void {
    const clouds = [...this.#layers.values()].filter((layer) => layer instanceof CopcLayerView);
    const open = clouds.flatMap((layer) => (layer.isVisible && layer.tree ? [layer] : []));
    const trees = open.flatMap(({ tree }) => tree ?? []);
    const finestPx = Math.max(1, display.pointSizePx * view.pixelRatio * 0.6);
    const limits = { pointBudget, finestPx, filter: display };
    const selections = selectNodes(trees, view, limits);
    const later = ahead ? selectNodes(trees, ahead, { ...limits, pointBudget: pointBudget / 2 }) : [];
    for (const layer of clouds) {
      const at = open.indexOf(layer);
      layer.stream(selections[at] ?? null, later[at] ?? null, display);
    }
  }

  /** Lets streamed layers choose what to load for a view; `ahead` is the view that the camera is moving to. */
  stream(view: FrameView, ahead: FrameView | null, display: DisplaySettings, pointBudget: number): void {
    this.#streamClouds(view, ahead, display, pointBudget);
    const carrier = this.#carrier();
    const ground = this.#ground();
    for (const layer of this.#layers.values()) {
      if (layer instanceof TerrainLayerView) {
        layer.stream(layer.isVisible || layer === carrier ? view : null);
      }
      if (layer instanceof ImageLayerView) layer.stream(layer.isVisible ? view : null, ground);
      if (layer instanceof PhotoLayerView) layer.stream(layer.isVisible ? view : null);
    }
  }

  /** Draws of all visible layers; `drawBudget` bounds the points of streamed clouds. */
  collect(view: FrameView, display: DisplaySettings, drawBudget: number, filter?: CollectFilter): Collected {
    const ids = new DrawIds();
    const draws = emptyDraws();
    const carrier = this.#carrier();
    for (const layer of this.#layers.values()) {
      if (!layer.isVisible && layer !== carrier) continue;
      if (filter && !isWanted(layer, filter)) continue;
      const own = layer === carrier ? emptyDraws() : draws;
      layer.collect({
        view,
        display,
        ids,
        draws: own,
        pointBudget: drawBudget,
        terrainElevation: (x, y) => this.terrainElevation(x, y),
        terrainRevision: this.#terrainRevision,
      });
      // A carrier gives depth and answers picks, but no colour.
      if (layer === carrier) draws.terrain.push(...own.terrain.map((draw) => ({ ...draw, opacity: 0 })));
    }
    return { draws, ids };
  }

  /** The topmost draped fill over a place of the scene's surface. */
  drapedFill(surface: WorldPoint, distancePx: number): PickResult | null {
    for (const layer of [...this.#layers.values()].reverse()) {
      if (!(layer instanceof VectorLayerView) || !layer.isVisible || !layer.isPickable) continue;
      const hit = layer.drapedFill(surface, distancePx);
      if (hit) return hit;
    }
    return null;
  }

  release(): void {
    for (const layer of this.#layers.values()) layer.release();
    this.#layers.clear();
  }
}
