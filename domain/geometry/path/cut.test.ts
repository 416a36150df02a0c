import { describe, expect, it } from 'vitest';
import { bend, circle, codeOf, lengthOf, near, path, ring, square } from '#tests/support/paths.ts';
import { signedPathArea } from './area.ts';
import { cutPath, reversePath, splitPath, withoutRepeats } from './cut.ts';
import { joinPaths } from './join.ts';
import { nearestStation } from './nearest.ts';
import { crossingStations, extendToEdge, trimPath } from './reach.ts';
import { selfCrossings } from './self-crossings.ts';

describe('cutting and turning', () => {
  it('keeps arcs, and the pieces together are as long as the whole', () => {
    const total = lengthOf(bend);
    expect(total).toBeCloseTo(5 * Math.PI + 20, 6);
    const pieces = splitPath(bend, [4, 20]);
    expect(pieces).toHaveLength(3);
    expect(pieces.reduce((sum, piece) => sum + lengthOf(piece), 0)).toBeCloseTo(total, 6);
    const middle = cutPath(bend, 5 * Math.PI * 0.5, 5 * Math.PI)!;
    expect(middle.coordinates).toEqual(
      near([500_000 + 10 * Math.SQRT1_2, 4_200_000 + 10 * Math.SQRT1_2, 2, 500_000, 4_200_010, 3], 6),
    );
    expect(middle.bulges[0]).toBeCloseTo(Math.tan(Math.PI / 16), 9);
  });

  it('opens a closed path where it is cut, and goes over its first vertex', () => {
    const [open] = splitPath(square(0, 0, 10), [15]);
    expect(open?.isClosed).toBe(false);
    expect(open?.coordinates.filter((_, i) => i % 3 !== 2)).toEqual([
      10, 5, 10, 10, 0, 10, 0, 0, 10, 0, 10, 5,
    ]);
    expect(lengthOf(cutPath(square(0, 0, 10), 35, 5)!)).toBe(10);
    expect(splitPath(bend, [0, lengthOf(bend), -3, Number.NaN])).toEqual([bend]);
  });

  it('turns round and back to the same', () => {
    for (const each of [
      bend,
      circle(3, 4, 5),
      ring(
        [
          [0, 0],
          [4, 0],
          [0, 3],
        ],
        [0.5, 0, -0.25],
      ),
    ]) {
      expect(reversePath(reversePath(each))).toEqual(each);
      expect(lengthOf(reversePath(each))).toBeCloseTo(lengthOf(each), 9);
    }
    expect(signedPathArea(reversePath(circle(3, 4, 5)))).toBeCloseTo(-25 * Math.PI, 9);
  });

  it('leaves out vertices at one place', () => {
    const doubled = ring([
      [0, 0],
      [0, 0],
      [4, 0],
      [4, 4],
      [4, 4],
      [0, 0],
    ]);
    expect(withoutRepeats(doubled, 0).coordinates).toEqual([0, 0, 0, 4, 0, 0, 4, 4, 0]);
    expect(withoutRepeats(bend, 0)).toBe(bend);
  });

  it('finds the nearest place', () => {
    expect(nearestStation(bend, 500_020, 4_200_020)).toEqual({
      station: expect.closeTo(2.5 * Math.PI, 6),
      distance: expect.closeTo(20 * Math.SQRT2 - 10, 6),
    });
    expect(
      nearestStation(
        path([
          [0, 0],
          [10, 0],
        ]),
        4,
        3,
      ),
    ).toEqual({ station: 4, distance: 3 });
    expect(
      nearestStation(
        path([
          [0, 0],
          [10, 0],
        ]),
        14,
        3,
      ),
    ).toEqual({ station: 10, distance: 5 });
  });
});

describe('joining', () => {
  it('turns paths to fit the first, and closes a ring', () => {
    const joined = joinPaths(
      [
        path([
          [0, 0],
          [10, 0],
        ]),
        path([
          [10, 10, 7],
          [10, 0, 5],
        ]),
        path(
          [
            [0, 0],
            [10, 10],
          ],
          false,
          [0.5],
        ),
      ],
      0,
    );
    expect(joined).toHaveLength(1);
    expect(joined[0]?.members).toEqual([0, 1, 2]);
    expect(joined[0]?.path).toEqual(
      ring(
        [
          [0, 0],
          [10, 0],
          [10, 10, 7],
        ],
        [0, 0, -0.5],
      ),
    );
  });

  it('bridges gaps up to a distance only', () => {
    const parts = [
      path([
        [0, 0],
        [10, 0],
      ]),
      path([
        [10.5, 0],
        [20, 0],
      ]),
    ];
    expect(joinPaths(parts, 0.4)).toHaveLength(2);
    const [bridged] = joinPaths(parts, 0.5);
    expect(bridged?.path.coordinates).toEqual([0, 0, 0, 10, 0, 0, 10.5, 0, 0, 20, 0, 0]);
  });
});

describe('trimming and extending', () => {
  const line = path([
    [0, 0, 0],
    [100, 0, 10],
  ]);
  const edges = [
    path([
      [30, -5],
      [30, 5],
    ]),
    circle(70, 0, 10),
  ];

  it('cuts where others cross', () => {
    expect(crossingStations(line, edges)).toEqual(near([30, 60, 80]));
    expect(trimPath(line, edges, 'start')[0]?.coordinates).toEqual(near([30, 0, 3, 100, 0, 10]));
    expect(trimPath(line, edges, 'end')[0]?.coordinates).toEqual(near([0, 0, 0, 80, 0, 8]));
    expect(trimPath(line, edges, 'middle').map(lengthOf)).toEqual(near([30, 20]));
    expect(
      codeOf(() =>
        trimPath(
          line,
          [
            path([
              [0, 1],
              [9, 1],
            ]),
          ],
          'end',
        ),
      ),
    ).toBe('edit.no-crossing');
    expect(codeOf(() => trimPath(square(0, 0, 1), edges, 'end'))).toBe('edit.trim-closed');
  });

  it('goes on to the nearest edge, straight or along the circle, with an even elevation', () => {
    const short = path([
      [0, 0, 0],
      [10, 0, 1],
    ]);
    expect(extendToEdge(short, edges, 'end').coordinates).toEqual(near([0, 0, 0, 30, 0, 3]));
    expect(codeOf(() => extendToEdge(short, edges, 'start'))).toBe('edit.no-edge-ahead');
    const quarter = path(
      [
        [10, 0],
        [0, 10],
      ],
      false,
      [Math.tan(Math.PI / 8)],
    );
    const half = extendToEdge(
      quarter,
      [
        path([
          [-20, 0],
          [0, 0],
        ]),
      ],
      'end',
    );
    expect(half.coordinates).toEqual(near([10, 0, 0, -10, 0, 0]));
    expect(half.bulges[0]).toBeCloseTo(1, 9);
    const back = extendToEdge(
      quarter,
      [
        path([
          [0, -20],
          [0, 0],
        ]),
      ],
      'start',
    );
    expect(back.coordinates).toEqual(near([0, -10, 0, 0, 10, 0]));
  });
});

describe('self-crossings', () => {
  it('are found, neighbours and touching rings apart', () => {
    expect(
      selfCrossings(
        [
          ring([
            [0, 0],
            [10, 10],
            [10, 0],
            [0, 10],
          ]),
        ],
        9,
      ),
    ).toEqual([near([5, 5])]);
    expect(selfCrossings([square(0, 0, 10)], 9)).toEqual([]);
    expect(selfCrossings([circle(0, 0, 5)], 9)).toEqual([]);
    expect(selfCrossings([square(0, 0, 10), square(5, 5, 10)], 9)).toHaveLength(2);
  });
});
