import type { Bounds3 } from '#domain/math/bounds.ts';
import { appendAll, maxOf, minOf } from '#domain/math/extremes.ts';
import type { CameraState, WorldPoint } from '#domain/view/camera.ts';
import { contourIntervalOf, differenceEnd } from '#domain/view/contour-interval.ts';
import type { DisplaySettings } from '#viewport/display.ts';
import type { SceneLabel } from '#viewport/label.ts';
import type { PickKind, PickResult } from '#viewport/pick.ts';
import type { LayerPatch, SceneLayer, VectorFeature } from '#viewport/scene.ts';
import { emptyDraws, type FrameDraws } from '../draw/draws.ts';
import type { FrameLook } from '../draw/frame-uniforms.ts';
import type { FrameView } from '../draw/frame-view.ts';
import { addSwiped, isSeenIn, swipeSides } from '../draw/swipe.ts';
import type { Ground, LayerView, OuterSkirt } from '../layers/layer-view.ts';
import { makeLayer, type SceneLayerView } from '../layers/make-layer.ts';
import type { TerrainLayerView } from '../layers/terrain-layer.ts';
import { DrawIds } from '../picking/draw-ids.ts';
import type { LayerHost } from '../streaming/layer-host.ts';
import { ReferenceSurface } from '../streaming/reference-surface.ts';
import { boundsOf, rangeOf, reachBeyond, reachOf } from './scene-extent.ts';
import { type SceneView, type Showing, showAll } from './showing.ts';
import { streamClouds } from './stream-clouds.ts';

/** Draws of a frame or pick, and their owners. */
export interface Collected {
  readonly draws: FrameDraws;
  readonly ids: DrawIds;
}

/** Options of drawing the scene. */
export interface CollectRequest {
  readonly view: FrameView;
  /** Index of its view among those last streamed. */
  readonly slot: number;
  readonly showing: Showing;
  readonly display: DisplaySettings;
  /** Maximum number of points of streamed clouds drawn. */
  readonly pointBudget: number;
  /** True for an image that is drawn once; default false. */
  readonly isPatient?: boolean;
  /** For a pick: kinds to look for, or all that can be picked. */
  readonly pick?: readonly PickKind[] | 'all';
}

/** Surfaces are kept for features too: draped fills are found through the surface they lie on. */
function isWanted(layer: LayerView, kinds: readonly PickKind[] | 'all'): boolean {
  if (!layer.isPickable) return false;
  if (kinds === 'all') return true;
  return kinds.includes(layer.pickKind) || (kinds.includes('feature') && layer.kind !== 'vector');
}

/** The layers of an image in drawing order. */
export class Scene {
  readonly #host: LayerHost;
  readonly #layers = new Map<string, SceneLayerView>();
  #terrainRevision = 0;
  #reference: ReferenceSurface | null = null;

  constructor(host: LayerHost) {
    this.#host = host;
  }

  layer(id: string): SceneLayerView | undefined {
    return this.#layers.get(id);
  }

  add(spec: SceneLayer): void {
    // Assigning to an existing key keeps its place in the order.
    this.#layers.get(spec.id)?.release();
    this.#layers.set(spec.id, makeLayer(spec, this.#host));
    this.noteTerrainChange();
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
    if (layer?.kind === 'vector') layer.setFeatures(features);
  }

  removeFeatures(id: string, featureIds: readonly string[]): void {
    const layer = this.#layers.get(id);
    if (layer?.kind === 'vector') layer.removeFeatures(featureIds);
  }

  /** Draped features are re-projected with the next frame. */
  noteTerrainChange(): void {
    this.#terrainRevision++;
  }

  terrainElevation(x: number, y: number): number {
    const drapeSurface = this.#drapeSurface(showAll);
    for (const layer of [...this.#layers.values()].reverse()) {
      if (layer.kind !== 'terrain' || !(layer.isVisible || layer === drapeSurface)) continue;
      const elevation = layer.elevation(x, y);
      if (!Number.isNaN(elevation)) return elevation;
    }
    return Number.NaN;
  }

  #terrains(): TerrainLayerView[] {
    return [...this.#layers.values()].filter((layer) => layer.kind === 'terrain');
  }

  /** The drape surface of visible images where no terrain is shown: the topmost terrain, drawn without colours. */
  #drapeSurface(showing: Showing): TerrainLayerView | null {
    const isSeen = (layer: LayerView) => layer.isVisible && showing.shows(layer);
    const hasImages = [...this.#layers.values()].some((l) => l.kind === 'image' && isSeen(l));
    const terrains = this.#terrains();
    if (!showing.hasGround || !hasImages || terrains.some(isSeen)) return null;
    return terrains.at(-1) ?? null;
  }

  /**
   * Whether terrain on one side of the swipe line is the drape surface on the other, where it is not visible itself.
   */
  #isGroundBeyond({ swipe }: DisplaySettings): boolean {
    const sides = swipe ? [this.#layers.get(swipe.left), this.#layers.get(swipe.right)] : [];
    return sides.filter((layer) => layer?.kind === 'terrain' && layer.isVisible).length === 1;
  }

  /** The surface under images in one of the views. */
  #ground(views: readonly SceneView[]): Ground {
    const drapeSurfaces = views.map(({ showing }) => this.#drapeSurface(showing));
    const under = this.#terrains().filter((layer) => layer.isVisible || drapeSurfaces.includes(layer));
    if (under.some(({ isOpening }) => isOpening)) return null;
    const heights = under.flatMap(({ facts }) =>
      facts.bounds ? [facts.bounds.min[2], facts.bounds.max[2]] : [],
    );
    if (heights.length === 0) {
      const level = boundsOf(this.#layers.values(), (layer) => layer.kind !== 'image')?.min[2] ?? 0;
      return [level, level];
    }
    const [low, high] = [minOf(heights), maxOf(heights)];
    // Finer tiles may exceed the heights known so far.
    const margin = (high - low) * 0.1 + 1;
    return [low - margin, high + margin];
  }

  /** The drape surface beyond terrain: of several terrains the widest, or those on either side of the swipe line. */
  #outerSkirts(views: readonly SceneView[], { swipe }: DisplaySettings): Map<string, OuterSkirt> {
    const seen = (layer: LayerView) =>
      views.some(
        ({ showing }) => (layer.isVisible && showing.shows(layer)) || layer === this.#drapeSurface(showing),
      );
    const terrains = this.#terrains().filter(seen);
    const outlines = [...this.#layers.values()].flatMap((layer) =>
      layer.kind === 'image' && seen(layer) ? (layer.outline ?? []) : [],
    );
    const area = ({ facts: { bounds } }: TerrainLayerView) =>
      bounds ? (bounds.max[0] - bounds.min[0]) * (bounds.max[1] - bounds.min[1]) : 0;
    const widest = terrains.reduce<TerrainLayerView | null>(
      (best, layer) => (best && area(best) >= area(layer) ? best : layer),
      null,
    );
    const outerSkirts = new Map<string, OuterSkirt>();
    if (outlines.length === 0) return outerSkirts;
    for (const layer of terrains) {
      const isParted = swipe !== null && (layer.id === swipe.left || layer.id === swipe.right);
      const { bounds } = layer.facts;
      if (!bounds || (layer !== widest && !isParted)) continue;
      outerSkirts.set(layer.id, { reach: reachBeyond(bounds, outlines), givesWay: terrains.length > 1 });
    }
    return outerSkirts;
  }

  bounds(): Bounds3 | null {
    return boundsOf(this.#layers.values());
  }

  /** Colours and ranges of a frame of one of the views last streamed: those requested, else those of loaded data. */
  look(display: DisplaySettings, isDeterministic: boolean, slot = 0): FrameLook {
    const layers = [...this.#layers.values()];
    const own = rangeOf(layers, 'elevationRange');
    // A TIN lies on the data that sets the range; it sets the range where it is alone.
    const elevations = own ?? rangeOf(layers, 'elevationRange', (layer) => layer.kind === 'tin') ?? [0, 100];
    return {
      display,
      elevationRange: display.elevationRange ?? elevations,
      contourInterval: contourIntervalOf(display.contourInterval, elevations),
      differenceEnd: differenceEnd(display.differenceRange, elevations),
      reference: this.#reference?.piecesIn(slot) ?? { near: null, whole: null },
      intensityRange: display.intensityRange ?? rangeOf(layers, 'intensityRange') ?? [0, 65_535],
      timeRange: rangeOf(layers, 'timeRange') ?? [0, 1],
      gridElevation: this.bounds()?.min[2] ?? 0,
      isDeterministic,
      isReduced: false,
    };
  }

  /** Maximum distance of the scene before or behind the camera's target along the view direction, display space. */
  reach(camera: CameraState, exaggeration: number): number {
    return reachOf(this.bounds(), camera, exaggeration);
  }

  /** Streams the reference surface around the area in view; drops one that is no longer compared with. */
  #followReference(views: readonly SceneView[], { comparedWith }: DisplaySettings): void {
    const layer = comparedWith === null ? undefined : this.#layers.get(comparedWith);
    const dem = layer?.kind === 'terrain' ? layer.dem : null;
    if (this.#reference?.dem !== dem) {
      this.#reference?.release();
      this.#reference = dem && layer ? new ReferenceSurface(layer.id, dem, this.#host) : null;
    }
    if (views.length > 0) this.#reference?.follow(views.map(({ view }) => view));
  }

  /** Has streamed layers select what to load for the views of a frame, which share the point budget. */
  stream(views: readonly SceneView[], display: DisplaySettings, pointBudget: number): void {
    const clouds = [...this.#layers.values()].filter((layer) => layer.kind === 'copc');
    streamClouds(clouds, views, display, pointBudget);
    this.#followReference(views, display);
    const drapeSurfaces = views.map(({ showing }) => this.#drapeSurface(showing));
    const ground = this.#ground(views);
    const outerSkirts = this.#outerSkirts(views, display);
    for (const layer of this.#layers.values()) {
      const seenIn = views.map(({ view, showing }, slot) => {
        const isSeen = (layer.isVisible && showing.shows(layer)) || layer === drapeSurfaces[slot];
        return isSeen ? view : null;
      });
      if (layer.kind !== 'copc')
        layer.stream?.({ views: seenIn, ground, outerSkirt: outerSkirts.get(layer.id) ?? null });
    }
  }

  /** Draws of all visible layers. */
  collect({ view, slot, showing, display, pointBudget, isPatient = false, pick }: CollectRequest): Collected {
    const ids = new DrawIds();
    const draws = emptyDraws();
    const drapeSurface = this.#drapeSurface(showing);
    const isGroundBeyond = showing.hasGround && this.#isGroundBeyond(display);
    for (const layer of this.#layers.values()) {
      if (!(layer.isVisible && showing.shows(layer)) && layer !== drapeSurface) continue;
      if (pick && !isWanted(layer, pick)) continue;
      const sides = layer === drapeSurface ? null : swipeSides(view, display.swipe, layer.id);
      const own = layer === drapeSurface || sides ? emptyDraws() : draws;
      layer.collect({
        view,
        slot,
        display,
        ids,
        draws: own,
        pointBudget,
        isPatient,
        terrainElevation: (x, y) => this.terrainElevation(x, y),
        terrainRevision: this.#terrainRevision,
      });
      if (sides) addSwiped(draws, own, sides, isGroundBeyond);
      // A drape surface writes depth and pick ids, but no colour.
      if (layer !== drapeSurface) continue;
      appendAll(
        draws.terrain,
        own.terrain.map((draw) => ({ ...draw, opacity: 0 })),
      );
      appendAll(draws.outerSkirts, own.outerSkirts);
    }
    return { draws, ids };
  }

  /** Labels of all visible layers; `view` is of the whole image. */
  labels({
    view,
    slot,
    showing,
    display,
  }: Pick<CollectRequest, 'view' | 'slot' | 'showing' | 'display'>): SceneLabel[] {
    const labels: SceneLabel[] = [];
    if (!display.hasLabels) return labels;
    const drapeSurface = this.#drapeSurface(showing);
    const { contourInterval } = this.look(display, false);
    for (const layer of this.#layers.values()) {
      if (!(layer.isVisible && showing.shows(layer)) && layer !== drapeSurface) continue;
      const sides = swipeSides(view, display.swipe, layer.id);
      const own: SceneLabel[] = [];
      layer.collectLabels?.({
        view,
        slot,
        display,
        labels: own,
        contourStep: display.hasContours ? contourInterval * display.contourIndexEvery : null,
        numberText: this.#host.numberText,
        terrainElevation: (x, y) => this.terrainElevation(x, y),
        terrainRevision: this.#terrainRevision,
      });
      appendAll(labels, sides ? own.filter(({ anchor }) => isSeenIn(view, sides.seen, anchor)) : own);
    }
    return labels;
  }

  /** The topmost draped fill over a place of the scene's surface. */
  drapedFill(showing: Showing, surface: WorldPoint, distancePx: number): PickResult | null {
    for (const layer of [...this.#layers.values()].reverse()) {
      if (layer.kind !== 'vector' || !layer.isVisible || !layer.isPickable) continue;
      if (!showing.shows(layer)) continue;
      const hit = layer.drapedFill(surface, distancePx);
      if (hit) return hit;
    }
    return null;
  }

  release(): void {
    this.#reference?.release();
    for (const layer of this.#layers.values()) layer.release();
    this.#layers.clear();
  }
}
