import {
  arcThrough,
  circleAbout,
  circleThrough,
  type DrawnShape,
  type Place,
  rectangleByCorners,
  rectangleBySide,
} from '#domain/drawing/construct/shapes.ts';
import { type Draft, type MeasureToolId, measureTools, type ToolId } from './state.ts';

/** What a drawing tool draws. */
export interface DraftPlan {
  readonly shape: DrawnShape['kind'];
  /** Vertices needed to finish. */
  readonly min: number;
  /** Finished by itself at this many; Infinity waits for the person. */
  readonly max: number;
  /** The shape of `max` places; null where they make none. Left out where the places are its vertices. */
  readonly build?: (places: readonly Place[]) => DrawnShape | null;
}

/** A shape of a fixed number of places. */
function built<Count extends 2 | 3>(
  shape: DrawnShape['kind'],
  count: Count,
  make: (...places: Count extends 2 ? [Place, Place] : [Place, Place, Place]) => DrawnShape | null,
): DraftPlan {
  const build = make as (...places: readonly Place[]) => DrawnShape | null;
  return { shape, min: count, max: count, build: (places) => build(...places) };
}

const plans: Readonly<Record<Draft['tool'], DraftPlan>> = {
  point: { shape: 'point', min: 1, max: 1 },
  polyline: { shape: 'polyline', min: 2, max: Infinity },
  polygon: { shape: 'polygon', min: 3, max: Infinity },
  circle: built('polygon', 2, circleAbout),
  'circle-3': built('polygon', 3, circleThrough),
  arc: built('polyline', 3, arcThrough),
  rectangle: built('polygon', 2, rectangleByCorners),
  'rectangle-3': built('polygon', 3, rectangleBySide),
  location: { shape: 'point', min: 1, max: 1 },
  distance: { shape: 'polyline', min: 2, max: Infinity },
  angle: { shape: 'polyline', min: 3, max: 3 },
  area: { shape: 'polygon', min: 3, max: Infinity },
  volume: { shape: 'polygon', min: 3, max: Infinity },
};

/** The plan of a drawing tool. */
export function draftPlan(tool: Draft['tool']): DraftPlan {
  return plans[tool];
}

/** The shape of a draft, as far as it is placed; null where its places make none. */
export function draftShape({ tool, coordinates, bulges }: Draft): DrawnShape | null {
  const { shape, min, build } = plans[tool];
  if (build === undefined || coordinates.length < 3 * min) {
    return { kind: shape, coordinates, ...(bulges ? { bulges } : {}) };
  }
  const places = Array.from(
    { length: coordinates.length / 3 },
    (_, i) => coordinates.slice(3 * i, 3 * i + 3) as unknown as Place,
  );
  return build(places);
}

/** Whether a tool draws. */
export function isDrawing(tool: ToolId): tool is Draft['tool'] {
  return Object.hasOwn(plans, tool);
}

/** Whether what a tool draws is measured, not kept. */
export function isMeasuring(tool: ToolId): tool is MeasureToolId {
  return (measureTools as readonly ToolId[]).includes(tool);
}

/** Whether a tool draws lines whose segments may be arcs or follow others. */
export function hasSegmentModes(tool: ToolId): tool is 'polyline' | 'polygon' {
  return tool === 'polyline' || tool === 'polygon';
}
