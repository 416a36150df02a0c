import { createTransform, type TransformEnd } from '../../crs/transform.ts';
import type { ErrorRecord } from '../../errors/app-error.ts';
import { withoutArcs } from '../../formats/exchange-geometry.ts';
import type { ExchangeDrawing, ExchangeFeature, ExchangeText } from '../../formats/exchange-model.ts';

/** How the coordinates of a file become those of a project. */
export interface DrawingPlacement {
  /** The first coordinate of the file is north, the second east. */
  readonly isSwapped: boolean;
  /** The file's system; null: it is the project's, but for its units. */
  readonly system: TransformEnd | null;
  /** The project's system; null: not known, nothing is transformed. */
  readonly target: TransformEnd | null;
  /** Factor of plan coordinates, before they are transformed where they are. */
  readonly planScale: number;
  /** Factor of heights, also where x and y are transformed. */
  readonly heightScale: number;
  /** Chords leave arcs that a transform does not keep by at most this, units of the file. */
  readonly tolerance: number;
}

export interface PlacedDrawing {
  readonly drawing: ExchangeDrawing;
  /** What was changed beside the coordinates, with counts. */
  readonly notes: readonly ErrorRecord[];
}

/** Where places go: x and y of a flat xyz array, in place. */
type PlanRun = (xyz: Float64Array) => void;

/**
 * A drawing in the system and units of a project; nothing of the given one is changed. Arcs stay arcs where plan
 * coordinates are scaled or swapped, and become chords where they are transformed. Heights are scaled and keep their
 * datum. `unit` is that of the result: null, as the caller knows it.
 *
 * Errors: those of `createTransform`, and `crs.transform-not-finite` for places that the target does not have.
 */
export function placeDrawing(drawing: ExchangeDrawing, placement: DrawingPlacement): PlacedDrawing {
  const { isSwapped, heightScale, tolerance } = placement;
  const isTransformed = placement.system !== null && placement.target !== null;
  const arcs = drawing.features.filter(({ bulges }) => bulges?.some((bulge) => bulge !== 0)).length;
  const plan = planRun(drawing, placement);
  const run = (xyz: Float64Array): Float64Array => {
    const placed = xyz.slice();
    if (isSwapped) swapPlan(placed);
    plan(placed);
    for (let i = 2; i < placed.length; i += 3) placed[i] = placed[i]! * heightScale;
    return placed;
  };
  const placeFeature = (feature: ExchangeFeature): ExchangeFeature => {
    const { coordinates, bulges, ...rest } = isTransformed ? withoutArcs(feature, tolerance) : feature;
    const symbol = feature.symbol && placeSymbol(feature, run);
    return {
      ...rest,
      coordinates: run(coordinates),
      ...(bulges ? { bulges: isSwapped ? bulges.map((bulge) => -bulge) : bulges } : {}),
      ...(symbol ? { symbol } : {}),
    };
  };
  return {
    drawing: {
      ...drawing,
      unit: null,
      features: drawing.features.map(placeFeature),
      surfaces: (drawing.surfaces ?? []).map((surface) => ({
        ...surface,
        points: run(surface.points),
        triangles: isSwapped ? turned(surface.triangles) : surface.triangles,
      })),
      texts: (drawing.texts ?? []).map((text) => placeText(text, run)),
    },
    notes: isTransformed && arcs > 0 ? [{ code: 'import.arcs-became-chords', params: { count: arcs } }] : [],
  };
}

function planRun(
  drawing: ExchangeDrawing,
  { system, target, planScale, isSwapped }: DrawingPlacement,
): PlanRun {
  const scale = (xyz: Float64Array) => {
    if (planScale === 1) return;
    for (let i = 0; i < xyz.length; i += 3) {
      xyz[i] = xyz[i]! * planScale;
      xyz[i + 1] = xyz[i + 1]! * planScale;
    }
  };
  if (system === null || target === null) return scale;
  const first = firstPlace(drawing);
  if (first === null) return () => undefined;
  const place = (isSwapped ? [first[1]!, first[0]!] : first).map((value) => value * planScale);
  const transform = createTransform(system, target, place);
  return (xyz) => {
    scale(xyz);
    const xy = new Float64Array((xyz.length / 3) * 2);
    for (let i = 0, j = 0; i < xyz.length; i += 3, j += 2) {
      xy[j] = xyz[i]!;
      xy[j + 1] = xyz[i + 1]!;
    }
    transform.batch(xy, 2);
    for (let i = 0, j = 0; i < xyz.length; i += 3, j += 2) {
      xyz[i] = xy[j]!;
      xyz[i + 1] = xy[j + 1]!;
    }
  };
}

function firstPlace({ features, surfaces = [], texts = [] }: ExchangeDrawing): number[] | null {
  const found = features[0]?.coordinates ?? surfaces[0]?.points;
  if (found !== undefined && found.length >= 3) return [found[0]!, found[1]!];
  const [text] = texts;
  return text ? [text.x, text.y] : null;
}

function swapPlan(xyz: Float64Array): void {
  for (let i = 0; i < xyz.length; i += 3) {
    const x = xyz[i]!;
    xyz[i] = xyz[i + 1]!;
    xyz[i + 1] = x;
  }
}

/** Triangles seen from above after east and north were swapped, which mirrors them. */
function turned(triangles: Uint32Array): Uint32Array {
  const back = triangles.slice();
  for (let i = 0; i < back.length; i += 3) {
    const second = back[i + 1]!;
    back[i + 1] = back[i + 2]!;
    back[i + 2] = second;
  }
  return back;
}

/** Where a place and a short step from it in a direction go: the direction and the length of the step there. */
function directionAt(
  place: readonly number[],
  angle: number,
  step: number,
  run: (xyz: Float64Array) => Float64Array,
): { readonly xyz: Float64Array; readonly angle: number; readonly length: number } {
  const [x = 0, y = 0, z = Number.NaN] = place;
  const both = run(Float64Array.of(x, y, z, x + step * Math.cos(angle), y + step * Math.sin(angle), z));
  const [dx, dy] = [both[3]! - both[0]!, both[4]! - both[1]!];
  return { xyz: both.subarray(0, 3), angle: Math.atan2(dy, dx), length: Math.hypot(dx, dy) };
}

function placeSymbol(
  { coordinates, symbol }: ExchangeFeature,
  run: (xyz: Float64Array) => Float64Array,
): ExchangeFeature['symbol'] {
  const { rotation, scale, name } = symbol!;
  const { angle, length } = directionAt([...coordinates.subarray(0, 3)], rotation, scale, run);
  return { name, rotation: angle, scale: length };
}

function placeText(text: ExchangeText, run: (xyz: Float64Array) => Float64Array): ExchangeText {
  const { x, y, z, height, angle } = text;
  const placed = directionAt([x, y, z], (angle * Math.PI) / 180, height, run);
  const [px = x, py = y, pz = z] = placed.xyz;
  return { ...text, x: px, y: py, z: pz, height: placed.length, angle: (placed.angle * 180) / Math.PI };
}
