import { createRandom } from '#domain/math/random.ts';
import { descriptorLength, type FeatureSet } from '../model/features.ts';

/** Words of the codebook and numbers kept of each word's residual. */
const words = 32;
const kept = 16;
/** Length of a signature. */
export const signatureLength = words * kept;
/** Features of an image that count, the most important ones, and those of a sample. */
const maxFeatures = 1200;
const samplePerImage = 60;
const maxSampled = 12_000;
const rounds = 6;

type Descriptors = Pick<FeatureSet, 'count' | 'descriptors'>;

/** Cluster centres of descriptors, `words` × 128. */
export interface Codebook {
  readonly centres: Float32Array;
  /** Signs (±1) by which each of `kept` numbers sums the 128 of a residual, kept × 128. */
  readonly signs: Int8Array;
}

/** Descriptors of an image for the codebook, evenly spread over its features; bytes, 128 each. */
export function sampleDescriptors({ count, descriptors }: Descriptors): Uint8Array {
  const taken = Math.min(samplePerImage, count);
  const out = new Uint8Array(taken * descriptorLength);
  for (let k = 0; k < taken; k++) {
    const from = Math.floor((k * count) / taken) * descriptorLength;
    out.set(descriptors.subarray(from, from + descriptorLength), k * descriptorLength);
  }
  return out;
}

function nearestCentre(centres: Float32Array, data: Uint8Array, at: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let w = 0; w < words; w++) {
    let sum = 0;
    for (let d = 0; d < descriptorLength && sum < least; d++) {
      const off = data[at + d]! - centres[w * descriptorLength + d]!;
      sum += off * off;
    }
    if (sum < least) {
      least = sum;
      best = w;
    }
  }
  return best;
}

/** Codebook of a set of images: k-means (S. Lloyd, 1982) over samples of their descriptors, seeded. */
export function trainCodebook(samples: readonly Uint8Array[]): Codebook {
  const total = samples.reduce((sum, { length }) => sum + length / descriptorLength, 0);
  const stride = Math.max(1, Math.ceil(total / maxSampled));
  const data = new Uint8Array(Math.ceil(total / stride) * descriptorLength);
  let [seen, count] = [0, 0];
  for (const sample of samples) {
    for (let at = 0; at < sample.length; at += descriptorLength) {
      if (seen++ % stride === 0)
        data.set(sample.subarray(at, at + descriptorLength), descriptorLength * count++);
    }
  }
  const random = createRandom(words, count);
  const centres = new Float32Array(words * descriptorLength);
  for (let w = 0; w < words && count > 0; w++) {
    const from = Math.floor(random.next() * count) * descriptorLength;
    for (let d = 0; d < descriptorLength; d++)
      centres[w * descriptorLength + d] = data[from + d]! + random.between(0, 0.5);
  }
  for (let round = 0; round < rounds; round++) {
    const sums = new Float64Array(words * descriptorLength);
    const sizes = new Uint32Array(words);
    for (let k = 0; k < count; k++) {
      const w = nearestCentre(centres, data, k * descriptorLength);
      sizes[w]!++;
      for (let d = 0; d < descriptorLength; d++)
        sums[w * descriptorLength + d]! += data[k * descriptorLength + d]!;
    }
    for (let k = 0; k < centres.length; k++) {
      const size = sizes[Math.floor(k / descriptorLength)]!;
      if (size > 0) centres[k] = sums[k]! / size;
    }
  }
  const signs = Int8Array.from({ length: kept * descriptorLength }, () => (random.next() < 0.5 ? -1 : 1));
  return { centres, signs };
}

/**
 * What an image looks like as a whole: per word the summed residuals of its descriptors, shortened by a random
 * projection, square-rooted and of unit length (H. Jégou, M. Douze, C. Schmid and P. Pérez, "Aggregating local
 * descriptors into a compact image representation", 2010; W. Johnson and J. Lindenstrauss, 1984, for the projection).
 */
export function imageSignature(
  { count, descriptors }: Descriptors,
  { centres, signs }: Codebook,
): Float32Array {
  const residuals = new Float64Array(words * descriptorLength);
  for (let k = 0; k < Math.min(count, maxFeatures); k++) {
    const at = k * descriptorLength;
    const base = nearestCentre(centres, descriptors, at) * descriptorLength;
    for (let d = 0; d < descriptorLength; d++)
      residuals[base + d]! += descriptors[at + d]! - centres[base + d]!;
  }
  const out = new Float32Array(signatureLength);
  let square = 0;
  for (let w = 0; w < words; w++) {
    for (let j = 0; j < kept; j++) {
      let sum = 0;
      for (let d = 0; d < descriptorLength; d++) {
        sum += signs[j * descriptorLength + d]! * residuals[w * descriptorLength + d]!;
      }
      const root = Math.sign(sum) * Math.sqrt(Math.abs(sum));
      out[w * kept + j] = root;
      square += root * root;
    }
  }
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
  for (let k = 0; k < out.length; k++) out[k]! *= scale;
  return out;
}

/**
 * Pairs of images that look most alike, a few for each: what to match where nothing says where photos were taken.
 * Compares every two signatures (512 products a pair).
 * @returns pairs a < b in rising order
 */
export function selectPairsByAppearance(
  signatures: readonly Float32Array[],
  perPhoto = 12,
): [number, number][] {
  const n = signatures.length;
  const keys = new Set<number>();
  for (let a = 0; a < n; a++) {
    const ranked: { b: number; likeness: number }[] = [];
    for (let b = 0; b < n; b++) {
      if (b === a) continue;
      let likeness = 0;
      for (let k = 0; k < signatureLength; k++) likeness += signatures[a]![k]! * signatures[b]![k]!;
      ranked.push({ b, likeness });
    }
    ranked.sort((p, q) => q.likeness - p.likeness || p.b - q.b);
    for (const { b } of ranked.slice(0, perPhoto)) keys.add(Math.min(a, b) * n + Math.max(a, b));
  }
  return [...keys].sort((p, q) => p - q).map((key) => [Math.floor(key / n), key % n]);
}
