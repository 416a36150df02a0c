import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { assessQuality } from './assess-quality.ts';
import { measureQuality, type QualityImage } from './measure-quality.ts';

const [width, height] = [512, 384];

/** A scene of discs of all sizes: edges at every scale, as in nature. */
function createScene(): Float32Array {
  const random = createRandom(7).next;
  const values = new Float32Array(width * height).fill(120);
  for (let disc = 0; disc < 2500; disc++) {
    const radius = 1.5 / Math.sqrt(random() * 0.9995 + 0.0005);
    const [cx, cy, grey] = [random() * width, random() * height, 30 + random() * 200];
    for (let y = Math.max(0, Math.floor(cy - radius)); y < Math.min(height, cy + radius); y++) {
      for (let x = Math.max(0, Math.floor(cx - radius)); x < Math.min(width, cx + radius); x++) {
        if ((x - cx) ** 2 + (y - cy) ** 2 < radius * radius) values[y * width + x] = grey;
      }
    }
  }
  return values;
}

function blurAcross(values: Float32Array, radius: number, step: number): Float32Array {
  return values.map((_, at) => {
    let sum = 0;
    for (let k = -radius; k <= radius; k++) sum += values[at + k * step] ?? values[at]!;
    return sum / (2 * radius + 1);
  });
}

const toImage = (values: Float32Array): QualityImage => ({ width, height, pixels: Uint8Array.from(values) });
const flat = (grey: number, noise: number): QualityImage => {
  const random = createRandom(3).next;
  return toImage(new Float32Array(width * height).map(() => grey + noise * random()));
};

describe('quality of photos', () => {
  it('sees blur whatever its contrast, and passes a sharp photo', () => {
    const scene = createScene();
    const blurred = blurAcross(blurAcross(scene, 4, 1), 4, width);
    expect(assessQuality(measureQuality(toImage(scene)))).toBeNull();
    expect(assessQuality(measureQuality(toImage(scene.map((v) => 100 + v / 6))))).toBeNull();
    expect(assessQuality(measureQuality(toImage(blurred)))).toMatchObject({
      reason: 'blurred',
      params: { limit: 0.42 },
    });
  });

  it.each([
    [8, 1],
    [16, 1],
    [16, 0.3],
    [22, 0.6],
  ])(
    'sees blur %i px wide, where rounding makes up the finest detail, at contrast %f',
    (radius, contrast) => {
      const once = (values: Float32Array) => blurAcross(blurAcross(values, radius, 1), radius, width);
      const blurred = once(once(createScene())).map((value) => 120 + contrast * (value - 120));
      expect(assessQuality(measureQuality(toImage(blurred)))?.reason).toBe('blurred');
    },
  );

  it('passes a photo of which only a part is sharp', () => {
    const scene = createScene();
    const blurred = blurAcross(blurAcross(scene, 4, 1), 4, width);
    const half = scene.map((value, at) => (at % width < width / 2 ? value : blurred[at]!));
    expect(assessQuality(measureQuality(toImage(half)))).toBeNull();
  });

  it('tells a covered lens from a dark and an overexposed photo', () => {
    expect(assessQuality(measureQuality(flat(1, 2)))?.reason).toBe('covered');
    expect(assessQuality(measureQuality(flat(90, 2)))?.reason).toBe('covered');
    expect(
      assessQuality(measureQuality(toImage(createScene().map((v) => (v > 215 ? v : v / 20)))))?.reason,
    ).toBe('dark');
    expect(
      assessQuality(measureQuality(toImage(createScene().map((v) => Math.min(255, v * 4)))))?.reason,
    ).toBe('bright');
  });
});
