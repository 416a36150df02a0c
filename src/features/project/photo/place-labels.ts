import type { Plan } from '#ui/plan.ts';

/** Where a label stands beside its sign, pixels from the sign's middle. */
interface LabelPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** A surveyed point on the map with a place for its label. */
export interface PlacedPoint<Point> {
  readonly point: Point;
  readonly shape: 'triangle' | 'square';
  readonly at: readonly [x: number, y: number];
  readonly labelAt: LabelPlace;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Right of the sign, left of it, above, below: the first that is free is taken. */
const places: readonly [LabelPlace, ...LabelPlace[]] = [
  { x: 9, y: 4, anchor: 'start' },
  { x: -9, y: 4, anchor: 'end' },
  { x: 0, y: -10, anchor: 'middle' },
  { x: 0, y: 18, anchor: 'middle' },
];
const letterPx = 7;
const lineTop = 11;
const lineBottom = 3;
const signPx = 6;

const anchorShare = { start: 0, middle: 0.5, end: 1 } as const;

function labelBox([x, y]: readonly [number, number], label: string, place: LabelPlace): Box {
  const width = letterPx * label.length;
  const left = x + place.x - anchorShare[place.anchor] * width;
  return { left, right: left + width, top: y + place.y - lineTop, bottom: y + place.y + lineBottom };
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** Puts points on the map, each label where it covers neither a sign nor an earlier label, if there is such a place. */
export function placePoints<
  Point extends { readonly label: string; readonly position: readonly [number, number, ...unknown[]] },
>(
  plan: Pick<Plan, 'place'>,
  points: readonly { readonly point: Point; readonly shape: 'triangle' | 'square' }[],
): PlacedPoint<Point>[] {
  const signs = points.map(({ point: { position } }) => plan.place(position[0], position[1]));
  const signBoxes = signs.map(([x, y]) => ({
    left: x - signPx,
    right: x + signPx,
    top: y - signPx,
    bottom: y + signPx,
  }));
  const taken: Box[] = [];
  return points.map(({ point, shape }, index) => {
    const at = signs[index] ?? [0, 0];
    const isFree = (box: Box) =>
      !taken.some((other) => overlaps(box, other)) &&
      !signBoxes.some((sign, owner) => owner !== index && overlaps(box, sign));
    const labelAt = places.find((place) => isFree(labelBox(at, point.label, place))) ?? places[0];
    taken.push(labelBox(at, point.label, labelAt));
    return { point, shape, at, labelAt };
  });
}
