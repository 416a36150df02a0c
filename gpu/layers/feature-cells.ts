import type { Bounds3 } from '#domain/math/bounds.ts';
import { createBounds } from '#domain/math/bounds.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { SceneLabel } from '#viewport/label.ts';
import type { VectorFeature } from '#viewport/scene.ts';
import type { FeatureBatch } from './feature-batch.ts';

/** Edge of the largest cells, horizontal units. */
const rootEdge = 2048;
/** A cell with more features than this is split into four, down to the minimum edge. */
const maxFeatures = 1024;
const minEdge = 8;

/** Features whose first vertices share a square: drawn together, with one origin. */
export interface FeatureCell {
  readonly key: string;
  readonly edge: number;
  /** In the order of insertion. */
  readonly features: Map<string, VectorFeature>;
  readonly origin: WorldPoint;
  batches: FeatureBatch[];
  /** Null until they are requested. */
  labels: SceneLabel[] | null;
  /** True where its draws are out of date. */
  isStale: boolean;
  /** Contains vertices on the terrain. */
  isGrounded: boolean;
  terrainRevision: number;
  /** Box around all vertices; unknown elevations are left out. Null until first requested. */
  bounds: Bounds3 | null;
}

function boundsOf({ features }: FeatureCell): Bounds3 {
  const around = createBounds();
  for (const { positions } of features.values()) around.add(positions);
  return around.bounds();
}

/** Frees the draws of a cell. */
export function releaseBatches(cell: FeatureCell): void {
  for (const batch of cell.batches) {
    batch.vertices.release();
    batch.styles.release();
  }
  cell.batches = [];
}

/** The features of a layer by place: a square with many of them is split into four, so that an edit rebuilds few. */
export class FeatureCells {
  readonly #cells = new Map<string, FeatureCell>();
  readonly #cellOf = new Map<string, FeatureCell>();
  /** Squares that were split. */
  readonly #cut = new Set<string>();
  #bounds: Bounds3 | null | undefined;

  get all(): Iterable<FeatureCell> {
    return this.#cells.values();
  }

  *features(): Generator<VectorFeature> {
    for (const cell of this.#cells.values()) yield* cell.features.values();
  }

  /** Box around all vertices; null without any. */
  get bounds(): Bounds3 | null {
    this.#bounds ??= this.#findBounds();
    return this.#bounds;
  }

  #findBounds(): Bounds3 | null {
    const all: Bounds3[] = [];
    for (const cell of this.#cells.values()) {
      cell.bounds ??= boundsOf(cell);
      all.push(cell.bounds);
    }
    const around = createBounds();
    for (const bounds of all) around.join(bounds);
    const { min, max } = around.bounds();
    if (!(min[0] <= max[0])) return null;
    const hasHeight = min[2] <= max[2];
    return hasHeight ? { min, max } : { min: [min[0], min[1], 0], max: [max[0], max[1], 0] };
  }

  set(feature: VectorFeature): void {
    const old = this.#cellOf.get(feature.id);
    const cell = this.#cellAt(feature.positions);
    if (old && old !== cell) this.#leave(feature.id, old);
    cell.features.set(feature.id, feature);
    this.#cellOf.set(feature.id, cell);
    this.#touch(cell);
    if (cell.features.size > maxFeatures && cell.edge > minEdge) this.#cutUp(cell);
  }

  remove(id: string): void {
    const cell = this.#cellOf.get(id);
    if (!cell) return;
    this.#cellOf.delete(id);
    this.#leave(id, cell);
  }

  #touch(cell: FeatureCell): void {
    cell.isStale = true;
    cell.bounds = null;
    this.#bounds = undefined;
  }

  #leave(id: string, cell: FeatureCell): void {
    cell.features.delete(id);
    this.#touch(cell);
    if (cell.features.size > 0) return;
    releaseBatches(cell);
    this.#cells.delete(cell.key);
  }

  /** The cell of the smallest square that holds a feature's first vertex. */
  #cellAt(positions: Float64Array): FeatureCell {
    const [x, y, z] = [positions[0]!, positions[1]!, positions[2]!];
    for (let edge = rootEdge; ; edge /= 2) {
      const [column, row] = [Math.floor(x / edge), Math.floor(y / edge)];
      const key = `${edge},${column},${row}`;
      if (this.#cut.has(key)) continue;
      const known = this.#cells.get(key);
      if (known) return known;
      const cell: FeatureCell = {
        key,
        edge,
        features: new Map(),
        origin: [(column + 0.5) * edge, (row + 0.5) * edge, Number.isFinite(z) ? Math.round(z) : 0],
        batches: [],
        labels: null,
        isStale: true,
        isGrounded: false,
        terrainRevision: -1,
        bounds: null,
      };
      this.#cells.set(key, cell);
      return cell;
    }
  }

  #cutUp(cell: FeatureCell): void {
    this.#cut.add(cell.key);
    this.#cells.delete(cell.key);
    releaseBatches(cell);
    for (const feature of cell.features.values()) {
      this.#cellOf.delete(feature.id);
      this.set(feature);
    }
  }

  release(): void {
    for (const cell of this.#cells.values()) releaseBatches(cell);
    this.#cells.clear();
    this.#cellOf.clear();
    this.#cut.clear();
    this.#bounds = undefined;
  }
}
