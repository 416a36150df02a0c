import { type Bounds3, meetElevation, type WorldPoint } from '#domain/view/camera.ts';
import type { SceneLabel } from '#domain/view/label.ts';
import type { PickResult } from '#domain/view/pick.ts';
import type { LayerPatch, VectorFeature, VectorLayer } from '#domain/view/scene.ts';
import type { LayerSummary } from '#domain/view/viewing.ts';
import { type FrameView, isBoxVisible } from '../frame/frame-view.ts';
import { featureLabels } from '../labels/feature-labels.ts';
import { nearestOnSegment, sightRay, toScreen } from '../picking/screen-geometry.ts';
import { type BatchPart, buildFeatureBatches, type FeatureBatch, partOf, vertexOf } from './feature-batch.ts';
import { isFilled } from './feature-style.ts';
import type { CollectContext, LabelContext, LayerView, PickHit } from './layer-view.ts';

/** Features whose first vertices share a square of this edge are drawn together, with one origin. */
const cellSize = 2048;
/** Vertices of draped lines are this far apart at most, horizontal units. */
const drapeStep = 1;
/** A vertex this near to the pointer is picked rather than its edges, CSS pixels. */
const vertexReachPx = 6;

interface Cell {
  readonly ids: Set<string>;
  readonly origin: WorldPoint;
  batches: FeatureBatch[];
  /** Null until they are asked for. */
  labels: SceneLabel[] | null;
  isStale: boolean;
  /** Holds vertices that lie on the terrain. */
  isGrounded: boolean;
  terrainRevision: number;
}

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
  readonly #features = new Map<string, { feature: VectorFeature; cell: string }>();
  readonly #cells = new Map<string, Cell>();

  constructor(spec: VectorLayer) {
    this.id = spec.id;
    this.isVisible = spec.isVisible;
    this.isPickable = spec.isPickable;
    this.setFeatures(spec.features);
  }

  get facts(): LayerSummary {
    return {
      bounds: this.#bounds(),
      elevationRange: null,
      intensityRange: null,
      hasRgb: false,
      classes: [],
      pointCount: 0,
    };
  }

  #bounds(): Bounds3 | null {
    const min: [number, number, number] = [Infinity, Infinity, Infinity];
    const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
    for (const { feature } of this.#features.values()) {
      feature.positions.forEach((value, i) => {
        const axis = i % 3;
        if (value < min[axis]!) min[axis] = value;
        if (value > max[axis]!) max[axis] = value;
      });
    }
    if (!(min[0] <= max[0])) return null;
    if (!(min[2] <= max[2])) min[2] = max[2] = 0;
    return { min, max };
  }

  patch(patch: LayerPatch): void {
    this.isVisible = patch.isVisible ?? this.isVisible;
    this.isPickable = patch.isPickable ?? this.isPickable;
  }

  setFeatures(features: readonly VectorFeature[]): void {
    for (const feature of features) {
      if (feature.positions.length < 3) {
        this.removeFeatures([feature.id]);
        continue;
      }
      const column = Math.floor(feature.positions[0]! / cellSize);
      const row = Math.floor(feature.positions[1]! / cellSize);
      const key = `${column},${row}`;
      const old = this.#features.get(feature.id);
      if (old && old.cell !== key) this.#leaveCell(feature.id, old.cell);
      const cell = this.#cells.get(key) ?? this.#makeCell(key, column, row, feature.positions[2]!);
      cell.ids.add(feature.id);
      cell.isStale = true;
      this.#features.set(feature.id, { feature, cell: key });
    }
  }

  #makeCell(key: string, column: number, row: number, z: number): Cell {
    const cell: Cell = {
      ids: new Set(),
      origin: [(column + 0.5) * cellSize, (row + 0.5) * cellSize, Number.isFinite(z) ? Math.round(z) : 0],
      batches: [],
      labels: null,
      isStale: true,
      isGrounded: false,
      terrainRevision: -1,
    };
    this.#cells.set(key, cell);
    return cell;
  }

  #leaveCell(id: string, key: string): void {
    const cell = this.#cells.get(key);
    if (!cell) return;
    cell.ids.delete(id);
    cell.isStale = true;
    if (cell.ids.size > 0) return;
    releaseBatches(cell);
    this.#cells.delete(key);
  }

  removeFeatures(ids: readonly string[]): void {
    for (const id of ids) {
      const known = this.#features.get(id);
      if (!known) continue;
      this.#features.delete(id);
      this.#leaveCell(id, known.cell);
    }
  }

  #rebuild(cell: Cell, context: CollectContext): void {
    releaseBatches(cell);
    const features = [...cell.ids].map((id) => this.#features.get(id)!.feature);
    cell.isGrounded = features.some(isOnGround);
    cell.batches = buildFeatureBatches(this.id, features, cell.origin, drapeStep, context.terrainElevation);
    cell.labels = null;
    cell.isStale = false;
    cell.terrainRevision = context.terrainRevision;
  }

  collect(context: CollectContext): void {
    const { view, ids, draws, display } = context;
    for (const cell of this.#cells.values()) {
      const isMoved = cell.isGrounded && cell.terrainRevision !== context.terrainRevision;
      if (cell.isStale || isMoved) this.#rebuild(cell, context);
    }
    for (const kind of ['fills', 'lines', 'symbols'] as const) {
      for (const cell of this.#cells.values()) {
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
            isHiddenDashed: display.hasDashedHidden,
          });
        }
      }
    }
  }

  /** Draws are collected first, which lays anew what the terrain has moved. */
  collectLabels({ view, labels, terrainElevation }: LabelContext): void {
    for (const cell of this.#cells.values()) {
      if (!cell.batches.some(({ min, max }) => isBoxVisible(view, min, max))) continue;
      cell.labels ??= [...cell.ids].flatMap((id) =>
        featureLabels(`${this.id} ${id}`, this.#features.get(id)!.feature, terrainElevation),
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
    const ray = sightRay(view, hit.pointer[0], hit.pointer[1]);
    const onPlane = meetElevation(ray, mean, view.exaggeration);
    const position = part.feature.style.isDraped ? (hit.surface ?? onPlane) : onPlane;
    return position ? this.#answer(part, 'fill', -1, position, hit.distancePx) : null;
  }

  /** The draped polygon whose plan holds a place, the last drawn first. */
  drapedFill(place: WorldPoint, distancePx: number): PickResult | null {
    for (const { feature } of [...this.#features.values()].reverse()) {
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
    for (const cell of this.#cells.values()) releaseBatches(cell);
    this.#cells.clear();
    this.#features.clear();
  }
}

function releaseBatches(cell: Cell): void {
  for (const batch of cell.batches) {
    batch.vertices.release();
    batch.styles.release();
  }
  cell.batches = [];
}

function screenDistance(view: FrameView, point: WorldPoint, pointer: readonly [number, number]): number {
  const place = toScreen(view, point);
  return Math.hypot(place.x - pointer[0], place.y - pointer[1]);
}

/** True where a ring (xyz per vertex) holds a place in plan: crossings of a ray eastwards. */
function isInside(ring: Float64Array, [x, y]: WorldPoint): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 3; i < ring.length; j = i, i += 3) {
    const [ax, ay, bx, by] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
