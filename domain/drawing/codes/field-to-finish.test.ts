import { describe, expect, it } from 'vitest';
import { arcOfBulge } from '../../geometry/plane/bulge.ts';
import type { CodeEntry } from '../feature-code.ts';
import { fieldToFinish, requireSound } from './field-to-finish.ts';

const entry = (code: string, kinds: CodeEntry['kinds'], more: Partial<CodeEntry> = {}): CodeEntry => ({
  code,
  name: code,
  kinds,
  attributes: [],
  ...more,
});

const dictionary = [
  entry('EP', ['polyline'], { layer: 'Road', colour: '#808080', lineType: 'dashed' }),
  entry('BLD', ['polygon'], { attributes: [{ name: 'floors', type: 'number', initial: 1 }] }),
  entry('MH', ['point'], { symbol: 'manhole', colour: '#ff0000' }),
  entry('TOP BANK', ['polyline']),
  entry('TB', []),
];

type Shot = readonly [description: string, x: number, y: number, z?: number];

const finish = (...shots: Shot[]) =>
  fieldToFinish(
    shots.map(([description, easting, northing, elevation = 0], i) => ({
      point: String(101 + i),
      row: i + 1,
      description,
      easting,
      northing,
      elevation,
    })),
    dictionary,
  );
const linesOf = (proposal: ReturnType<typeof finish>) =>
  proposal.features.filter(({ kind }) => kind !== 'point');
const codesOf = (records: readonly { code: string }[]) => records.map(({ code }) => code);

describe('linework of a point file', () => {
  it('keeps every point with its description and joins numbered lines apart', () => {
    const proposal = finish(
      ['EP1', 0, 0, 1],
      ['EP2', 0, 5, 2],
      ['ep1', 9, 0, 3],
      ['EP02 old', 9, 5, 4],
      ['MH 7', 1, 1],
    );
    expect(proposal.features.slice(0, 5).map(({ code, name }) => [name, code])).toEqual([
      ['101', 'EP1'],
      ['102', 'EP2'],
      ['103', 'ep1'],
      ['104', 'EP02 old'],
      ['105', 'MH 7'],
    ]);
    expect(linesOf(proposal)).toMatchObject([
      { kind: 'polyline', name: 'EP1', code: 'EP', layer: 'Road', coordinates: [0, 0, 1, 9, 0, 3] },
      { kind: 'polyline', name: 'EP2', look: { lineType: 'dashed' }, coordinates: [0, 5, 2, 9, 5, 4] },
    ]);
    expect(proposal.features[4]).toMatchObject({ look: { symbol: 'manhole', colour: '#ff0000' } });
    expect(proposal.made).toEqual([
      { code: 'EP', points: 4, lines: 2, areas: 0 },
      { code: 'MH', points: 1, lines: 0, areas: 0 },
    ]);
    expect([proposal.notes, proposal.refusals]).toEqual([[], []]);
  });

  it('takes several codes at one point, and codes of several words', () => {
    const proposal = finish(
      ['EP1/TB B', 0, 0],
      ['TOP BANK,EP1', 1, 0],
      ['TB', 2, 2],
      ['TOP BANK TB E', 3, 3],
    );
    expect(linesOf(proposal).map(({ name, coordinates }) => [name, coordinates.length / 3])).toEqual([
      ['EP1', 2],
      ['TB', 3],
      ['TOP BANK', 2],
    ]);
  });

  it('begins and ends lines by codes before or behind the feature code', () => {
    const proposal = finish(
      ['EP B', 0, 0],
      ['EP E', 1, 0],
      ['BEGIN EP', 5, 5],
      ['EP', 6, 5],
      ['EP END', 7, 5],
    );
    expect(linesOf(proposal).map(({ coordinates }) => coordinates.length / 3)).toEqual([2, 3]);
  });

  it('ends a line and begins the next at one point', () => {
    const proposal = finish(['EP B', 0, 0], ['EP E EP B', 1, 0], ['EP E', 2, 0]);
    expect(linesOf(proposal).map(({ coordinates }) => coordinates)).toEqual([
      [0, 0, 0, 1, 0, 0],
      [1, 0, 0, 2, 0, 0],
    ]);
  });

  it('leaves points of a code of any kind alone until it is begun', () => {
    const proposal = finish(['TB', 0, 0], ['TB B', 1, 0], ['TB E', 2, 0], ['TB', 3, 0]);
    expect(linesOf(proposal)).toMatchObject([{ coordinates: [1, 0, 0, 2, 0, 0] }]);
  });

  it('closes lines and areas', () => {
    const proposal = finish(
      ...(['EP B', 'EP', 'EP CLOSE'] as const).map((code, i): Shot => [code, i, i * i]),
      ...(['BLD B', 'BLD', 'BLD E'] as const).map((code, i): Shot => [code, i, i * i]),
    );
    expect(linesOf(proposal)).toMatchObject([
      { kind: 'polyline', isClosed: true },
      { kind: 'polygon', attributes: { floors: 1 } },
    ]);
    expect(linesOf(proposal)[1]).not.toHaveProperty('isClosed');
  });
});

describe('curves', () => {
  const onCircle = (degrees: number): [number, number] => [
    100 + 50 * Math.cos((degrees * Math.PI) / 180),
    200 + 50 * Math.sin((degrees * Math.PI) / 180),
  ];

  it.each([
    [[170, 120, 80, 15], -1],
    [[-170, -100, 10], 1],
  ] as const)('through %j are arcs of their circle', (angles, turn) => {
    const [first, ...rest] = angles;
    const shots: Shot[] = [
      ['EP B', 0, 0],
      ['EP PC', ...onCircle(first)],
      ...rest.slice(0, -1).map((angle): Shot => ['EP', ...onCircle(angle)]),
      ['EP PT', ...onCircle(rest.at(-1)!)],
      ['EP E', 300, 0],
    ];
    const [line] = linesOf(finish(...shots));
    const { bulges = [], coordinates } = line!;
    expect(bulges[0]).toBe(0);
    expect(bulges.slice(-2)).toEqual([0, 0]);
    for (let i = 1; i < angles.length; i++) {
      const [x0, y0, , x1, y1] = coordinates.slice(3 * i, 3 * i + 5) as [
        number,
        number,
        number,
        number,
        number,
      ];
      const arc = arcOfBulge(x0, y0, x1, y1, bulges[i]!)!;
      expect([arc.centreX, arc.centreY, arc.radius].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([
        100, 200, 50,
      ]);
      expect(Math.sign(arc.sweep)).toBe(turn);
    }
  });

  it('of two points leave in the direction of the line', () => {
    const [line] = linesOf(finish(['EP', 0, 0], ['EP PC', 10, 0], ['EP PT', 20, 10], ['EP', 20, 20]));
    expect(arcOfBulge(10, 0, 20, 10, line!.bulges![1]!)).toMatchObject({ centreX: 10, centreY: 10 });
    const [first] = linesOf(finish(['EP PC', 10, 0], ['EP PT', 20, 10], ['EP', 20, 20]));
    const arc = arcOfBulge(10, 0, 20, 10, first!.bulges![0]!)!;
    expect([arc.centreX, arc.centreY].map(Math.round)).toEqual([10, 10]);
  });

  it('tell what their codes leave open', () => {
    const proposal = finish(
      ['EP PT', 0, 0],
      ['EP PC', 1, 0],
      ['EP PC', 2, 1],
      ['EP', 3, 0],
      ['TOP BANK PC', 0, 0],
      ['TOP BANK PT', 1, 0],
    );
    expect(codesOf(proposal.notes)).toEqual([
      'codes.curve-not-begun',
      'codes.curve-begun-twice',
      'codes.curve-not-ended',
      'codes.curve-straight',
    ]);
  });
});

describe('rectangles', () => {
  it('go through three points, the third corner squared and told', () => {
    const proposal = finish(['BLD B', 0, 0, 1], ['BLD', 10, 0, 2], ['BLD RECT', 10.5, 4, 4]);
    expect(linesOf(proposal)).toMatchObject([
      { kind: 'polygon', coordinates: [0, 0, 1, 10, 0, 2, 10, 4, 4, 0, 4, 3] },
    ]);
    expect(proposal.notes).toEqual([
      { code: 'codes.rectangle-squared', params: { line: 'BLD', row: 1, distance: '0.500' } },
    ]);
  });

  it('have a width to the right of two points', () => {
    const [right, left] = linesOf(
      finish(['EP B', 0, 0], ['EP RECT 4', 10, 0], ['EP B', 0, 0], ['EP RECT -2.5', 10, 0]),
    );
    expect(right).toMatchObject({ isClosed: true, coordinates: [0, 0, 0, 10, 0, 0, 10, -4, 0, 0, -4, 0] });
    expect(left!.coordinates.slice(6, 9)).toEqual([10, 2.5, 0]);
  });

  it('are not made of points on one line', () => {
    expect(codesOf(finish(['EP B', 0, 0], ['EP', 5, 0], ['EP RECT', 9, 0]).notes)).toEqual([
      'codes.rectangle-points',
    ]);
  });
});

describe('what codes say twice', () => {
  it('is refused with its rows', () => {
    const proposal = finish(
      ['EP B', 0, 0],
      ['EP B', 1, 0],
      ['EP E', 2, 0],
      ['EP E', 3, 0],
      ['TB E', 4, 0],
      ['TB B B', 4, 0],
    );
    expect(proposal.refusals).toEqual([
      { code: 'codes.begin-twice', params: { line: 'EP', row: 2, otherRow: 1 } },
      { code: 'codes.end-twice', params: { line: 'EP', row: 4, otherRow: 3 } },
      { code: 'codes.end-without-begin', params: { line: 'TB', row: 5 } },
      { code: 'codes.begin-twice', params: { line: 'TB', row: 6, otherRow: 6 } },
    ]);
    expect(() => requireSound(proposal, 'p.txt')).toThrow(
      expect.objectContaining({
        code: 'codes.refused',
        params: { file: 'p.txt', count: 4, rows: '2, 4, 5, 6', line: 'EP' },
      }),
    );
  });

  it('is no conflict between numbered lines', () => {
    const proposal = finish(['EP1 B', 0, 0], ['EP2 B', 1, 0], ['EP1 E', 2, 0], ['EP2 E', 3, 0]);
    expect(proposal.refusals).toEqual([]);
    expect(linesOf(proposal)).toHaveLength(2);
  });
});

describe('what is not made', () => {
  it('is told: unknown codes, short lines, lines without an end, codes that nothing takes, heights', () => {
    const proposal = finish(
      ['XYZ', 0, 0],
      ['', 1, 0],
      ['EP E', 2, 0],
      ['TB B', 3, 0, Number.NaN],
      ['TB', 4, 0],
      ['MH B', 5, 0],
      ['CLOSE', 6, 0],
      ['TOP BANK', 7, 7],
    );
    expect(proposal.features.filter(({ kind }) => kind === 'point')).toHaveLength(8);
    expect(proposal.notes).toMatchObject([
      { code: 'codes.unknown', params: { count: 3, rows: '1, 2, 7', descriptions: 'XYZ, CLOSE' } },
      { code: 'codes.control-unused', params: { count: 2, rows: '6, 7' } },
      { code: 'codes.heights-missing', params: { line: 'TB', count: 1 } },
      { code: 'codes.line-not-ended', params: { line: 'TB', row: 4 } },
      { code: 'codes.line-too-short', params: { line: 'TOP BANK', row: 8, found: 1, needed: 2 } },
    ]);
    expect(codesOf(proposal.refusals)).toEqual(['codes.end-without-begin']);
  });
});
