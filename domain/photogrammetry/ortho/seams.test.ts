import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import type { CoarseView } from './coarse-view.ts';
import { noView, type SeamField } from './seam-energy.ts';
import { chooseSeams, seamCost } from './seams.ts';
import { secondViews } from './second-views.ts';

/** Views over the whole field with given costs and colours. */
function createView(
  width: number,
  height: number,
  cost: (x: number, y: number) => number,
  colour: (x: number, y: number) => number,
): CoarseView {
  const count = width * height;
  const view = {
    window: { x: 0, y: 0, width, height },
    cost: new Float32Array(count),
    rgb: new Uint8Array(3 * count),
    radius: new Uint8Array(count),
  };
  for (let at = 0; at < count; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    view.cost[at] = cost(x, y);
    view.rgb.fill(colour(x, y), 3 * at, 3 * at + 3);
  }
  return view;
}

function createField(width: number, height: number, views: CoarseView[]): SeamField {
  return { width, height, views, raised: new Float32Array(width * height), cellOverHeight: 0.002 };
}

describe('seams', () => {
  it('halve the ground between two photos where nothing else matters', () => {
    const [width, height] = [40, 20];
    const views = [0, 40].map((centre) =>
      createView(
        width,
        height,
        (x) => ((x - centre) / 40) ** 2,
        () => 100,
      ),
    );
    const labels = chooseSeams(createField(width, height, views));
    for (let y = 0; y < height; y++) {
      const row = Array.from(labels.subarray(y * width, (y + 1) * width));
      expect(Math.abs(row.indexOf(1) - 20)).toBeLessThanOrEqual(1);
      expect(row.lastIndexOf(0)).toBe(row.indexOf(1) - 1);
    }
  });

  it('go round what stands out of the ground', () => {
    const [width, height] = [60, 60];
    const views = [10, 50].map((centre) =>
      createView(
        width,
        height,
        (x) => ((x - centre) / 150) ** 2,
        () => 100,
      ),
    );
    const field = createField(width, height, views);
    const isHouse = (x: number, y: number) => x >= 20 && x < 38 && y >= 20 && y < 40;
    for (let at = 0; at < width * height; at++) {
      if (isHouse(at % width, Math.floor(at / width))) field.raised[at] = 1;
    }
    const labels = chooseSeams(field);
    const inHouse = new Set<number>();
    labels.forEach((label, at) => {
      if (isHouse(at % width, Math.floor(at / width))) inHouse.add(label);
    });
    expect(inHouse.size).toBe(1);
    expect(new Set(labels)).toEqual(new Set([0, 1]));
  });

  it('run where photos agree', () => {
    const [width, height] = [40, 30];
    const views = [0, 40].map((centre, index) =>
      createView(
        width,
        height,
        (x) => ((x - centre) / 400) ** 2,
        (x) => (index === 1 && x > 14 && x < 30 ? 160 : 100),
      ),
    );
    const labels = chooseSeams(createField(width, height, views));
    for (let y = 0; y < height; y++) {
      const change = Array.from(labels.subarray(y * width, (y + 1) * width)).indexOf(1);
      expect(change <= 14 || change > 30).toBe(true);
    }
  });

  it('cost no more than any labelling of single photos, and never take a photo that shows nothing', () => {
    const random = createRandom(3);
    const [width, height] = [24, 18];
    const views = Array.from({ length: 5 }, (_, index) =>
      createView(
        width,
        height,
        (x, y) => (random.next() < 0.15 ? Infinity : Math.hypot(x - 5 * index, y - 3 * index) / 60),
        () => Math.floor(random.between(60, 180)),
      ),
    );
    const field = createField(width, height, views);
    const labels = chooseSeams(field);
    labels.forEach((label, cell) => {
      if (label === noView) expect(views.every(({ cost }) => cost[cell] === Infinity)).toBe(true);
      else expect(views[label]!.cost[cell]).not.toBe(Infinity);
    });
    const best = labels.map((_, cell) => {
      const costs = views.map(({ cost }) => cost[cell]!);
      const least = Math.min(...costs);
      return least === Infinity ? noView : costs.indexOf(least);
    });
    expect(seamCost(field, labels)).toBeLessThan(0.8 * seamCost(field, best));
    const seconds = secondViews(width, views, labels);
    seconds.forEach((second, cell) => {
      if (second === noView) return;
      expect(second).not.toBe(labels[cell]);
      expect(views[second]!.cost[cell]).not.toBe(Infinity);
    });
  });
});
