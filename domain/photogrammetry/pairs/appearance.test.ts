import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import { descriptorLength } from '../model/features.ts';
import { imageSignature, sampleDescriptors, selectPairsByAppearance, trainCodebook } from './appearance.ts';

/** Images along a strip: each sees 200 of the places, 100 of them also seen by the next; descriptors with noise. */
function createStrip(images: number) {
  const place = (index: number) => {
    const random = createRandom(index, 71);
    return Array.from({ length: descriptorLength }, () => (random.next() < 0.3 ? random.between(0, 120) : 0));
  };
  return Array.from({ length: images }, (_, image) => {
    const random = createRandom(image, 72);
    const descriptors = new Uint8Array(200 * descriptorLength);
    for (let k = 0; k < 200; k++) {
      place(image * 100 + k).forEach((v, d) => {
        descriptors[k * descriptorLength + d] = Math.max(0, Math.min(255, v + 8 * random.normal()));
      });
    }
    return { count: 200, descriptors };
  });
}

describe('pairs by appearance', () => {
  const images = createStrip(24);
  const codebook = trainCodebook(images.map(sampleDescriptors));
  const signatures = images.map((image) => imageSignature(image, codebook));

  it('join images that share places', () => {
    const pairs = selectPairsByAppearance(signatures, 4);
    const neighbours = Array.from({ length: 23 }, (_, k) => pairs.some(([a, b]) => a === k && b === k + 1));
    expect(neighbours.filter(Boolean).length).toBeGreaterThanOrEqual(22);
    expect(pairs.length).toBeLessThanOrEqual(24 * 4);
  });

  it('are the same every time, whatever is asked first', () => {
    expect(trainCodebook(images.map(sampleDescriptors))).toEqual(codebook);
    expect(imageSignature(images[3]!, codebook)).toEqual(signatures[3]);
  });

  it('bear an image without features', () => {
    const none = imageSignature({ count: 0, descriptors: new Uint8Array(0) }, codebook);
    expect(none.every((v) => v === 0)).toBe(true);
    expect(selectPairsByAppearance([none, none], 3)).toEqual([[0, 1]]);
  });
});
