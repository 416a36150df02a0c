import { inRankOrder } from './document.ts';
import type { DrawingFeature } from './feature.ts';
import type { DrawingLayer } from './layer.ts';

/** Features prepared to be searched: the lower-case texts of all of them in one, parted by a zero character. */
export interface FeatureIndex {
  readonly features: readonly DrawingFeature[];
  readonly texts: readonly string[];
  readonly all: string;
}

const parting = '\0';

function textOf({ name, code, attributes }: DrawingFeature): string {
  let text = `${name}\n${code}`;
  for (const key in attributes) text += `\n${key}=${attributes[key] ?? ''}`;
  return text.toLowerCase().replaceAll(parting, ' ');
}

/**
 * Prepares features to be searched, in the order given. Texts of features that stand where they stood in an earlier
 * index are taken from it.
 */
export function featureIndex(features: readonly DrawingFeature[], earlier?: FeatureIndex): FeatureIndex {
  if (earlier?.features === features) return earlier;
  const texts = features.map((feature, i) =>
    earlier?.features[i] === feature ? earlier.texts[i]! : textOf(feature),
  );
  return { features, texts, all: texts.join(parting) };
}

/** Words of a query that count. */
const maxWords = 50;

/** Words of a query; a part in quotes is one word. */
function wordsOf(query: string): string[] {
  return query
    .toLowerCase()
    .replaceAll(parting, ' ')
    .split('"')
    .flatMap((part, i) => (i % 2 === 1 ? [part] : part.split(/\s+/)))
    .filter((word) => word.trim() !== '')
    .slice(0, maxWords);
}

/**
 * Features whose name, code, attributes (`name=value`) or name of layer hold every word of a query, in their order; case
 * does not matter, and quotes make one word of several. All of them where the query is empty.
 */
export function findFeatures(
  index: FeatureIndex,
  layers: Readonly<Record<string, Pick<DrawingLayer, 'id' | 'name'>>>,
  query: string,
): readonly DrawingFeature[] {
  const { features } = index;
  const words = wordsOf(query);
  if (words.length === 0) return features;
  const hits = new Uint8Array(features.length);
  words.forEach((word, round) => {
    const named = Object.values(layers).filter(({ name }) => name.toLowerCase().includes(word));
    const ids = new Set(named.map(({ id }) => id));
    const mark = (i: number) => {
      if (hits[i] === round) hits[i]!++;
    };
    if (ids.size > 0) for (const [i, { layerId }] of features.entries()) if (ids.has(layerId)) mark(i);
    markTexts(index, word, mark);
  });
  return features.filter((_, i) => hits[i] === words.length);
}

/** Calls `mark` for each feature whose text holds a word, in their order. */
function markTexts({ texts, all }: FeatureIndex, word: string, mark: (i: number) => void): void {
  let i = 0;
  let end = texts[0]?.length ?? 0;
  for (let at = all.indexOf(word); at >= 0; at = all.indexOf(word, end)) {
    while (end < at) end += 1 + texts[++i]!.length;
    mark(i);
  }
}

/** Features by rank; sorted only where the records are not in that order already. */
export function featuresInOrder(features: Readonly<Record<string, DrawingFeature>>): DrawingFeature[] {
  const all = Object.values(features);
  const isSorted = all.every((feature, i) => i === 0 || all[i - 1]!.rank < feature.rank);
  return isSorted ? all : inRankOrder(features);
}
