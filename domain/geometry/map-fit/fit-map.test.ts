import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { eliminate } from '../../math/solve.ts';
import { fitImageMap, fitMap, type MapFitKind, mapFitKinds, minPairs, type PlacePair } from './fit-map.ts';
import { applyPlaneMap, invertPlaneMap, type PlaneMap, planeMapOf } from './plane-map.ts';

const size = [4000, 3000] as const;

/** Known maps of a scan on a local grid, 5 cm a pixel, turned by 30°. */
const [cos, sin] = [0.05 * Math.cos(Math.PI / 6), 0.05 * Math.sin(Math.PI / 6)];
const truths: Readonly<Record<MapFitKind, PlaneMap>> = {
  similarity: planeMapOf([120, cos, sin, 340, sin, -cos]),
  affine: planeMapOf([120, cos * 1.1, sin + 0.01, 340, sin, -cos]),
  projective: [cos, sin, 120, sin, -cos, 340, 2e-5, -3e-5, 1],
};

function pairsOf(map: PlaneMap, count: number, noise = 0): PlacePair[] {
  const random = createRandom(7);
  const around = () => random.between(-noise, noise);
  return Array.from({ length: count }, () => {
    const image = [random.between(0, size[0]), random.between(0, size[1])] as const;
    const [x, y] = applyPlaneMap(map, ...image);
    return { image, site: [x + around(), y + around()] };
  });
}

const moved = (pairs: readonly PlacePair[], by: readonly [number, number]): PlacePair[] =>
  pairs.map(({ image, site: [x, y] }) => ({ image, site: [x + by[0], y + by[1]] }));

function farthest(map: PlaneMap, truth: PlaneMap): number {
  const places = [[0, 0], [size[0], 0], [...size], [0, size[1]], [1234, 567]] as [number, number][];
  return Math.max(
    ...places.map((place) => {
      const [x, y] = applyPlaneMap(map, ...place);
      const [u, v] = applyPlaneMap(truth, ...place);
      return Math.hypot(x - u, y - v);
    }),
  );
}

/** Least squares of `rows` · x = `values` by elimination of the normal equations. */
function leastSquares(rows: readonly (readonly number[])[], values: readonly number[]): number[] {
  const n = rows[0]!.length;
  const system = new Float64Array(n * (n + 1));
  rows.forEach((row, at) => {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) system[i * (n + 1) + j]! += row[i]! * row[j]!;
      system[i * (n + 1) + n]! += row[i]! * values[at]!;
    }
  });
  expect(eliminate(system, n, 1)).toBe(true);
  return Array.from({ length: n }, (_, i) => system[i * (n + 1) + n]!);
}

const sumOfSquares = (map: PlaneMap, pairs: readonly PlacePair[]) =>
  pairs.reduce((sum, { image, site }) => {
    const [x, y] = applyPlaneMap(map, ...image);
    return sum + (x - site[0]) ** 2 + (y - site[1]) ** 2;
  }, 0);

describe.each(mapFitKinds)('a %s fit', (kind) => {
  const truth = truths[kind];

  it('finds a known map, from as few pairs as determine it and from many', () => {
    for (const count of [minPairs[kind], 25]) {
      expect(farthest(fitMap(kind, pairsOf(truth, count)), truth)).toBeLessThan(1e-9);
    }
  });

  it('keeps its digits at coordinates of millions', () => {
    const pairs = moved(pairsOf(truth, 12), [600_000, 5_200_000]);
    const [x, y] = applyPlaneMap(fitMap(kind, pairs), 1000, 2000);
    const [u, v] = applyPlaneMap(truth, 1000, 2000);
    expect(Math.hypot(x - 600_000 - u, y - 5_200_000 - v)).toBeLessThan(1e-8);
  });

  it('has the least sum of squares on the ground', () => {
    const pairs = pairsOf(truth, 30, 0.5);
    const map = fitMap(kind, pairs);
    const least = sumOfSquares(map, pairs);
    // Any small turn, scale or shift of the ground, which all three kinds can take up, makes it larger.
    const nudges: PlaneMap[] = [
      planeMapOf([1e-3, 1, 0, 0, 0, 1]),
      planeMapOf([0, 1, 0, -1e-3, 0, 1]),
      planeMapOf([0, 1 + 1e-5, 0, 0, 0, 1 + 1e-5]),
      planeMapOf([0, 1, 1e-5, 0, -1e-5, 1]),
    ];
    for (const nudge of nudges) {
      const nudged = pairs.map(({ image }) => {
        const [x, y] = applyPlaneMap(nudge, ...applyPlaneMap(map, ...image));
        return [x, y] as const;
      });
      const sum = nudged.reduce(
        (total, [x, y], i) => total + (x - pairs[i]!.site[0]) ** 2 + (y - pairs[i]!.site[1]) ** 2,
        0,
      );
      expect(sum).toBeGreaterThan(least);
    }
  });

  it('says how many pairs are missing', () => {
    const wanted = expect.objectContaining({
      code: 'overlay.too-few-pairs',
      params: { what: kind, count: minPairs[kind] - 1 },
    });
    expect(() => fitMap(kind, pairsOf(truth, 1))).toThrow(wanted);
  });

  it('refuses places that determine no map', () => {
    const at = (image: readonly [number, number]): PlacePair => ({
      image,
      site: applyPlaneMap(truth, ...image),
    });
    const degenerate = expect.objectContaining({ code: 'overlay.pairs-degenerate' });
    expect(() =>
      fitMap(
        kind,
        Array.from({ length: 6 }, () => at([500, 500])),
      ),
    ).toThrow(degenerate);
    const lined = [0, 1, 2, 3, 4].map((i) => at([300 * i, 200 * i + 50]));
    if (kind === 'similarity') expect(farthest(fitMap(kind, lined), truth)).toBeLessThan(1e-9);
    else expect(() => fitMap(kind, lined)).toThrow(degenerate);
  });
});

describe('fits against an independent solution', () => {
  it('is the similarity of the normal equations of its four parameters', () => {
    const pairs = pairsOf(truths.similarity, 9, 0.4);
    const rows = pairs.flatMap(({ image: [x, y] }) => [
      [x, y, 1, 0],
      [-y, x, 0, 1],
    ]);
    const [a, b, tx, ty] = leastSquares(
      rows,
      pairs.flatMap(({ site }) => [...site]),
    ) as [number, number, number, number];
    expect(farthest(fitMap('similarity', pairs), planeMapOf([tx, a, b, ty, b, -a]))).toBeLessThan(1e-8);
  });

  it('is the affine map of the normal equations of either axis', () => {
    const pairs = pairsOf(truths.affine, 9, 0.4);
    const rows = pairs.map(({ image: [x, y] }) => [x, y, 1]);
    const [east, north] = [0, 1].map((axis) =>
      leastSquares(
        rows,
        pairs.map(({ site }) => site[axis]!),
      ),
    ) as [number[], number[]];
    const solved = planeMapOf([east[2]!, east[0]!, east[1]!, north[2]!, north[0]!, north[1]!]);
    expect(farthest(fitMap('affine', pairs), solved)).toBeLessThan(1e-8);
  });

  it('is a projective map at which no parameter can be bettered', () => {
    const pairs = pairsOf(truths.projective, 20, 0.4);
    const map = fitMap('projective', pairs);
    const least = sumOfSquares(map, pairs);
    for (let i = 0; i < 8; i++) {
      const step = Math.max(1e-7, Math.abs(map[i]!) * 1e-4);
      for (const by of [step, -step]) {
        const changed = map.map((value, at) => (at === i ? value + by : value)) as unknown as PlaneMap;
        expect(sumOfSquares(changed, pairs)).toBeGreaterThan(least);
      }
    }
  });
});

describe('a projective fit', () => {
  it('refuses four places of which three are in a line', () => {
    const places = [
      [0, 0],
      [1000, 1000],
      [2000, 2000],
      [3000, 500],
    ] as const;
    const pairs = places.map((image) => ({
      image,
      site: applyPlaneMap(truths.projective, image[0], image[1]),
    }));
    expect(() => fitMap('projective', pairs)).toThrow(
      expect.objectContaining({ params: { what: 'projective', reason: 'all-places-but-one-in-a-line' } }),
    );
  });

  it('refuses a map whose horizon crosses the image outside the pairs', () => {
    const horizon: PlaneMap = [0.05, 0, 0, 0, -0.05, 0, -5e-4, 0, 1];
    const pairs = [
      [0, 0],
      [900, 0],
      [900, 900],
      [0, 900],
    ].map(([x, y]) => ({ image: [x!, y!] as const, site: applyPlaneMap(horizon, x!, y!) }));
    expect(fitImageMap('projective', pairs, { width: 1000, height: 1000 })[8]).toBe(1);
    expect(() => fitImageMap('projective', pairs, { width: 4000, height: 3000 })).toThrow(
      expect.objectContaining({ code: 'overlay.folds' }),
    );
  });

  it('refuses pairs that only a folded map would fit', () => {
    const square = [
      [0, 0],
      [1000, 0],
      [1000, 1000],
      [0, 1000],
    ] as const;
    // A corner inside the triangle of the other three: the horizon runs between the places.
    const site = [
      [0, 100],
      [100, 100],
      [40, 80],
      [0, 0],
    ] as const;
    expect(() =>
      fitMap(
        'projective',
        square.map((image, i) => ({ image, site: site[i]! })),
      ),
    ).toThrow(expect.objectContaining({ code: 'overlay.pairs-degenerate' }));
  });
});

it('turns maps round', () => {
  for (const map of Object.values(truths)) {
    const back = invertPlaneMap(map)!;
    const [x, y] = applyPlaneMap(back, ...applyPlaneMap(map, 1234, 567));
    expect(Math.hypot(x - 1234, y - 567)).toBeLessThan(1e-8);
  }
  expect(invertPlaneMap([1, 2, 3, 2, 4, 6, 0, 0, 1])).toBeNull();
});
