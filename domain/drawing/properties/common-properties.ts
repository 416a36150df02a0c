import type { AttributeValue, DrawingFeature, ElevationMode, FeatureLook } from '../feature.ts';

/** A value that features share, or none of them alone. */
export type Common<T> = { readonly isMixed: false; readonly value: T } | { readonly isMixed: true };

/** Properties of several features at once. */
export interface CommonProperties {
  readonly layerId: Common<string>;
  readonly code: Common<string>;
  /** Undefined where the layer's is taken. */
  readonly look: { readonly [K in keyof FeatureLook]-?: Common<FeatureLook[K] | undefined> };
  /** Null: its own elevations. */
  readonly elevation: Common<ElevationMode | null>;
  /** By name, in the order of entry; undefined where no feature has it any more, mixed where only some have it. */
  readonly attributes: ReadonlyMap<string, Common<AttributeValue>>;
}

/** What features have in common. O(features × attributes). `features` must not be empty. */
export function commonProperties(features: readonly DrawingFeature[]): CommonProperties {
  const look = <K extends keyof FeatureLook>(key: K) => common(features, (feature) => feature.look?.[key]);
  const names = new Set(features.flatMap(({ attributes }) => Object.keys(attributes ?? {})));
  const attributes = [...names].map((name) => {
    const isEverywhere = features.every((feature) => hasAttribute(feature, name));
    const value = common(features, (feature) => feature.attributes?.[name] ?? null);
    return [name, isEverywhere ? value : ({ isMixed: true } as const)] as const;
  });
  return {
    layerId: common(features, ({ layerId }) => layerId),
    code: common(features, ({ code }) => code),
    look: {
      colour: look('colour'),
      lineType: look('lineType'),
      lineWeight: look('lineWeight'),
      transparency: look('transparency'),
      symbol: look('symbol'),
      symbolSize: look('symbolSize'),
      symbolRotation: look('symbolRotation'),
    },
    elevation: common(features, ({ elevation }) => elevation ?? null),
    attributes: new Map(attributes),
  };
}

const hasAttribute = ({ attributes }: DrawingFeature, name: string) =>
  attributes !== undefined && Object.hasOwn(attributes, name);

function common<T>(features: readonly DrawingFeature[], read: (feature: DrawingFeature) => T): Common<T> {
  const value = read(features[0]!);
  const text = JSON.stringify(value);
  const isShared = features.every((feature) => {
    const other = read(feature);
    return other === value || (typeof value === 'object' && JSON.stringify(other) === text);
  });
  return isShared ? { isMixed: false, value } : { isMixed: true };
}
