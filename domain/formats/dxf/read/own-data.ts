import type { ExchangeValue } from '../../exchange-model.ts';
import { applicationName } from '../own-data.ts';
import type { Groups } from './record.ts';
import type { DrawingStrings } from './strings.ts';

/** What our own extended data say of a feature beyond its geometry. */
export interface OwnData {
  readonly name?: string;
  readonly code?: string;
  /** What the feature is where its entity could be something else. */
  readonly kind?: 'polygon' | 'multipoint';
  /** Number shared by the entities of one feature of several. */
  readonly feature?: number;
  /** The entity is a hole of the one before it that is none. */
  readonly isHole: boolean;
  readonly hasNoHeights: boolean;
  /** Name of the symbol that an insert stands for. */
  readonly symbol?: string;
  readonly properties?: Readonly<Record<string, ExchangeValue>>;
}

const maxProperties = 500;

/** Reads the extended data of the application; null where an object has none. */
export function readOwnData(groups: Groups, strings: DrawingStrings): OwnData | null {
  let at = groups.find(1001);
  while (at >= 0 && strings.at(groups, at) !== applicationName) at = groups.find(1001, at + 1);
  if (at < 0) return null;
  const facts = new Map<string, string>();
  const properties: [string, ExchangeValue][] = [];
  for (let i = at + 1; i < groups.count && groups.codeAt(i) !== 1001; i++) {
    if (groups.codeAt(i) !== 1000) continue;
    const text = strings.at(groups, i);
    const equals = text.indexOf('=');
    if (equals < 0) continue;
    const [key, value] = [text.slice(0, equals), text.slice(equals + 1)];
    const property = key === 'property' ? propertyOf(value) : null;
    if (property && properties.length < maxProperties) properties.push(property);
    else if (key !== 'property') facts.set(key, value);
  }
  const kind = facts.get('kind');
  const feature = Number(facts.get('feature') ?? Number.NaN);
  const [name, code, symbol] = [facts.get('name'), facts.get('code'), facts.get('symbol')];
  return {
    ...(name ? { name } : {}),
    ...(code ? { code } : {}),
    ...(symbol ? { symbol } : {}),
    ...(kind === 'polygon' || kind === 'multipoint' ? { kind } : {}),
    ...(Number.isSafeInteger(feature) ? { feature } : {}),
    isHole: facts.get('ring') === 'hole',
    hasNoHeights: facts.get('heights') === 'none',
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
  };
}

/** A property as the writer puts it: a list of its name and its value in JSON; null where it is something else. */
function propertyOf(text: string): [string, ExchangeValue] | null {
  let pair: unknown;
  try {
    pair = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[0] !== 'string') return null;
  const value: unknown = pair[1];
  const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return isPlain ? [pair[0], value as ExchangeValue] : null;
}
