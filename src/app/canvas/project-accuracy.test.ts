import { describe, expect, it } from 'vitest';
import { accuracyOf } from './project-accuracy.ts';

const tested = (verticalCount: number, rmseZ: number) => ({ accuracy: { verticalCount, rmseZ } });

describe('the accuracy of a project by its report', () => {
  it('is the RMSE at three checkpoints or more, in the unit of the project', () => {
    const report = { checkpoints: tested(4, 0.0305), dense: { sigmaM: 0.01 } };
    expect(accuracyOf(report, 0.3048)).toEqual({
      source: 'checkpoints',
      sigma: expect.closeTo(0.1, 3),
      count: 4,
    });
  });

  it('is that of the points where fewer were tested', () => {
    const report = { checkpoints: tested(2, 0.5), dense: { sigmaM: 0.02 } };
    expect(accuracyOf(report, 1)).toEqual({ source: 'cloud', sigma: 0.02, count: 0 });
    expect(accuracyOf({ checkpoints: { accuracy: null }, dense: { sigmaM: 0.02 } }, 1)).toMatchObject({
      source: 'cloud',
    });
  });

  it('is not known of lidar, of services, and where the scale is arbitrary', () => {
    expect(accuracyOf({ points: 3, crs: { name: null } }, 1)).toBeNull();
    expect(accuracyOf({ checkpoints: { count: 0 }, densePoints: 9 }, 1)).toBeNull();
    const report = { crs: { isArbitrary: true }, checkpoints: tested(4, 1), dense: { sigmaM: 1 } };
    expect(accuracyOf(report, 1)).toBeNull();
  });
});
