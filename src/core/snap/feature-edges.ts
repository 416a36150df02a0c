import { type DrawingFeature, vertexAt } from '#domain/drawing/feature.ts';
import { arcTolerance } from '#domain/drawing/feature-lines.ts';
import { featurePaths } from '#domain/drawing/feature-path.ts';
import { type Path, segmentAt, segmentCount } from '#domain/geometry/path/path.ts';
import { type BoxTree, type HalfSpace, packBoxes } from '#domain/geometry/plane/box-tree.ts';
import { arcOfBulge, chordCount } from '#domain/geometry/plane/bulge.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { SnapEdge } from '#domain/view/snap.ts';
import { arcPlace, type SnapArc } from '#domain/view/snap-arc.ts';

/** Features of more edges get a tree of their own. */
const manyEdges = 64;

/** Edges and arcs of a feature; a tree of the edges where they are many. */
interface FeatureEdges {
  readonly edges: readonly SnapEdge[];
  readonly arcs: readonly SnapArc[];
  readonly tree: BoxTree | null;
}

/** Those of the features queried so far; a changed feature is another record. */
const known = new WeakMap<DrawingFeature, FeatureEdges>();

/** The edges of a path, arcs as chords that know their arc. */
function addPath(path: Path, edges: SnapEdge[], arcs: SnapArc[]): void {
  const { coordinates } = path;
  const count = coordinates.length / 3;
  const places = Array.from({ length: count }, (_, i) => vertexAt({ coordinates }, i));
  for (let i = 0; i < segmentCount(path); i++) {
    const [from, to] = [places[i]!, places[(i + 1) % count]!];
    const { x0, y0, x1, y1, bulge } = segmentAt(path, i);
    const plan = arcOfBulge(x0, y0, x1, y1, bulge);
    if (plan === null) {
      edges.push({ a: from, b: to, isTin: false });
      continue;
    }
    const arc = { plan, from, to };
    arcs.push(arc);
    const steps = chordCount(plan.radius, plan.sweep, arcTolerance);
    let a: WorldPoint = from;
    for (let step = 1; step <= steps; step++) {
      const b = arcPlace(arc, step / steps);
      edges.push({ a, b, isTin: false, arc });
      a = b;
    }
  }
}

/** The boxes of edges, endless in z where an end has no elevation. */
function boxesOf(edges: readonly SnapEdge[]): Float64Array {
  const boxes = new Float64Array(6 * edges.length);
  for (const [i, { a, b }] of edges.entries()) {
    for (let axis = 0; axis < 3; axis++) {
      const [one, other] = [a[axis]!, b[axis]!];
      const isUnknown = Number.isNaN(one + other);
      boxes[6 * i + axis] = isUnknown ? -Infinity : Math.min(one, other);
      boxes[6 * i + axis + 3] = isUnknown ? Infinity : Math.max(one, other);
    }
  }
  return boxes;
}

function edgesOf(feature: DrawingFeature): FeatureEdges {
  const found = known.get(feature);
  if (found !== undefined) return found;
  const edges: SnapEdge[] = [];
  const arcs: SnapArc[] = [];
  const paths = featurePaths(feature);
  for (const path of paths) addPath(path, edges, arcs);
  for (let i = 0; paths.length === 0 && 3 * i < feature.coordinates.length; i++) {
    const a = vertexAt(feature, i);
    edges.push({ a, b: a, isTin: false });
  }
  const tree = edges.length > manyEdges ? packBoxes(boxesOf(edges)) : null;
  const made = { edges, arcs, tree };
  known.set(feature, made);
  return made;
}

/**
 * Edges of a feature that may meet a region (of a short one all; a place counts as one), and all of its arcs. They are
 * kept for the next query.
 */
export function edgesNear(
  feature: DrawingFeature,
  region: readonly HalfSpace[],
): { readonly edges: Iterable<SnapEdge>; readonly arcs: readonly SnapArc[] } {
  const { edges, arcs, tree } = edgesOf(feature);
  return { edges: tree === null ? edges : tree.query(region).map((edge) => edges[edge]!), arcs };
}
