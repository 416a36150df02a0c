import type { ErrorRecord } from '../../errors/app-error.ts';
import type { ExchangeDrawing, ExchangeFeature } from '../../formats/exchange-model.ts';
import { type DrawingContent, type DrawingSums, drawingSums } from './drawing-sums.ts';

/** What a format makes of a drawing. */
interface FormatRule {
  /** Texts become points of their places, or are left out; both are told where they are written. */
  readonly texts: 'kept' | 'points' | 'none';
  /** Triangles become areas. */
  readonly areTrianglesAreas: boolean;
  /** The file is in the system of the drawing: extents can be compared. */
  readonly isInSystem: boolean;
}

const rules = {
  dxf: { texts: 'kept', areTrianglesAreas: false, isInSystem: true },
  landxml: { texts: 'none', areTrianglesAreas: false, isInSystem: true },
  geojson: { texts: 'points', areTrianglesAreas: true, isInSystem: true },
  shapefile: { texts: 'points', areTrianglesAreas: true, isInSystem: true },
  gpkg: { texts: 'points', areTrianglesAreas: true, isInSystem: true },
  kml: { texts: 'points', areTrianglesAreas: true, isInSystem: false },
  kmz: { texts: 'points', areTrianglesAreas: true, isInSystem: false },
  points: { texts: 'none', areTrianglesAreas: false, isInSystem: true },
} as const satisfies Readonly<Record<string, FormatRule>>;

export type CheckedFormat = keyof typeof rules;

/** Chords leave arcs by a thousandth of a unit, and files round to less than another. */
const tolerance = 0.002;

/**
 * What of a drawing a written file does not give back: numbers of points, lines (rings and holes included), texts and
 * triangles, the extent in plan and the range of elevations. Empty where all of it is there.
 * @param written what was written; for points, those points alone
 * @param read the file, read again
 */
export function writtenFaults(
  written: ExchangeDrawing,
  read: DrawingContent,
  format: CheckedFormat,
): ErrorRecord[] {
  const rule = rules[format];
  const expected = expectedSums(written, rule);
  const found = drawingSums(read);
  const counts = (['points', 'lines', 'texts', 'triangles'] as const)
    .filter((what) => expected[what] !== found[what])
    .map(
      (what): ErrorRecord => ({
        code: `export.read-back-${what}`,
        params: { written: expected[what], read: found[what] },
      }),
    );
  return rule.isInSystem ? [...counts, ...placeFaults(expected, found)] : counts;
}

function expectedSums(drawing: ExchangeDrawing, { texts, areTrianglesAreas }: FormatRule): DrawingSums {
  const places = (drawing.texts ?? []).map(
    ({ x, y, z, layer }): ExchangeFeature => ({
      kind: 'point',
      coordinates: Float64Array.of(x, y, z),
      layer,
    }),
  );
  const sums = drawingSums(
    texts === 'points' ? { ...drawing, features: [...drawing.features, ...places] } : drawing,
  );
  return {
    ...sums,
    texts: texts === 'kept' ? sums.texts : 0,
    lines: sums.lines + (areTrianglesAreas ? sums.triangles : 0),
    triangles: areTrianglesAreas ? 0 : sums.triangles,
  };
}

function placeFaults(expected: DrawingSums, found: DrawingSums): ErrorRecord[] {
  const ends = ({ extent }: DrawingSums) => (extent ? [...extent.min, ...extent.max] : []);
  const heights = ({ heights: range }: DrawingSums) => (range ? [range.min, range.max] : []);
  const off = largestDifference(ends(expected), ends(found));
  const up = largestDifference(heights(expected), heights(found));
  return [
    ...(off > tolerance ? [{ code: 'export.read-back-extent', params: { difference: off } } as const] : []),
    ...(up > tolerance ? [{ code: 'export.read-back-heights', params: { difference: up } } as const] : []),
  ];
}

/** Infinity where only one of them is there. */
function largestDifference(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return Infinity;
  return a.reduce((largest, value, i) => Math.max(largest, Math.abs(value - b[i]!)), 0);
}
