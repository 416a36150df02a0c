import { clamp } from '#domain/math/clamp.ts';
import type { Place } from './place.ts';

/** The part of the world that a plan shows: degrees of longitude are as wide as those of latitude are high. */
export interface PlanView {
  readonly centre: Place;
  /** Degrees of longitude across the plan. */
  readonly span: number;
}

/** Width over height of the plan. */
export const planShape = 2;
export const wholeWorld: PlanView = { centre: { longitude: 0, latitude: 0 }, span: 360 };
const closest = 6;

const within = (value: number, reach: number): number => clamp(value, -reach, reach);

/** The view of a centre and span that shows nothing beyond the world. */
export function viewOf({ longitude, latitude }: Place, wanted: number): PlanView {
  const span = Math.max(closest, Math.min(360, wanted));
  return {
    span,
    centre: {
      longitude: within(longitude, (360 - span) / 2),
      latitude: within(latitude, (180 - span / planShape) / 2),
    },
  };
}

/** West, top and size of a view, as an SVG's window: longitude to the right, latitude down. */
export function windowOf({
  centre,
  span,
}: PlanView): readonly [x: number, y: number, width: number, height: number] {
  const height = span / planShape;
  return [centre.longitude - span / 2, -centre.latitude - height / 2, span, height];
}

/** The place at a share of the plan's width and height. */
export function placeAt(view: PlanView, shareX: number, shareY: number): Place {
  const [x, y, width, height] = windowOf(view);
  return { longitude: within(x + shareX * width, 180), latitude: within(-(y + shareY * height), 90) };
}

/** A place moved by so many degrees; longitudes wrap around, latitudes end at the poles. */
export function moved({ longitude, latitude }: Place, east: number, north: number): Place {
  return {
    longitude: ((((longitude + east + 180) % 360) + 360) % 360) - 180,
    latitude: within(latitude + north, 90),
  };
}

/** Whether a place is in view, with a margin of a tenth of the view. */
export function isInView(view: PlanView, { longitude, latitude }: Place): boolean {
  const reach = 0.4 * view.span;
  return (
    Math.abs(longitude - view.centre.longitude) <= reach &&
    Math.abs(latitude - view.centre.latitude) <= reach / planShape
  );
}

/** Degrees between the lines of the graticule: about a dozen across. */
export function graticuleStep(span: number): number {
  return [1, 2, 5, 10, 15].find((step) => span / step <= 12) ?? 30;
}
