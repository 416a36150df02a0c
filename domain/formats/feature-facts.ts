import type { ExchangeFeature, ExchangeValue } from './exchange-model.ts';

/** Layer, name, code and further properties of a feature, and the colour that its row states for its layer. */
export type FeatureFacts = Pick<ExchangeFeature, 'layer' | 'name' | 'code' | 'properties'> & {
  readonly colour: string | null;
};

const own = new Set(['layer', 'name', 'code', 'colour']);

/**
 * What a row of attributes says of its feature: columns `layer`, `name`, `code` and `colour`, of any case, are its own,
 * the others its properties.
 * @param layer where the row names none
 */
export function factsOfRow(row: ReadonlyMap<string, ExchangeValue>, layer: string): FeatureFacts {
  const facts = new Map<string, string>();
  const rest: [string, ExchangeValue][] = [];
  for (const [field, value] of row) {
    const key = field.toLowerCase();
    if (!own.has(key) || facts.has(key)) rest.push([field, value]);
    else if (value !== null && value !== '') facts.set(key, String(value));
  }
  const [name, code, colour] = [facts.get('name'), facts.get('code'), facts.get('colour')];
  const isColour = colour !== undefined && /^#[0-9a-f]{6}$/i.test(colour);
  if (colour !== undefined && !isColour) rest.push(['colour', colour]);
  return {
    layer: facts.get('layer') ?? layer,
    colour: isColour ? colour.toLowerCase() : null,
    ...(name === undefined ? {} : { name }),
    ...(code === undefined ? {} : { code }),
    ...(rest.length > 0 ? { properties: Object.fromEntries(rest) } : {}),
  };
}
