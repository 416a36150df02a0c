import { nestRings } from '../dxf/read/nest-rings.ts';
import type { ExchangeFeature } from '../exchange-model.ts';
import type { SegmentPath, Vertex } from './segments.ts';

/** Ends of segments that are this near are one vertex, units of the file. */
const joinTolerance = 0.001;

/** The geometry of joined segments. */
export type JoinedPath = Pick<
  ExchangeFeature,
  'kind' | 'coordinates' | 'bulges' | 'closed' | 'partStarts' | 'holeStarts'
> & {
  /** Whether heights of some vertices were left out, since others have none. */
  readonly isFlattened: boolean;
};

interface Line {
  readonly vertices: Vertex[];
  /** From each vertex to the next; of rings also from the last to the first. */
  readonly bulges: number[];
  isRing: boolean;
}

const isNear = (a: Vertex, b: Vertex) => Math.hypot(a[0] - b[0], a[1] - b[1]) <= joinTolerance;

/**
 * Joins segments end to end; a new part begins where one does not begin at the end of the last. An area is made where all
 * parts are rings and `wantsArea` is true, its holes those rings that lie within others.
 */
export function joinSegments(paths: readonly SegmentPath[], wantsArea: boolean): JoinedPath {
  const lines: Line[] = [];
  for (const { vertices, bulges } of paths) {
    const last = lines.at(-1);
    const end = last?.vertices.at(-1);
    if (last && end && isNear(end, vertices[0]!)) {
      for (const vertex of vertices.slice(1)) last.vertices.push(vertex);
      for (const bulge of bulges) last.bulges.push(bulge);
    } else lines.push({ vertices: [...vertices], bulges: [...bulges], isRing: false });
  }
  for (const line of lines) {
    const hasArc = line.bulges.some((bulge) => bulge !== 0);
    if (line.vertices.length < (hasArc ? 3 : 4) || !isNear(line.vertices[0]!, line.vertices.at(-1)!))
      continue;
    line.vertices.pop();
    line.isRing = true;
  }
  const areRings = lines.every(({ isRing }) => isRing);
  const isArea = wantsArea && areRings;
  // Parts of one line are closed together or not at all.
  if (!areRings) {
    for (const line of lines.filter(({ isRing }) => isRing)) {
      line.vertices.push(line.vertices[0]!);
      line.isRing = false;
    }
  }
  const nested = isArea
    ? nestRings(lines.map(({ vertices }) => vertices.flat())).order
    : lines.map((_, index) => ({ index, isHole: false }));
  return {
    kind: isArea ? 'polygon' : 'polyline',
    ...gather(lines, nested),
    ...(!isArea && areRings ? { closed: true } : {}),
  };
}

function gather(
  lines: readonly Line[],
  order: readonly { readonly index: number; readonly isHole: boolean }[],
) {
  const vertices: Vertex[] = [];
  const bulges: number[] = [];
  const [partStarts, holeStarts]: [number[], number[]] = [[], []];
  order.forEach(({ index, isHole }, i) => {
    const line = lines[index]!;
    if (i > 0) (isHole ? holeStarts : partStarts).push(vertices.length);
    for (const vertex of line.vertices) vertices.push(vertex);
    for (let v = 0; v < line.vertices.length; v++) bulges.push(line.bulges[v] ?? 0);
  });
  const missing = vertices.filter(([, , z]) => Number.isNaN(z)).length;
  const coordinates = new Float64Array(3 * vertices.length);
  vertices.forEach(([x, y, z], i) => {
    coordinates.set([x, y, missing > 0 ? Number.NaN : z], 3 * i);
  });
  return {
    coordinates,
    isFlattened: missing > 0 && missing < vertices.length,
    ...(bulges.some((bulge) => bulge !== 0) ? { bulges: Float64Array.from(bulges) } : {}),
    ...(partStarts.length > 0 ? { partStarts } : {}),
    ...(holeStarts.length > 0 ? { holeStarts } : {}),
  };
}
