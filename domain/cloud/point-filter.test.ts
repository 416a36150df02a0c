import { describe, expect, it } from 'vitest';
import {
  type FilterPoint,
  isPointSeen,
  mayBoxBeSeen,
  type PointClip,
  type PointFilter,
  returnKind,
  seeAll,
} from './point-filter.ts';

const base: FilterPoint = {
  position: [10, 20, 5],
  classification: 2,
  returnNumber: 1,
  numberOfReturns: 1,
  gpsTime: 1000,
};

function sees(filter: Partial<PointFilter>, point: Partial<FilterPoint> = {}): boolean {
  return isPointSeen({ ...seeAll, ...filter }, { ...base, ...point });
}

const box: PointClip = {
  kind: 'box',
  id: 'box',
  isInverted: false,
  center: [10, 20, 5],
  half: [4, 1, 2],
  yawRad: Math.PI / 4,
};

describe('isPointSeen', () => {
  it('hides classes, returns, elevations and times', () => {
    expect(sees({})).toBe(true);
    expect(sees({ hiddenClasses: [2] })).toBe(false);
    expect(sees({ hiddenClasses: [3] })).toBe(true);
    expect(sees({ hiddenReturns: ['single'] })).toBe(false);
    expect(sees({ hiddenReturns: ['last'] }, { returnNumber: 3, numberOfReturns: 3 })).toBe(false);
    expect(sees({ hiddenReturns: ['last'] }, { returnNumber: 2, numberOfReturns: 3 })).toBe(true);
    expect(sees({ seenElevations: [5, 6] })).toBe(true);
    expect(sees({ seenElevations: [5.001, 6] })).toBe(false);
    expect(sees({ seenTimes: [999, 1000] })).toBe(true);
    expect(sees({ seenTimes: [0, 999.9] })).toBe(false);
  });

  it('does not hide a cloud for what it lacks', () => {
    const bare = { classification: null, returnNumber: null, numberOfReturns: null, gpsTime: null };
    expect(sees({ hiddenClasses: [0], hiddenReturns: ['single'], seenTimes: [1, 2] }, bare)).toBe(true);
  });

  it('shows what lies in a turned box, or hides it', () => {
    const along: FilterPoint['position'] = [12.5, 22.5, 5];
    const across: FilterPoint['position'] = [12.5, 17.5, 5];
    expect(sees({ clips: [box] }, { position: along })).toBe(true);
    expect(sees({ clips: [box] }, { position: across })).toBe(false);
    expect(sees({ clips: [box] }, { position: [10, 20, 7.5] })).toBe(false);
    expect(sees({ clips: [{ ...box, isInverted: true }] }, { position: along })).toBe(false);
    expect(sees({ clips: [{ ...box, isInverted: true }] }, { position: across })).toBe(true);
  });

  it('cuts by concave rings and by slices of any height', () => {
    const ring = [0, 0, 10, 0, 10, 10, 5, 4, 0, 10];
    const clips: PointClip[] = [{ kind: 'polygon', id: 'p', isInverted: false, ring }];
    expect(sees({ clips }, { position: [1, 5, -900] })).toBe(true);
    expect(sees({ clips }, { position: [5, 7, 0] })).toBe(false);
    const slice: PointClip = {
      kind: 'slice',
      id: 's',
      isInverted: false,
      from: [0, 0],
      to: [10, 0],
      width: 2,
    };
    expect(sees({ clips: [slice] }, { position: [5, 0.9, 1e6] })).toBe(true);
    expect(sees({ clips: [slice] }, { position: [5, 1.1, 0] })).toBe(false);
    expect(sees({ clips: [slice] }, { position: [10.1, 0, 0] })).toBe(false);
  });

  it('adds what is shown and takes off what is hidden', () => {
    const far: PointClip = { ...box, id: 'far', center: [100, 20, 5] };
    const bite: PointClip = { ...box, id: 'bite', isInverted: true, half: [1, 1, 1], yawRad: 0 };
    const clips = [box, far, bite];
    expect(sees({ clips }, { position: [100, 20, 5] })).toBe(true);
    expect(sees({ clips }, { position: [12, 22, 5] })).toBe(true);
    expect(sees({ clips }, { position: [10, 20, 5] })).toBe(false);
    expect(sees({ clips }, { position: [50, 20, 5] })).toBe(false);
  });
});

describe('mayBoxBeSeen', () => {
  it('never leaves out a box with a seen point', () => {
    const filter: PointFilter = { ...seeAll, seenElevations: [0, 8], clips: [box] };
    for (let x = 0; x < 20; x++) {
      for (let y = 10; y < 30; y++) {
        const position = [x + 0.5, y + 0.5, 5] as const;
        if (!isPointSeen(filter, { ...base, position })) continue;
        expect(mayBoxBeSeen(filter, [x, y, 4], [x + 1, y + 1, 6])).toBe(true);
      }
    }
    expect(mayBoxBeSeen(filter, [30, 20, 4], [31, 21, 6])).toBe(false);
    expect(mayBoxBeSeen(filter, [10, 20, 9], [11, 21, 12])).toBe(false);
  });
});

describe('returnKind', () => {
  it('names returns by number and count', () => {
    expect(returnKind(1, 0)).toBe('single');
    expect(returnKind(1, 4)).toBe('first');
    expect(returnKind(3, 4)).toBe('middle');
    expect(returnKind(4, 4)).toBe('last');
    expect(returnKind(null, null)).toBeNull();
  });
});
