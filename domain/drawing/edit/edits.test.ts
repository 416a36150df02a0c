import { describe, expect, it } from 'vitest';
import { signedPathArea } from '#domain/geometry/path/area.ts';
import { stationsOf } from '#domain/geometry/path/path.ts';
import { codeOf, near } from '#tests/support/paths.ts';
import type { DrawingFeature } from '../feature.ts';
import { featurePaths } from '../feature-path.ts';
import { bufferFeatures, combineFeatures } from './area-edits.ts';
import { cleanFeatures, findFaults } from './clean.ts';
import { convertFeatures } from './convert.ts';
import { copyAlong, polarArray, rectangularArray } from './copies.ts';
import { addSlope, interpolateElevations, setElevations } from './elevation-edits.ts';
import {
  extendLines,
  filletLines,
  joinLines,
  offsetLines,
  outwardDirection,
  reverseLines,
  simplifyLines,
  splitLine,
  trimLine,
} from './line-edits.ts';
import type { FeatureDraft } from './outcome.ts';
import { mirrorIn, pivotOf, shiftBy, transformed, transformFeatures, turnAbout } from './transform.ts';

let made = 0;
function feature(
  kind: DrawingFeature['kind'],
  coordinates: number[],
  more: Partial<DrawingFeature> = {},
): DrawingFeature {
  made++;
  return { id: `f${made}`, kind, layerId: 'l', code: 'EP', name: '', coordinates, rank: made, ...more };
}
const nan = Number.NaN;
const areaOf = (shape: FeatureDraft) =>
  featurePaths(shape as DrawingFeature).reduce((sum, path) => sum + signedPathArea(path), 0);
const square = (x: number, y: number, size: number, more: Partial<DrawingFeature> = {}) =>
  feature('polygon', [x, y, 1, x + size, y, 1, x + size, y + size, 1, x, y + size, 1], more);

describe('edits of lines', () => {
  const line = () =>
    feature('polyline', [0, 0, 0, 10, 0, 5, 20, 0, 5], { name: 'Edge', purpose: 'hard-breakline' });

  it('keep code, layer and purpose, and ids where a feature goes on', () => {
    const before = line();
    const { replaced, added } = splitLine([before], { at: 'station', station: 4 });
    expect(replaced?.[0]).toMatchObject({ id: before.id, name: 'Edge', purpose: 'hard-breakline' });
    expect(replaced?.[0]?.coordinates).toEqual([0, 0, 0, 4, 0, 2]);
    expect(added?.[0]).toMatchObject({ code: 'EP', name: '', purpose: 'hard-breakline' });
    expect(added?.[0]?.coordinates).toEqual([4, 0, 2, 10, 0, 5, 20, 0, 5]);
    expect(added?.[0]).not.toHaveProperty('id');
  });

  it('split at vertices, crossings and into equal parts', () => {
    const lengths = (parts: readonly (FeatureDraft | undefined)[]) =>
      parts.map((part) => stationsOf(featurePaths(part as DrawingFeature)[0]!).at(-1));
    const split = (...args: Parameters<typeof splitLine>) => {
      const { replaced = [], added = [] } = splitLine(...args);
      return lengths([...replaced, ...added]);
    };
    expect(split([line()], { at: 'vertex', vertex: 1 })).toEqual([10, 10]);
    expect(split([line()], { at: 'parts', parts: 4 })).toEqual([5, 5, 5, 5]);
    expect(split([line(), square(3, -2, 4)], { at: 'crossings' })).toEqual([3, 4, 13]);
    const ring = feature('polyline', [0, 0, 0, 10, 0, 0, 10, 10, 0, 0, 10, 0], { isClosed: true });
    expect(split([ring], { at: 'parts', parts: 2 })).toEqual([20, 20]);
    expect(codeOf(() => splitLine([line()], { at: 'vertex', vertex: 0 }))).toBe('edit.no-split');
    expect(codeOf(() => splitLine([line()], { at: 'parts', parts: 1.5 }))).toBe('edit.bad-count');
    expect(codeOf(() => splitLine([square(0, 0, 1)], { at: 'parts', parts: 2 }))).toBe('edit.unfit');
    expect(codeOf(() => splitLine([line()], { at: 'crossings' }))).toBe('edit.needs-others');
  });

  it('join into the first, and trim by the others', () => {
    const [a, b] = [feature('polyline', [0, 0, 0, 1, 0, 0]), feature('polyline', [2, 0, 0, 1, 0, 0])];
    expect(joinLines([a, b], 0)).toMatchObject({ replaced: [{ id: a.id }], removed: [b.id] });
    expect(codeOf(() => joinLines([a, feature('polyline', [9, 0, 0, 8, 0, 0])], 1))).toBe(
      'edit.nothing-to-join',
    );
    const trimmed = trimLine([line(), square(4, -2, 4)], 'middle');
    expect([trimmed.replaced?.[0]?.coordinates, trimmed.added?.[0]?.coordinates]).toEqual([
      near([0, 0, 0, 4, 0, 2]),
      near([8, 0, 4, 10, 0, 5, 20, 0, 5]),
    ]);
  });

  it('extend in space by length, azimuth and vertical angle, none of them left out', () => {
    const extend = (values: Partial<Parameters<typeof extendLines>[1]>, zFactor = 1) =>
      extendLines(
        [line()],
        { end: 'end', length: 10, azimuth: 0, vertical: Math.PI / 6, ...values },
        zFactor,
        1,
      );
    expect(extend({}).replaced?.[0]?.coordinates.slice(-3)).toEqual(near([20, 5 * Math.sqrt(3), 10]));
    expect(extend({}, 0.5).replaced?.[0]?.coordinates.slice(-1)).toEqual(near([15]));
    expect(extend({ end: 'start' }).replaced?.[0]?.coordinates.slice(0, 3)).toEqual(
      near([0, 5 * Math.sqrt(3), 5]),
    );
    expect(codeOf(() => extend({ length: 0 }))).toBe('edit.length-zero');
    expect(codeOf(() => extend({ length: nan }))).toBe('edit.length-zero');
    expect(codeOf(() => extend({ azimuth: nan }))).toBe('edit.azimuth-empty');
    expect(codeOf(() => extend({ vertical: nan }))).toBe('edit.vertical-empty');
    const outward = outwardDirection(featurePaths(line())[0]!, 'start', 1);
    expect([outward.azimuth, outward.vertical]).toEqual(near([1.5 * Math.PI, Math.atan2(-5, 10)]));
  });

  it('offset to the right, never by nothing', () => {
    expect(offsetLines([line()], 3, 'mitre').added?.[0]?.coordinates).toEqual(
      near([0, -3, 0, 10, -3, 5, 20, -3, 5]),
    );
    expect(codeOf(() => offsetLines([line()], nan, 'mitre'))).toBe('edit.distance-empty');
    expect(codeOf(() => offsetLines([line()], 0, 'mitre'))).toBe('edit.distance-empty');
    expect(codeOf(() => offsetLines([square(0, 0, 2)], -1.5, 'mitre'))).toBe('edit.offset-vanishes');
    expect(offsetLines([square(0, 0, 2)], 1, 'mitre').added?.[0]?.kind).toBe('polygon');
  });

  it('round every corner that has room, and count the others', () => {
    const stairs = feature('polyline', [0, 0, 0, 10, 0, 0, 10, 1, 0, 20, 1, 0, 20, 10, 0]);
    const { replaced, skipped } = filletLines([stairs], 3, null);
    expect(skipped).toBe(2);
    expect(replaced?.[0]?.bulges?.filter((bulge) => bulge !== 0)).toHaveLength(1);
    expect(codeOf(() => filletLines([stairs], 3, 1))).toBe('edit.fillet-too-large');
    expect(codeOf(() => filletLines([stairs], nan, null))).toBe('edit.not-positive');
    expect(areaOf(filletLines([square(0, 0, 10)], 2, null).replaced![0]!)).toBeCloseTo(
      100 - 4 * (4 - Math.PI),
      9,
    );
  });

  it('keep holes with their areas', () => {
    const holed = square(0, 0, 10, {
      coordinates: [0, 0, 1, 10, 0, 1, 10, 10, 1, 0, 10, 1, 2, 2, 1, 2, 4, 1, 4, 4, 1, 4, 2, 1],
      holeStarts: [4],
    });
    expect(reverseLines(reverseLines([holed]).replaced!).replaced?.[0]).toEqual(holed);
    expect(areaOf(reverseLines([holed]).replaced![0]!)).toBe(-96);
    expect(simplifyLines([holed], 0.01, 1).replaced?.[0]).toEqual(holed);
    expect(codeOf(() => simplifyLines([holed], 0, 1))).toBe('edit.not-positive');
  });
});

describe('moving and copying', () => {
  const arc = feature('polyline', [1, 2, 3, 5, 2, nan], { bulges: [0.5, 0] });
  const size = { value: 2, on: 'ground' } as const;
  const text = feature('annotation', [1, 2, 3], {
    annotation: { form: 'text', text: 'A', rotation: 0, size },
  });

  it('come back to the same', () => {
    const there = transformed(arc, turnAbout([3, 4], 0.7, 2));
    const back = transformed(there, turnAbout([3, 4], -0.7, 0.5));
    expect(back.coordinates).toEqual(near(arc.coordinates));
    const mirrored = transformed(arc, mirrorIn([9, 9], 0.3));
    expect(mirrored.bulges).toEqual([-0.5, 0]);
    expect(transformed(mirrored, mirrorIn([9, 9], 0.3)).coordinates).toEqual(near(arc.coordinates));
    expect(transformed(arc, shiftBy(1, 2, 3)).coordinates).toEqual([2, 4, 6, 6, 4, nan]);
  });

  it('turn texts along, readable in a mirror, and scale sizes on the ground', () => {
    expect(transformed(text, turnAbout([0, 0], 1, 3)).annotation).toMatchObject({
      rotation: expect.closeTo(1, 12),
      size: { value: 6 },
    });
    const mirrored = transformed(text, mirrorIn([0, 0], Math.PI / 2)).annotation!;
    expect(Math.cos(mirrored.rotation)).toBeCloseTo(1, 12);
  });

  it('keep the upper side of surfaces', () => {
    const tin = feature('tin', [0, 0, 0, 1, 0, 0, 0, 1, 0], { triangles: [0, 1, 2] });
    expect(transformed(tin, mirrorIn([0, 0], 0)).triangles).toEqual([0, 2, 1]);
    const grid = feature('grid', [0, 0, 1, 1, 0, 2, 0, 1, 3, 1, 1, 4], { columns: 2 });
    expect(
      transformed(grid, mirrorIn([0, 0], Math.PI / 2)).coordinates.filter((_, i) => i % 3 === 2),
    ).toEqual([2, 1, 4, 3]);
  });

  it('copy or replace, refusing a scale of nothing', () => {
    expect(transformFeatures([arc], shiftBy(1, 0, 0), true).added).toHaveLength(1);
    expect(transformFeatures([arc], shiftBy(1, 0, 0), false).replaced?.[0]?.id).toBe(arc.id);
    expect(codeOf(() => transformFeatures([arc], turnAbout([0, 0], 0, 0), false))).toBe('edit.out-of-range');
    expect(codeOf(() => transformFeatures([arc], shiftBy(nan, 0, 0), false))).toBe('edit.out-of-range');
    expect(pivotOf([arc, square(0, 0, 10)], 'middle')).toEqual([5, 5]);
    expect(pivotOf([arc], 'first-vertex')).toEqual([1, 2]);
  });

  it('repeat in rows, round a place and along a line', () => {
    const point = feature('point', [1, 0, 5]);
    const rows = rectangularArray([point], { columns: 2, rows: 2, dx: 10, dy: 5 });
    expect(rows.added?.map(({ coordinates }) => coordinates)).toEqual([
      [11, 0, 5],
      [1, 5, 5],
      [11, 5, 5],
    ]);
    const round = polarArray([point], { count: 4, angle: 2 * Math.PI, x: 0, y: 0, isTurned: true });
    expect(round.added?.map(({ coordinates }) => coordinates)).toEqual([
      near([0, 1, 5]),
      near([-1, 0, 5]),
      near([0, -1, 5]),
    ]);
    const half = polarArray([point], { count: 3, angle: Math.PI, x: 0, y: 0, isTurned: false });
    expect(half.added?.map(({ coordinates }) => coordinates)).toEqual([near([0, 1, 5]), near([-1, 0, 5])]);
    const along = copyAlong([point, feature('polyline', [0, 0, 0, 10, 0, 0])], 4, true);
    expect(along.added?.map(({ coordinates }) => coordinates)).toEqual([
      near([0, 0, 5]),
      near([4, 0, 5]),
      near([8, 0, 5]),
    ]);
    expect(codeOf(() => rectangularArray([point], { columns: 1, rows: 1, dx: 1, dy: 1 }))).toBe(
      'edit.bad-count',
    );
    expect(codeOf(() => copyAlong([point, feature('polyline', [0, 0, 0, 10, 0, 0])], 1e-9, true))).toBe(
      'edit.bad-count',
    );
    expect(codeOf(() => copyAlong([point], 1, true))).toBe('edit.needs-others');
  });
});

describe('elevations', () => {
  const heights = (shape: FeatureDraft | undefined) => shape?.coordinates.filter((_, i) => i % 3 === 2);

  it('are set, taken away, and the own of a draped feature from then on', () => {
    const draped = square(0, 0, 1, { elevation: { mode: 'draped', surface: 'Ground' } });
    const [set] = setElevations([draped], 7).replaced!;
    expect(heights(set)).toEqual([7, 7, 7, 7]);
    expect(set).not.toHaveProperty('elevation');
    expect(heights(setElevations([draped], nan).replaced?.[0])).toEqual([nan, nan, nan, nan]);
  });

  it('are interpolated between known vertices by length, and over the first vertex of a ring', () => {
    const line = feature('polyline', [0, 0, nan, 10, 0, 1, 15, 0, nan, 30, 0, 5, 40, 0, nan]);
    const { replaced, skipped } = interpolateElevations([line]);
    expect(heights(replaced?.[0])).toEqual([nan, 1, 2, 5, nan]);
    expect(skipped).toBe(2);
    const ring = feature('polygon', [0, 0, nan, 10, 0, 4, 10, 10, nan, 0, 10, 8]);
    expect(heights(interpolateElevations([ring]).replaced?.[0])).toEqual([6, 4, 6, 8]);
    expect(codeOf(() => interpolateElevations([square(0, 0, 1)]))).toBe('edit.nothing-to-interpolate');
  });

  it('rise evenly from an end', () => {
    const line = feature('polyline', [0, 0, 100, 30, 40, nan, 30, 90, 7]);
    expect(heights(addSlope([line], 'start', 0.02, 1).replaced?.[0])).toEqual([100, 101, 102]);
    expect(heights(addSlope([line], 'end', -0.1, 0.5).replaced?.[0])).toEqual([-13, -3, 7]);
    expect(codeOf(() => addSlope([feature('polyline', [0, 0, nan, 1, 1, 1])], 'start', 0.1, 1))).toBe(
      'edit.needs-elevation',
    );
  });
});

describe('kinds and areas', () => {
  it('convert into each other', () => {
    const line = feature('polyline', [0, 0, 0, 4, 0, 0, 4, 4, 0], {
      purpose: 'contour',
      bulges: [0, 0.5, 0],
    });
    const [area] = convertFeatures([line], 'polygon').replaced!;
    expect(area).toMatchObject({ id: line.id, kind: 'polygon', bulges: [0, 0.5, 0] });
    expect(area).not.toHaveProperty('purpose');
    expect(convertFeatures([area!], 'polyline').replaced?.[0]).toMatchObject({
      kind: 'polyline',
      isClosed: true,
    });
    expect(convertFeatures([line], 'point')).toMatchObject({ added: [{}, {}, {}], removed: [line.id] });
    const points = [feature('point', [0, 0, 1]), feature('point', [1, 0, 2]), feature('point', [1, 1, 3])];
    expect(convertFeatures(points, 'polyline').replaced?.[0]?.coordinates).toEqual([
      0, 0, 1, 1, 0, 2, 1, 1, 3,
    ]);
    expect(convertFeatures(points, 'polyline').removed).toHaveLength(2);
    expect(codeOf(() => convertFeatures(points.slice(0, 2), 'polygon'))).toBe('drawing.too-few-vertices');
    expect(codeOf(() => convertFeatures([line], 'polyline'))).toBe('edit.already');
  });

  it('combine, the first taking the result', () => {
    const [a, b] = [square(0, 0, 10), square(5, 5, 10)];
    const { replaced, removed } = combineFeatures([a, b], 'union');
    expect([replaced?.[0]?.id, removed]).toEqual([a.id, [b.id]]);
    expect(areaOf(replaced![0]!)).toBe(175);
    expect(codeOf(() => combineFeatures([a, square(20, 20, 1)], 'intersection'))).toBe('edit.empty-result');
    const bow = feature('polygon', [0, 0, 0, 10, 10, 0, 10, 0, 0, 0, 10, 0]);
    expect(codeOf(() => combineFeatures([a, bow], 'union'))).toBe('edit.crosses-itself');
  });

  it('take chords for arcs within their tolerance', () => {
    const disc = feature('polygon', [-5, 0, 0, 5, 0, 0], { bulges: [1, 1] });
    const { replaced } = combineFeatures([disc, square(0, -10, 20)], 'intersection');
    expect(areaOf(replaced![0]!)).toBeCloseTo(12.5 * Math.PI, 1);
  });

  it('are buffered round points, lines and areas', () => {
    const shapes = [feature('point', [0, 0, 1]), feature('polyline', [0, 0, 0, 10, 0, 0]), square(0, 0, 10)];
    expect(bufferFeatures(shapes, 2).added?.map(areaOf)).toEqual(
      near([4 * Math.PI, 40 + 4 * Math.PI, 180 + 4 * Math.PI]),
    );
    expect(codeOf(() => bufferFeatures(shapes, -1))).toBe('edit.negative');
    expect(codeOf(() => bufferFeatures(shapes, nan))).toBe('edit.distance-empty');
  });
});

describe('cleaning', () => {
  it('lists what is wrong, and mends what can be', () => {
    const good = square(0, 0, 10);
    const twice = { ...square(0, 0, 10), rank: 99 };
    const stutter = feature('polyline', [0, 0, 0, 5, 0, 0, 5, 0, 0, 9, 0, 0]);
    const dot = feature('polyline', [3, 3, 0, 3, 3, 0]);
    const bow = feature('polygon', [0, 0, 0, 10, 10, 0, 10, 0, 0, 0, 10, 0]);
    const all = [good, twice, stutter, dot, bow];
    expect(findFaults(all).map(({ id, kind, x, y }) => [id, kind, x, y])).toEqual([
      [twice.id, 'duplicate', 0, 0],
      [stutter.id, 'zero-length', 0, 0],
      [dot.id, 'no-extent', 3, 3],
      [bow.id, 'self-crossing', 5, 5],
    ]);
    const { replaced, removed } = cleanFeatures(all);
    expect(removed).toEqual([twice.id, dot.id]);
    expect(replaced?.map(({ id, coordinates }) => [id, coordinates])).toEqual([
      [stutter.id, [0, 0, 0, 5, 0, 0, 9, 0, 0]],
    ]);
    expect(codeOf(() => cleanFeatures([good, bow]))).toBe('edit.nothing-to-clean');
  });
});
