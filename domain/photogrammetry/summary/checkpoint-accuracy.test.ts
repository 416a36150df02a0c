import { describe, expect, it } from 'vitest';
import { assessCheckpoints, type CheckpointResidual } from './checkpoint-accuracy.ts';

const point = (x: number, y: number, z: number | null, sigma?: number): CheckpointResidual => ({
  x,
  y,
  z,
  surveySigma: sigma === undefined ? null : { horizontal: sigma, vertical: 2 * sigma },
});

describe('accuracy against checkpoints', () => {
  it('adds the survey’s own error to the fit', () => {
    const tested = assessCheckpoints([point(0.03, 0, 0.05, 0.02), point(-0.03, 0, -0.05, 0.02)]);
    expect(tested.horizontal.fit).toBeCloseTo(0.03, 12);
    expect(tested.horizontal.total).toBeCloseTo(Math.hypot(0.03, 0.02), 12);
    expect(tested.vertical.total).toBeCloseTo(Math.hypot(0.05, 0.04), 12);
    expect(tested.rmse3d).toBeCloseTo(Math.hypot(0.03, 0.05), 12);
    expect(tested.isSurveyErrorKnown).toBe(true);
    expect(tested.hasBias).toBe(false);
  });

  it('claims no class below thirty points, and the next whole centimetre from thirty on', () => {
    const points = (count: number) =>
      Array.from({ length: count }, (_, index) => point(index % 2 ? 0.024 : -0.024, 0, null));
    expect(assessCheckpoints(points(29)).horizontalClassCm).toBeNull();
    expect(assessCheckpoints(points(30)).horizontalClassCm).toBe(3);
    expect(assessCheckpoints(points(30)).verticalClassCm).toBeNull();
    expect(assessCheckpoints(points(30)).isSurveyErrorKnown).toBe(false);
  });

  it('sees a shift of the whole block', () => {
    const shifted = [0.02, 0.021, 0.019].map((x) => point(x, 0, 0));
    expect(assessCheckpoints(shifted)).toMatchObject({ hasBias: true, count: 3, verticalCount: 3 });
  });

  it('is nothing without points', () => {
    expect(assessCheckpoints([])).toMatchObject({
      count: 0,
      rmse3d: 0,
      hasBias: false,
      isSurveyErrorKnown: false,
    });
  });
});
