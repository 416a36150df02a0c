import { AppError } from '../../errors/app-error.ts';
import { packArrays, type StoredArray, unpackArrays } from './array-file.ts';
import type { Camera } from './camera.ts';
import type { FeatureSet, VerifiedPair } from './features.ts';
import type { Reconstruction, RegisteredPhoto } from './reconstruction.ts';

/** A reconstruction's arrays under the names they have in files. Borrowed, not copied. */
export function arraysOf({ points, colours, observations }: Reconstruction): Record<string, StoredArray> {
  return {
    points,
    colours,
    'observation-point': observations.point,
    'observation-photo': observations.photo,
    'observation-xy': observations.xy,
    'observation-scale': observations.scale,
  };
}

interface BlockFacts {
  readonly cameras: readonly Camera[];
  readonly photos: readonly RegisteredPhoto[];
}

function prefixed(prefix: string, arrays: Record<string, StoredArray>): Record<string, StoredArray> {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [`${prefix}/${name}`, array]));
}

/**
 * Writes reconstructions, plain facts about them and further arrays as one file; `decodeBlocks` reads it, to the last
 * bit, except that numbers of the facts that are not finite come back as null.
 */
export function encodeBlocks<E>(
  blocks: readonly Reconstruction[],
  extra: E,
  extraArrays: Record<string, StoredArray> = {},
): Uint8Array<ArrayBuffer> {
  const facts = blocks.map(({ cameras, photos }): BlockFacts => ({ cameras, photos }));
  const arrays = blocks.map((block, index) => prefixed(String(index), arraysOf(block)));
  return packArrays({ blocks: facts, extra }, Object.assign({}, ...arrays, prefixed('extra', extraArrays)));
}

/** Reads what `encodeBlocks` wrote. Error: `photo.bad-store`. */
export function decodeBlocks<E>(
  file: Uint8Array,
  name: string,
): {
  readonly blocks: readonly Reconstruction[];
  readonly extra: E;
  /** A further array by its name; undefined where the file has none. */
  extraArray(name: string): StoredArray | undefined;
} {
  const { facts, arrays } = unpackArrays<{ blocks: BlockFacts[]; extra: E }>(file, name);
  const take = <T extends StoredArray>(index: number, array: string) => {
    const found = arrays[`${index}/${array}`];
    if (!found) throw new AppError('photo.bad-store', { file: name });
    return found as T;
  };
  const blocks = facts.blocks.map((block, index): Reconstruction => {
    const point = take<Uint32Array<ArrayBuffer>>(index, 'observation-point');
    return {
      ...block,
      points: take(index, 'points'),
      colours: take(index, 'colours'),
      observations: {
        count: point.length,
        point,
        photo: take(index, 'observation-photo'),
        xy: take(index, 'observation-xy'),
        scale: take(index, 'observation-scale'),
      },
    };
  });
  return { blocks, extra: facts.extra, extraArray: (array) => arrays[`extra/${array}`] };
}

/** The features of one image as a file. */
export function encodeFeatures({
  count,
  xy,
  scale,
  angle,
  descriptors,
  rgb,
}: FeatureSet): Uint8Array<ArrayBuffer> {
  return packArrays({ count }, { xy, scale, angle, descriptors, rgb });
}

/** Reads what `encodeFeatures` wrote. Error: `photo.bad-store`. */
export function decodeFeatures(file: Uint8Array, name: string): FeatureSet {
  const { facts, arrays } = unpackArrays<{ count: number }>(file, name);
  return { count: facts.count, ...arrays } as unknown as FeatureSet;
}

/** Verified pairs as a file. */
export function encodePairs(pairs: readonly VerifiedPair[]): Uint8Array<ArrayBuffer> {
  const facts = pairs.map(({ matches: _, ...pair }) => pair);
  const arrays = pairs.map(({ matches }, index) => [String(index), matches] as const);
  return packArrays(facts, Object.fromEntries(arrays));
}

/** Reads what `encodePairs` wrote. Error: `photo.bad-store`. */
export function decodePairs(file: Uint8Array, name: string): VerifiedPair[] {
  const { facts, arrays } = unpackArrays<Omit<VerifiedPair, 'matches'>[]>(file, name);
  return facts.map((pair, index) => ({
    ...pair,
    matches: arrays[String(index)] as VerifiedPair['matches'],
  }));
}
