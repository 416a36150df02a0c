import type { ExchangeDrawing, ExchangeFeature } from './exchange-model.ts';
import { allFeatures, hasHeights } from './exchange-rows.ts';

/** Features of one kind on one layer, all with heights or all without: what one file or table of a format holds. */
export interface FeatureSet {
  readonly layer: string;
  readonly kind: ExchangeFeature['kind'];
  readonly hasZ: boolean;
  readonly features: ExchangeFeature[];
}

/** Everything of a drawing in sets, in the order of their first features; texts and triangles as in `allFeatures`. */
export function featureSets(drawing: ExchangeDrawing): FeatureSet[] {
  const sets = new Map<string, FeatureSet>();
  for (const feature of allFeatures(drawing)) {
    const { layer, kind } = feature;
    const hasZ = hasHeights(feature);
    const key = JSON.stringify([layer, kind, hasZ]);
    const set = sets.get(key);
    if (set) set.features.push(feature);
    else sets.set(key, { layer, kind, hasZ, features: [feature] });
  }
  return [...sets.values()];
}
