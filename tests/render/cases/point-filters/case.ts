import { type FilterPoint, isPointSeen, type PointFilter, seeAll } from '#domain/cloud/point-filter.ts';
import type { PointLayers } from '#domain/formats/las/points.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { Check, RenderCase } from '../../page/render-case.ts';
import type { Stage } from '../../page/stage.ts';
import {
  lattice,
  latticeMiddle as middle,
  latticeOffset as offset,
  latticeScale as scale,
} from '../../scenes/lattice.ts';

const size = { width: 480, height: 360 };
function pointOf(points: PointLayers, i: number): FilterPoint & { position: WorldPoint } {
  const along = (axis: 0 | 1 | 2) => points.xyz![i * 3 + axis]! * scale[axis] + offset[axis];
  return {
    position: [along(0), along(1), along(2)],
    classification: points.classification![i]!,
    returnNumber: points.returnNumber![i]!,
    numberOfReturns: points.numberOfReturns![i]!,
    gpsTime: points.gpsTime![i]!,
  };
}

const [x, y] = [offset[0], offset[1]];
const box = { kind: 'box', center: [x + 14.3, y + 12.2, 100], half: [9.1, 5.3, 6], yawRad: 0.5 } as const;
const ring = [x + 3.2, y + 2.1, x + 40.7, y + 4.4, x + 38.1, y + 30.3, x + 22.2, y + 9.7, x + 6.6, y + 29.2];
const polygon = { kind: 'polygon', ring } as const;
const slice = { kind: 'slice', from: [x + 2.3, y + 28.9], to: [x + 41.2, y + 3.7], width: 5.3 } as const;

/** Filters to compare, by name. */
const filters: Readonly<Record<string, Partial<PointFilter>>> = {
  none: {},
  classes: { hiddenClasses: [0, 2, 5, 11] },
  returns: { hiddenReturns: ['single', 'last'] },
  'middle returns': { hiddenReturns: ['middle', 'first'] },
  elevations: { seenElevations: [94.001, 103.5] },
  times: { seenTimes: [314_159_265.25 + 700.5, 314_159_265.25 + 2900.5] },
  box: { clips: [{ ...box, id: 'a', isInverted: false }] },
  'all but a polygon': { clips: [{ ...polygon, id: 'a', isInverted: true }] },
  slice: { clips: [{ ...slice, id: 'a', isInverted: false }] },
  'box and polygon without a slice, some classes': {
    hiddenClasses: [1, 3],
    clips: [
      { ...box, id: 'a', isInverted: false },
      { ...polygon, id: 'b', isInverted: false },
      { ...slice, id: 'c', isInverted: true },
    ],
  },
};

/** Points whose pixel disagrees with the predicate. */
async function compare({ viewport, settle }: Stage, points: PointLayers, name: string): Promise<Check> {
  const filter = { ...seeAll, ...filters[name] };
  viewport.setDisplay(filter);
  await settle();
  const { data, width } = await viewport.capture();
  let [seen, wrong] = [0, 0];
  for (let i = 0; i < points.count; i++) {
    const point = pointOf(points, i);
    const place = viewport.project(point.position);
    const isDrawn = data[(Math.floor(place.y) * width + Math.floor(place.x)) * 4]! > 200;
    const isSeen = isPointSeen(filter, point);
    if (isSeen) seen++;
    if (isDrawn !== isSeen) wrong++;
  }
  const isOk = wrong === 0 && seen > 0 && (name === 'none') === (seen === points.count);
  return { what: name, isOk, detail: `${seen} of ${points.count} seen, ${wrong} drawn otherwise` };
}

/** Picks return visible points, and null where the filter hides them. */
async function comparePicks({ viewport }: Stage, points: PointLayers, filter: PointFilter): Promise<Check> {
  let [hits, wrong] = [0, 0];
  for (let i = 5; i < points.count; i += 61) {
    const point = pointOf(points, i);
    const place = viewport.project(point.position);
    const hit = await viewport.pick(place.x, place.y, { radiusPx: 2, kinds: ['point'] });
    if (hit) hits++;
    const isRight =
      hit?.kind === 'point' && hit.integers.join() === points.xyz!.subarray(i * 3, i * 3 + 3).join();
    if (isPointSeen(filter, point) ? !isRight : hit !== null) wrong++;
  }
  return { what: 'picks', isOk: wrong === 0 && hits > 2, detail: `${hits} hits, ${wrong} wrong` };
}

/** The image and its picks follow the predicate that all other code uses. */
export const renderCase: RenderCase = {
  ...size,
  async run(stage) {
    const { viewport } = stage;
    const points = lattice();
    viewport.setDisplay({ hasGrid: false, hasEdl: false, colourMode: 'rgb', pointSizePx: 5 });
    viewport.setDisplay({ pointSizeMode: 'fixed', hasRoundPoints: false });
    viewport.setCamera({ mode: '2d', target: middle, distance: 46 });
    viewport.addLayer({ id: 'lattice', kind: 'points', isVisible: true, points, scale, offset });
    const checks: Check[] = [];
    for (const name of Object.keys(filters)) checks.push(await compare(stage, points, name));
    const last = Object.keys(filters).at(-1)!;
    checks.push(await comparePicks(stage, points, { ...seeAll, ...filters[last] }));
    return { checks };
  },
};
