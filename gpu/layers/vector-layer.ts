import { meetElevation, type WorldPoint } from '#domain/view/camera.ts';
import type { PickResult } from '#viewport/pick.ts';
import type { LayerPatch, VectorFeature, VectorLayer } from '#viewport/scene.ts';
import type { LayerSummary } from '#viewport/viewport-types.ts';
import { type FrameView, isBoxVisible } from '../draw/frame-view.ts';
import { featureLabels } from '../labels/feature-labels.ts';
import type { PickHit } from '../picking/draw-ids.ts';
import { nearestOnSegment, pickingRay, toScreen } from '../picking/screen-geometry.ts';
import { type BatchPart, buildFeatureBatches, type FeatureBatch, partOf, vertexOf } from './feature-batch.ts';
import { type FeatureCell, FeatureCells, releaseBatches } from './feature-cells.ts';
import { isFilled } from './feature-style.ts';
import type { CollectContext, LabelContext, LayerView } from './layer-view.ts';

/** Vertices of draped lines are this far apart at most, horizontal units. */
const drapeStep = 1;
/** A vertex this near to the pointer is picked rather than its edges, CSS pixels. */
const vertexReachPx = 6;

/** Maximum time per frame to re-project features after terrain changes, ms; the rest is done in the next. */
const layBudgetMs = 10;

function isOnGround(feature: VectorFeature): boolean {
  if (feature.style.isDraped) return true;
  for (let i = 2; i < feature.positions.length; i += 3) if (Number.isNaN(feature.positions[i]!)) return true;
  return false;
}

/** Drawn features, batched by place. */
export class VectorLayerView implements LayerView {
  readonly id: string;
  readonly kind = 'vector';
  readonly pickKind = 'feature';
  isVisible: boolean;
  isPickable: boolean;
  readonly #cells = new FeatureCells();
  readonly #requestFrame: () => void;

  /** `requestFrame`: not needed where nothing lies on the terrain. */
  constructor(spec: VectorLayer, requestFrame: () => void = () => undefined) {
    this.#requestFrame = requestFrame;
    this.id = spec.id;
    this.isVisible = spec.isVisible;
    this.isPickable = spec.isPickable;
    this.setFeatures(spec.features);
  }

  get facts(): LayerSummary {
    return {
      bounds: this.#cells.bounds,
      elevationRange: null,
      intensityRange: null,
      hasRgb: false,
      classes: [],
      pointCount: 0,
    };
  }

  patch(patch: LayerPatch): void {
    this.isVisible = patch.isVisible ?? this.isVisible;
    this.isPickable = patch.isPickable ?? this.isPickable;
  }

  setFeatures(features: readonly VectorFeature[]): void {
    for (const feature of features) {
      if (feature.positions.length < 3) this.#cells.remove(feature.id);
      else this.#cells.set(feature);
    }
  }

  removeFeatures(ids: readonly string[]): void {
    for (const id of ids) this.#cells.remove(id);
  }

  #rebuild(cell: FeatureCell, context: CollectContext): void {
    releaseBatches(cell);
    const features = [...cell.features.values()];
    cell.isGrounded = features.some(isOnGround);
    cell.batches = buildFeatureBatches(this.id, features, cell.origin, drapeStep, context.terrainElevation);
    cell.labels = null;
    cell.isStale = false;
    cell.terrainRevision = context.terrainRevision;
  }

  /** Re-projects edited features, and within the time limit those that terrain changes affect. */
  #rebuildStale(context: CollectContext): void {
    const began = performance.now();
    for (const cell of this.#cells.all) {
      if (cell.isStale) this.#rebuild(cell, context);
      const isMoved = cell.isGrounded && cell.terrainRevision !== context.terrainRevision;
      if (!isMoved) continue;
      if (context.isPatient || performance.now() - began < layBudgetMs) this.#rebuild(cell, context);
      else this.#requestFrame();
    }
  }

  collect(context: CollectContext): void {
    const { view, ids, draws, display } = context;
    this.#rebuildStale(context);
    for (const kind of ['fills', 'lines', 'symbols'] as const) {
      for (const cell of this.#cells.all) {
        for (const batch of cell.batches) {
          if (batch.kind !== kind || !isBoxVisible(view, batch.min, batch.max)) continue;
          draws.overlays.push({
            type: 'features',
            drawId: ids.next(this, batch),
            kind,
            vertices: batch.vertices,
            styles: batch.styles,
            vertexCount: batch.vertexCount,
            origin: batch.origin,
            hasDrapes: batch.hasDrapes,
            hasSeenThrough: batch.hasSeenThrough,
            isHiddenDashed: display.hasDashedHidden,
          });
        }
      }
    }
  }

  /** Draws are collected first, which re-projects features after terrain changes. */
  collectLabels({ view, labels, terrainElevation }: LabelContext): void {
    for (const cell of this.#cells.all) {
      if (!cell.batches.some(({ min, max }) => isBoxVisible(view, min, max))) continue;
      cell.labels ??= [...cell.features.values()].flatMap((feature) =>
        featureLabels(`${this.id} ${feature.id}`, feature, terrainElevation),
      );
      for (const label of cell.labels) labels.push(label);
    }
  }

  async resolvePick(hit: PickHit, key: unknown, view: FrameView): Promise<PickResult | null> {
    const batch = key as FeatureBatch;
    const part = partOf(batch, hit.element);
    if (!part) return null;
    if (batch.kind === 'fills') return this.#pickFill(part, hit, view);
    const local = hit.element - part.start;
    if (batch.kind === 'symbols') {
      const { place, source } = vertexOf(part, local);
      return this.#answer(part, 'vertex', source, place, screenDistance(view, place, hit.pointer));
    }
    return this.#pickLine(part, local, hit, view);
  }

  #pickLine(part: BatchPart, local: number, hit: PickHit, view: FrameView): PickResult {
    const [from, to] = [vertexOf(part, local), vertexOf(part, local + 1)];
    for (const [index, { place, source }] of [
      [local, from],
      [local + 1, to],
    ] as const) {
      const isOwn = index === 0 || source !== vertexOf(part, index - 1).source;
      const distancePx = screenDistance(view, place, hit.pointer);
      if (isOwn && distancePx <= vertexReachPx)
        return this.#answer(part, 'vertex', source, place, distancePx);
    }
    const { position, distancePx } = nearestOnSegment(view, from.place, to.place, hit.pointer);
    return this.#answer(part, 'edge', from.source, position, distancePx);
  }

  #pickFill(part: BatchPart, hit: PickHit, view: FrameView): PickResult | null {
    const { positions } = part.drawn;
    let sum = 0;
    for (let i = 2; i < positions.length; i += 3) sum += positions[i]!;
    const mean = sum / (positions.length / 3);
    const ray = pickingRay(view, hit.pointer[0], hit.pointer[1]);
    const onPlane = meetElevation(ray, mean, view.exaggeration);
    const position = part.feature.style.isDraped ? (hit.surface ?? onPlane) : onPlane;
    return position ? this.#answer(part, 'fill', -1, position, hit.distancePx) : null;
  }

  /** The draped polygon that contains a place in plan, the last drawn first. */
  drapedFill(place: WorldPoint, distancePx: number): PickResult | null {
    for (const feature of [...this.#cells.features()].reverse()) {
      const { kind, style, positions, holes } = feature;
      if (kind !== 'polygon' || !style.isDraped || !isFilled(style)) continue;
      if (!isInside(positions, place) || holes?.some((hole) => isInside(hole, place))) continue;
      return {
        kind: 'feature',
        layerId: this.id,
        featureId: feature.id,
        part: 'fill',
        index: -1,
        position: place,
        distancePx,
      };
    }
    return null;
  }

  #answer(
    part: BatchPart,
    what: 'vertex' | 'edge' | 'fill',
    index: number,
    position: WorldPoint,
    distancePx: number,
  ): PickResult {
    return {
      kind: 'feature',
      layerId: this.id,
      featureId: part.feature.id,
      part: what,
      index: part.ring === 0 ? index : -1,
      position,
      distancePx,
    };
  }

  release(): void {
    this.#cells.release();
  }
}

function screenDistance(view: FrameView, point: WorldPoint, pointer: readonly [number, number]): number {
  const place = toScreen(view, point);
  return Math.hypot(place.x - pointer[0], place.y - pointer[1]);
}

/** True where a ring (xyz per vertex) contains a place in plan: crossings of a ray eastwards. */
function isInside(ring: Float64Array, [x, y]: WorldPoint): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 3; i < ring.length; j = i, i += 3) {
    const [ax, ay, bx, by] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
