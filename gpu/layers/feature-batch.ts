import earcut, { flatten } from 'earcut';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { Rgba } from '#domain/view/display.ts';
import type { PointSymbol, VectorFeature } from '#domain/view/scene.ts';
import { code as featureCode } from '#shaders/common/features.wgsl';
import { code as symbolCode } from '#shaders/render/symbols.wgsl';
import type { FeatureDrawKind } from '../frame/draws.ts';
import { structLayout, wgslConstant, wgslConstants } from '../layouts/wgsl-layout.ts';
import { DeviceBuffer } from '../resources/device-data.ts';
import { packColour } from '../resources/pack-colour.ts';

const flags = wgslConstants(featureCode);
const symbols = wgslConstants(symbolCode);
const noSegment = wgslConstant(flags, 'TAG_NO_SEGMENT');
const seenThrough = wgslConstant(flags, 'STYLE_SEEN_THROUGH');
const draped = wgslConstant(flags, 'STYLE_DRAPED');
const vertexLayout = structLayout(featureCode, 'FeatureVertex');
const styleLayout = structLayout(featureCode, 'FeatureStyle');

const symbolNumbers: Readonly<Record<PointSymbol, number>> = {
  disc: wgslConstant(symbols, 'SYMBOL_DISC'),
  ring: wgslConstant(symbols, 'SYMBOL_RING'),
  square: wgslConstant(symbols, 'SYMBOL_SQUARE'),
  diamond: wgslConstant(symbols, 'SYMBOL_DIAMOND'),
  triangle: wgslConstant(symbols, 'SYMBOL_TRIANGLE'),
  cross: wgslConstant(symbols, 'SYMBOL_CROSS'),
};

/** Elevations for vertices on the terrain. */
export type ElevationAt = (x: number, y: number) => number;

/** A run of vertices in a batch that belong to one ring of one feature. */
export interface BatchPart {
  readonly feature: VectorFeature;
  /** 0 outer ring, 1… holes. */
  readonly ring: number;
  /** First vertex of the run in the batch; of a fill, its style's index. */
  readonly start: number;
  /** For each vertex of the run the index in the feature's ring; in-between vertices of a drape name the one before. */
  readonly source: Int32Array;
  /** World xyz of the run's vertices, length 3n. */
  readonly positions: Float64Array;
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
  /** Fills only: some of them lie on the scene. */
  readonly hasDrapes: boolean;
}

/** Dark round light symbols, light round dark ones. */
function outlineOf(colour: Rgba): Rgba {
  const luminance = 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2];
  return luminance > 0.35 ? [0.06, 0.07, 0.09, 0.75 * colour[3]] : [1, 1, 1, 0.85 * colour[3]];
}

/** How far above and below its ring a draped fill finds the scene, vertical units. */
const drapeReach = 150;

/** Points between two vertices so that a draped line follows the ground: at most this many. */
const mostDrapeSteps = 256;

interface Ring {
  readonly positions: Float64Array;
  readonly source: Int32Array;
}

/** A ring or line with its elevations filled in, and, where draped, with vertices between at `step` apart. */
function settle(
  positions: Float64Array,
  isClosed: boolean,
  isDraped: boolean,
  step: number,
  ground: ElevationAt,
): Ring {
  const count = positions.length / 3;
  const xyz: number[] = [];
  const source: number[] = [];
  // Off the terrain, a vertex keeps the elevation of the one before.
  let last = Number.NaN;
  const put = (x: number, y: number, z: number, onGround: boolean, index: number) => {
    const elevation = onGround ? ground(x, y) : z;
    last = [elevation, z, last].find(Number.isFinite) ?? Number.NaN;
    xyz.push(x, y, last);
    source.push(index);
  };
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [positions[i * 3]!, positions[i * 3 + 1]!, positions[i * 3 + 2]!];
    put(x, y, z, isDraped || Number.isNaN(z), i);
    if (!isDraped || (i === count - 1 && !isClosed)) continue;
    const j = (i + 1) % count;
    const [dx, dy, dz] = [positions[j * 3]! - x, positions[j * 3 + 1]! - y, positions[j * 3 + 2]! - z];
    const steps = Math.min(mostDrapeSteps, Math.ceil(Math.hypot(dx, dy) / step));
    for (let k = 1; k < steps; k++)
      put(x + (dx * k) / steps, y + (dy * k) / steps, z + (dz * k) / steps, true, i);
  }
  const first = xyz.find((value, i) => i % 3 === 2 && Number.isFinite(value)) ?? 0;
  const settled = Float64Array.from(xyz, (value) => (Number.isNaN(value) ? first : value));
  return { positions: settled, source: Int32Array.from(source) };
}

/** Collects vertices and styles of one kind. */
class BatchBuilder {
  readonly kind: FeatureDrawKind;
  readonly parts: BatchPart[] = [];
  hasDrapes = false;
  readonly #origin: WorldPoint;
  readonly #vertices: number[] = [];
  readonly #tags: number[] = [];
  readonly #styles: { colour: number; size: number; flags: number; outline: number }[] = [];
  readonly #min: [number, number, number] = [Infinity, Infinity, Infinity];
  readonly #max: [number, number, number] = [-Infinity, -Infinity, -Infinity];

  constructor(kind: FeatureDrawKind, origin: WorldPoint) {
    this.kind = kind;
    this.#origin = origin;
  }

  style(feature: VectorFeature, colour: Rgba, size: number, symbol = 0): number {
    const { style } = feature;
    const bits = (style.isSeenThrough ? seenThrough : 0) | (style.isDraped ? draped : 0) | (symbol << 8);
    const outline = packColour(outlineOf(colour));
    return this.#styles.push({ colour: packColour(colour), size, flags: bits, outline }) - 1;
  }

  vertex(positions: Float64Array, index: number, tag: number): void {
    for (const axis of [0, 1, 2] as const) {
      const value = positions[index * 3 + axis]!;
      this.#vertices.push(value - this.#origin[axis]);
      if (value < this.#min[axis]) this.#min[axis] = value;
      if (value > this.#max[axis]) this.#max[axis] = value;
    }
    this.#tags.push(tag >>> 0);
  }

  get vertexCount(): number {
    return this.#tags.length;
  }

  finish(label: string): FeatureBatch | null {
    const count = this.#tags.length;
    if (count === 0) return null;
    const vertices = new DataView(new ArrayBuffer(count * vertexLayout.size));
    const tagOffset = vertexLayout.fields['tag']!.offset;
    for (let i = 0; i < count; i++) {
      for (let axis = 0; axis < 3; axis++) {
        vertices.setFloat32(i * vertexLayout.size + axis * 4, this.#vertices[i * 3 + axis]!, true);
      }
      vertices.setUint32(i * vertexLayout.size + tagOffset, this.#tags[i]!, true);
    }
    const styles = new DataView(new ArrayBuffer(this.#styles.length * styleLayout.size));
    this.#styles.forEach((style, i) => {
      styles.setUint32(i * styleLayout.size, style.colour, true);
      styles.setFloat32(i * styleLayout.size + styleLayout.fields['size_px']!.offset, style.size, true);
      styles.setUint32(i * styleLayout.size + styleLayout.fields['flags']!.offset, style.flags, true);
      styles.setUint32(i * styleLayout.size + styleLayout.fields['outline']!.offset, style.outline, true);
    });
    return {
      kind: this.kind,
      origin: this.#origin,
      vertexCount: count,
      vertices: new DeviceBuffer(`${this.kind} ${label}`, GPUBufferUsage.STORAGE, vertices),
      styles: new DeviceBuffer(`${this.kind} styles ${label}`, GPUBufferUsage.STORAGE, styles),
      parts: this.parts,
      min: this.#min,
      max: this.#max,
      hasDrapes: this.hasDrapes,
    };
  }
}

function addLine(
  builder: BatchBuilder,
  feature: VectorFeature,
  ring: Ring,
  ringIndex: number,
  isClosed: boolean,
): void {
  const count = ring.source.length;
  if (count < 2) return;
  const style = builder.style(feature, feature.style.colour, feature.style.widthPx);
  const positions: number[] = [];
  const source: number[] = [];
  const start = builder.vertexCount;
  const put = (index: number, tag: number) => {
    builder.vertex(ring.positions, index, tag);
    positions.push(...ring.positions.subarray(index * 3, index * 3 + 3));
    source.push(ring.source[index]!);
  };
  // A closed ring gets its last vertex before and its first two after, for the joins at its seam.
  if (isClosed) put(count - 1, style | noSegment);
  for (let i = 0; i < count; i++) put(i, !isClosed && i === count - 1 ? style | noSegment : style);
  if (isClosed) {
    put(0, style | noSegment);
    put(1, style | noSegment);
  }
  builder.parts.push({
    feature,
    ring: ringIndex,
    start,
    source: Int32Array.from(source),
    positions: Float64Array.from(positions),
  });
}

function addFill(builder: BatchBuilder, feature: VectorFeature, rings: readonly Ring[]): void {
  const outline = rings.map((ring) => {
    const points: number[][] = [];
    for (let i = 0; i < ring.source.length; i++) points.push([...ring.positions.subarray(i * 3, i * 3 + 3)]);
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
  const tall = drapeReach + high - low;
  const style = builder.style(feature, feature.style.fill, tall);
  if (feature.style.isDraped) builder.hasDrapes = true;
  const positions = Float64Array.from(outline.flat(2));
  builder.parts.push({ feature, ring: 0, start: style, source: new Int32Array(0), positions });
  for (const index of triangles) builder.vertex(positions, index, style);
}

function addPoint(builder: BatchBuilder, feature: VectorFeature, ring: Ring): void {
  const { style } = feature;
  const index = builder.style(feature, style.colour, style.sizePx, symbolNumbers[style.symbol]);
  const start = builder.vertexCount;
  for (let i = 0; i < ring.source.length; i++) builder.vertex(ring.positions, i, index);
  builder.parts.push({ feature, ring: 0, start, source: ring.source, positions: ring.positions });
}

/**
 * Builds what is drawn of neighbouring features: at most a batch of fills, lines and symbols, in that order.
 * `drapeStep`: distance of vertices along draped lines, horizontal units.
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
    const { style, kind } = feature;
    const isClosed = kind === 'polygon';
    if (kind === 'point') {
      addPoint(points, feature, settle(feature.positions, false, style.isDraped, Infinity, ground));
      continue;
    }
    const settleRing = (positions: Float64Array) =>
      settle(positions, isClosed, style.isDraped, drapeStep, ground);
    const rings = [feature.positions, ...(feature.holes ?? [])].map(settleRing);
    if (isClosed && style.fill[3] > 0 && rings[0]!.source.length >= 3) {
      const plain = (positions: Float64Array) => settle(positions, true, style.isDraped, Infinity, ground);
      addFill(fills, feature, [feature.positions, ...(feature.holes ?? [])].map(plain));
    }
    if (style.widthPx <= 0) continue;
    for (const [index, ring] of rings.entries()) addLine(lines, feature, ring, index, isClosed);
  }
  return [fills, lines, points].map((builder) => builder.finish(label)).filter((batch) => batch !== null);
}
