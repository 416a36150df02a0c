import type { WorldPoint } from '#domain/view/camera.ts';
import type { PickResult } from '#domain/view/pick.ts';
import type { LayerPatch, PointsLayer } from '#domain/view/scene.ts';
import type { LayerSummary } from '#domain/view/viewing.ts';
import { isBoxVisible } from '../frame/frame-view.ts';
import { DeviceBuffer } from '../resources/device-data.ts';
import { type PackedPoints, packPoints, rgbShift, unpackPoint } from '../resources/pack-points.ts';
import type { CollectContext, LayerView, PickHit } from './layer-view.ts';

/** Points a chunk, so that those out of the picture are left out. */
const chunkPoints = 65_536;

/** Packed points on CPU and device, with where they lie. */
export interface PointChunk {
  readonly packed: PackedPoints;
  readonly buffer: DeviceBuffer;
  /** World position of stored integer 0. */
  readonly origin: WorldPoint;
  readonly min: WorldPoint;
  readonly max: WorldPoint;
}

function toWorld(
  integers: readonly [number, number, number],
  scale: WorldPoint,
  offset: WorldPoint,
): WorldPoint {
  return [
    integers[0] * scale[0] + offset[0],
    integers[1] * scale[1] + offset[1],
    integers[2] * scale[2] + offset[2],
  ];
}

/** Wraps packed points for drawing. The device buffer is owned by the chunk's holder. */
export function makeChunk(
  label: string,
  packed: PackedPoints,
  scale: WorldPoint,
  offset: WorldPoint,
): PointChunk {
  return {
    packed,
    buffer: new DeviceBuffer(label, GPUBufferUsage.VERTEX, packed.words),
    origin: toWorld(packed.origin, scale, offset),
    min: toWorld(packed.min, scale, offset),
    max: toWorld(packed.max, scale, offset),
  };
}

/** The pick result of a point of a chunk: the file's own integers, scaled exactly. */
export function pointPick(
  layerId: string,
  chunk: PackedPoints,
  hit: PickHit,
  scale: WorldPoint,
  offset: WorldPoint,
): PickResult {
  const point = unpackPoint(chunk, hit.element);
  return {
    kind: 'point',
    layerId,
    position: toWorld(point.integers, scale, offset),
    distancePx: hit.distancePx,
    integers: point.integers,
    scale,
    offset,
    classification: chunk.hasClassification ? point.classification : null,
    intensity: chunk.hasIntensity ? point.intensity : null,
    returnNumber: chunk.hasReturns ? point.returnNumber : null,
    numberOfReturns: chunk.hasReturns ? point.numberOfReturns : null,
    rgb: chunk.hasRgb ? point.rgb : null,
  };
}

/** Gathers the facts of chunks as they come. */
export class PointFacts {
  #elevation: [number, number] | null = null;
  #intensity: [number, number] | null = null;
  readonly #classes = new Set<number>();
  #hasRgb = false;

  /** `hasRanges`: whether ranges may grow by it. True when something new was learnt that a legend shows. */
  add(packed: PackedPoints, scale: WorldPoint, offset: WorldPoint, hasRanges = true): boolean {
    if (packed.count === 0) return false;
    const before = this.#key();
    const widen = (old: [number, number] | null, next: readonly [number, number] | null) =>
      next
        ? ([Math.min(next[0], old?.[0] ?? Infinity), Math.max(next[1], old?.[1] ?? -Infinity)] as [
            number,
            number,
          ])
        : old;
    const z = hasRanges ? packed.zRange : null;
    this.#elevation = widen(this.#elevation, z && [z[0] * scale[2] + offset[2], z[1] * scale[2] + offset[2]]);
    this.#intensity = widen(this.#intensity, hasRanges ? packed.intensityRange : null);
    this.#hasRgb ||= packed.hasRgb;
    for (const number of packed.classes) this.#classes.add(number);
    return this.#key() !== before;
  }

  #key(): string {
    return `${this.#elevation} ${this.#intensity} ${this.#hasRgb} ${this.#classes.size}`;
  }

  facts(min: WorldPoint | null, max: WorldPoint | null, pointCount: number): LayerSummary {
    return {
      bounds: min && max ? { min, max } : null,
      elevationRange: this.#elevation,
      intensityRange: this.#intensity,
      hasRgb: this.#hasRgb,
      classes: [...this.#classes].sort((a, b) => a - b),
      pointCount,
    };
  }
}

/** Points in memory, drawn whole. */
export class PointsLayerView implements LayerView {
  readonly id: string;
  readonly kind = 'points';
  readonly pickKind = 'point';
  readonly isPickable = true;
  readonly facts: LayerSummary;
  isVisible: boolean;
  readonly #scale: WorldPoint;
  readonly #offset: WorldPoint;
  readonly #chunks: PointChunk[] = [];
  readonly #spacing: number;

  constructor(spec: PointsLayer) {
    this.id = spec.id;
    this.isVisible = spec.isVisible;
    this.#scale = spec.scale;
    this.#offset = spec.offset;
    const { points } = spec;
    const facts = new PointFacts();
    const shift = points.rgb ? rgbShift(points.rgb) : 0;
    for (let start = 0; start < points.count; start += chunkPoints) {
      const packed = packPoints(points, start, Math.min(points.count, start + chunkPoints), shift);
      this.#chunks.push(makeChunk(`points ${this.id} ${start}`, packed, this.#scale, this.#offset));
      facts.add(packed, this.#scale, this.#offset);
    }
    const extreme = (pick: (...values: number[]) => number, side: 'min' | 'max'): WorldPoint | null => {
      if (this.#chunks.length === 0) return null;
      const along = (axis: 0 | 1 | 2) => pick(...this.#chunks.map((chunk) => chunk[side][axis]));
      return [along(0), along(1), along(2)];
    };
    this.facts = facts.facts(extreme(Math.min, 'min'), extreme(Math.max, 'max'), points.count);
    const { bounds } = this.facts;
    const area = bounds ? (bounds.max[0] - bounds.min[0]) * (bounds.max[1] - bounds.min[1]) : 0;
    // Points of any file lie unevenly: half as much again meets across most gaps.
    this.#spacing = 1.5 * Math.sqrt(area / Math.max(1, points.count));
  }

  patch(patch: LayerPatch): void {
    this.isVisible = patch.isVisible ?? this.isVisible;
  }

  collect({ view, ids, draws }: CollectContext): void {
    for (const chunk of this.#chunks) {
      if (!isBoxVisible(view, chunk.min, chunk.max)) continue;
      draws.points.push({
        drawId: ids.next(this, chunk),
        buffer: chunk.buffer,
        count: chunk.packed.count,
        origin: chunk.origin,
        scale: this.#scale,
        hasRgb: chunk.packed.hasRgb,
        spacing: this.#spacing,
      });
    }
  }

  async resolvePick(hit: PickHit, key: unknown): Promise<PickResult | null> {
    return pointPick(this.id, (key as PointChunk).packed, hit, this.#scale, this.#offset);
  }

  release(): void {
    for (const chunk of this.#chunks) chunk.buffer.release();
  }
}
