import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import type { CoarseView } from './coarse-view.ts';
import { balanceView, solveExposure } from './exposure.ts';
import { viewExposure } from './view-exposure.ts';

const [width, height] = [60, 40];
const truth = { vignetting: [-0.25, -0.1, 0.05] as const, gainSpread: 0.2 };

/** Overlapping views of one textured ground through photos of different exposure and one vignetting lens. */
function createViews(outliers: number): { views: CoarseView[]; gains: number[] } {
  const random = createRandom(7);
  const ground = Array.from({ length: width * height * 3 }, () => random.between(50, 150));
  const views: CoarseView[] = [];
  const gains: number[] = [];
  for (let photo = 0; photo < 12; photo++) {
    const window = { x: (photo % 4) * 10, y: Math.floor(photo / 4) * 8, width: 30, height: 24 };
    const own = [0, 1, 2].map(() => random.between(-truth.gainSpread, truth.gainSpread));
    gains.push(...own);
    const count = window.width * window.height;
    const rgb = new Uint8Array(3 * count);
    const radius = new Uint8Array(count);
    for (let at = 0; at < count; at++) {
      const [column, row] = [at % window.width, Math.floor(at / window.width)];
      const r = Math.hypot(column - 14.5, row - 11.5) / Math.hypot(15, 12);
      radius[at] = Math.min(255, Math.round(255 * r));
      const q = r * r;
      const fall = q * (truth.vignetting[0] + q * (truth.vignetting[1] + q * truth.vignetting[2]));
      const isOdd = random.next() < outliers;
      for (let channel = 0; channel < 3; channel++) {
        const value = ground[3 * ((window.y + row) * width + window.x + column) + channel]!;
        const seen = isOdd ? random.between(20, 240) : value * Math.exp(own[channel]! + fall);
        rgb[3 * at + channel] = Math.max(0, Math.min(255, Math.round(seen)));
      }
    }
    views.push({ window, cost: new Float32Array(count).fill(0.1), rgb, radius });
  }
  return { views, gains };
}

function centred(gains: readonly number[]): number[] {
  const means = [0, 1, 2].map((channel) => {
    const own = gains.filter((_, index) => index % 3 === channel);
    return own.reduce((sum, gain) => sum + gain, 0) / own.length;
  });
  return gains.map((gain, index) => gain - means[index % 3]!);
}

describe('exposure', () => {
  it.each([0, 0.1])('finds gains and vignetting again (%d of the cells moved)', (outliers) => {
    const { views, gains } = createViews(outliers);
    const found = solveExposure(
      { width, height },
      views,
      views.map(() => 0),
    );
    centred(gains).forEach((gain, index) => {
      expect(Math.abs(found.gains[index]! - gain)).toBeLessThan(0.01);
    });
    for (const r of [0.3, 0.6, 0.9]) {
      const fall = (v: ArrayLike<number>) => r * r * (v[0]! + r * r * (v[1]! + r * r * v[2]!));
      expect(Math.abs(fall(found.vignetting) - fall(truth.vignetting))).toBeLessThan(0.015);
    }
    expect(found.spreadAfter).toBeLessThan(found.spreadBefore / 4);
  });

  it('makes overlapping views agree', () => {
    const { views } = createViews(0);
    const exposure = solveExposure(
      { width, height },
      views,
      views.map(() => 0),
    );
    const balanced = views.map((view, index) => {
      const { gains, vignetting } = viewExposure(exposure, index, 0);
      return balanceView(view, gains, vignetting);
    });
    const [a, b] = [balanced[0]!, balanced[1]!];
    let worst = 0;
    for (let row = 0; row < 24; row++) {
      for (let column = 10; column < 30; column++) {
        for (let channel = 0; channel < 3; channel++) {
          const left = a.rgb[3 * (row * 30 + column) + channel]!;
          const right = b.rgb[3 * (row * 30 + column - 10) + channel]!;
          worst = Math.max(worst, Math.abs(left - right));
        }
      }
    }
    expect(worst).toBeLessThanOrEqual(4);
  });

  it('leaves photos alone that share nothing', () => {
    const { views } = createViews(0);
    const apart = [views[0]!, { ...views[11]!, window: { ...views[11]!.window, x: 30, y: 24, height: 16 } }];
    const found = solveExposure({ width: 200, height: 200 }, [apart[0]!], [0]);
    expect(Array.from(found.gains)).toEqual([0, 0, 0]);
    expect(Array.from(found.vignetting)).toEqual([0, 0, 0]);
    expect(found.pairs).toBe(0);
  });
});
