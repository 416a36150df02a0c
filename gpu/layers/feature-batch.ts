import earcut, { flatten } from 'earcut';
import type { WorldPoint } from '#domain/view/camera.ts';
import { code as featureCode } from '#shaders/common/features.wgsl';
import type { FeatureStyle, VectorFeature } from '#viewport/scene.ts';
import type { FeatureDrawKind } from '../draw/draws.ts';
import { structLayout, wgslConstant, wgslConstants } from '../layouts/wgsl-layout.ts';
import { DeviceBuffer } from '../resources/device-data.ts';
import { arcLengths, type ElevationAt, type Ring, settleRing } from './feature-ring.ts';
import { isFilled, isLined, type StyleUse, styleLayout, writeStyle } from './feature-style.ts';

const flags = wgslConstants(featureCode);
const noSegment = wgslConstant(flags, 'TAG_NO_SEGMENT');
const runEnd = wgslConstant(flags, 'TAG_END');
/** 32-bit numbers of a vertex: x, y, z, tag, arc. */
const vertexNumbers = structLayout(featureCode, 'FeatureVertex').size / 4;

/** A run of vertices in a batch that belong to one ring of one feature. */
export interface BatchPart {
  readonly feature: VectorFeature;
  /** 0 outer ring, 1… holes. */
  readonly ring: number;
  /** First vertex of the run in the batch. */
  readonly start: number;
  /** The ring or line of its vertices; vertices of a fill are the corners of its triangles instead. */
  readonly drawn: Ring;
  /** A closed line repeats its last vertex before the first, and its first two after the last. */
  readonly isClosed: boolean;
}

/** Vertices and styles of one kind, ready to upload. */
export interface FeatureBatch {
  readonly kind: FeatureDrawKind;
  readonly origin: WorldPoint;
  readonly vertexCount: number;
  readonly vertices: DeviceBuffer;
  readonly styles: DeviceBuffer;
  readonly parts: readonly BatchPart[];
  readonly min: WorldPoint;
  readonly max: WorldPoint;
  /** Fills only: some of them are draped over the scene. */
  readonly hasDrapes: boolean;
  /** Some of them are visible through what is in front of them. */
  readonly hasSeenThrough: boolean;
}

/** The run that holds a vertex of the batch. */
export function partOf({ parts }: FeatureBatch, vertex: number): BatchPart | undefined {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parts[middle]!.start <= vertex) low = middle + 1;
    else high = middle;
  }
  return parts[low - 1];
}

/** A vertex of a line's run in the world, and its index in the feature's ring. */
export function vertexOf(part: BatchPart, local: number): { place: WorldPoint; source: number } {
  const { positions, source } = part.drawn;
  const count = positions.length / 3;
  const index = part.isClosed ? (local - 1 + count) % count : Math.min(local, count - 1);
  return {
    place: [positions[index * 3]!, positions[index * 3 + 1]!, positions[index * 3 + 2]!],
    source: source ? source[index]! : index,
  };
}

/** Vertical search range of a draped fill above and below its ring, vertical units. */
const drapeReach = 150;

/** Collects vertices and styles of one kind. */
class BatchBuilder {
  readonly kind: FeatureDrawKind;
  readonly parts: BatchPart[] = [];
  hasDrapes = false;
  readonly #origin: WorldPoint;
  readonly #styles: { style: FeatureStyle; use: StyleUse }[] = [];
  readonly #known = new Map<FeatureStyle, number>();
  readonly #min: [number, number, number] = [Infinity, Infinity, Infinity];
  readonly #max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  #floats = new Float32Array(256 * vertexNumbers);
  #words = new Uint32Array(this.#floats.buffer);
  #count = 0;

  constructor(kind: FeatureDrawKind, origin: WorldPoint) {
    this.kind = kind;
    this.#origin = origin;
  }

  /** Index of a style; features with equal styles share it. */
  style(style: FeatureStyle, use: StyleUse): number {
    const known = use.kind === 'fills' ? undefined : this.#known.get(style);
    if (known !== undefined) return known;
    const index = this.#styles.push({ style, use }) - 1;
    this.#known.set(style, index);
    return index;
  }

  #grow(): void {
    const grown = new Float32Array(this.#floats.length * 2);
    grown.set(this.#floats);
    this.#floats = grown;
    this.#words = new Uint32Array(grown.buffer);
  }

  vertex(positions: Float64Array, index: number, tag: number, arc = 0): void {
    const at = this.#count++ * vertexNumbers;
    if (at + vertexNumbers > this.#floats.length) this.#grow();
    for (const axis of [0, 1, 2] as const) {
      const value = positions[index * 3 + axis]!;
      this.#floats[at + axis] = value - this.#origin[axis];
      if (value < this.#min[axis]) this.#min[axis] = value;
      if (value > this.#max[axis]) this.#max[axis] = value;
    }
    this.#words[at + 3] = tag;
    this.#floats[at + 4] = arc;
  }

  get vertexCount(): number {
    return this.#count;
  }

  finish(label: string): FeatureBatch | null {
    if (this.#count === 0) return null;
    const styles = new DataView(new ArrayBuffer(this.#styles.length * styleLayout.size));
    this.#styles.forEach(({ style, use }, i) => {
      writeStyle(styles, i, style, use);
    });
    const vertices = this.#floats.slice(0, this.#count * vertexNumbers);
    return {
      kind: this.kind,
      origin: this.#origin,
      vertexCount: this.#count,
      vertices: new DeviceBuffer(`${this.kind} ${label}`, GPUBufferUsage.STORAGE, vertices),
      styles: new DeviceBuffer(`${this.kind} styles ${label}`, GPUBufferUsage.STORAGE, styles),
      parts: this.parts,
      min: this.#min,
      max: this.#max,
      hasDrapes: this.hasDrapes,
      hasSeenThrough: this.#styles.some(({ style }) => style.isSeenThrough),
    };
  }
}

function addLine(
  builder: BatchBuilder,
  feature: VectorFeature,
  ring: number,
  drawn: Ring,
  isClosed: boolean,
): void {
  const { positions } = drawn;
  const count = positions.length / 3;
  if (count < 2) return;
  const style = builder.style(feature.style, { kind: 'lines' });
  const arcs = arcLengths(positions, isClosed);
  builder.parts.push({ feature, ring, start: builder.vertexCount, drawn, isClosed });
  const put = (index: number, tag: number, arc: number) => {
    builder.vertex(positions, index, (style | tag) >>> 0, arc);
  };
  // A closed ring repeats its last vertex before and its first two after, for the joins at its seam.
  if (isClosed) put(count - 1, noSegment, 0);
  for (let i = 0; i < count; i++) {
    put(i, !isClosed && i === count - 1 ? noSegment | runEnd : 0, arcs[i]!);
  }
  if (!isClosed) return;
  put(0, noSegment, arcs[count]!);
  put(1, noSegment | runEnd, 0);
}

function addFill(builder: BatchBuilder, feature: VectorFeature, rings: readonly Ring[]): void {
  const outline = rings.map(({ positions }) => {
    const points: number[][] = [];
    for (let i = 0; i < positions.length; i += 3) points.push([...positions.subarray(i, i + 3)]);
    return points;
  });
  // Relative to the first vertex: earcut compares products of coordinates.
  const base = outline[0]?.[0];
  if (!base) return;
  const flat = flatten(outline.map((ring) => ring.map((p) => p.map((value, axis) => value - base[axis]!))));
  const triangles = earcut(flat.vertices, flat.holes, flat.dimensions);
  let [low, high] = [Infinity, -Infinity];
  for (let i = 2; i < flat.vertices.length; i += 3) {
    low = Math.min(low, flat.vertices[i]!);
    high = Math.max(high, flat.vertices[i]!);
  }
  const reach = drapeReach + high - low;
  const style = builder.style(feature.style, { kind: 'fills', reach });
  if (feature.style.isDraped) builder.hasDrapes = true;
  const positions = Float64Array.from(outline.flat(2));
  const drawn = { positions, source: null };
  builder.parts.push({ feature, ring: 0, start: builder.vertexCount, drawn, isClosed: false });
  for (const index of triangles) builder.vertex(positions, index, style);
}

function addPoint(builder: BatchBuilder, feature: VectorFeature, drawn: Ring): void {
  const style = builder.style(feature.style, { kind: 'symbols' });
  builder.parts.push({ feature, ring: 0, start: builder.vertexCount, drawn, isClosed: false });
  for (let i = 0; i < drawn.positions.length / 3; i++) builder.vertex(drawn.positions, i, style);
}

/**
 * Builds the draws of neighbouring features: at most a batch of fills, lines and symbols, in that order. `drapeStep`:
 * distance of vertices along draped lines, horizontal units.
 */
export function buildFeatureBatches(
  label: string,
  features: readonly VectorFeature[],
  origin: WorldPoint,
  drapeStep: number,
  ground: ElevationAt,
): FeatureBatch[] {
  const fills = new BatchBuilder('fills', origin);
  const lines = new BatchBuilder('lines', origin);
  const points = new BatchBuilder('symbols', origin);
  for (const feature of features) {
    const { style, kind, positions, holes = [] } = feature;
    if (kind === 'point') {
      addPoint(points, feature, settleRing(positions, false, style.isDraped, Infinity, ground));
      continue;
    }
    const isClosed = kind === 'polygon';
    if (isClosed && isFilled(style) && positions.length >= 9) {
      const plain = (ring: Float64Array) => settleRing(ring, true, style.isDraped, Infinity, ground);
      addFill(fills, feature, [positions, ...holes].map(plain));
    }
    if (!isLined(style)) continue;
    for (const [index, ring] of [positions, ...holes].entries()) {
      addLine(lines, feature, index, settleRing(ring, isClosed, style.isDraped, drapeStep, ground), isClosed);
    }
  }
  return [fills, lines, points].map((builder) => builder.finish(label)).filter((batch) => batch !== null);
}
