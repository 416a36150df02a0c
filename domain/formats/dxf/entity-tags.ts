import type { ExchangeFeature, ExchangeStyle } from '../exchange-model.ts';
import { colourIndex } from './colours.ts';
import { lineTypeNames } from './line-types.ts';
import { lineWeightOf } from './line-weights.ts';
import { applicationName } from './own-data.ts';
import { drawingText, type Handles, type Tag } from './tags.ts';

/** Writes entities into model space or a block. */
export interface EntityContext {
  readonly handles: Handles;
  /** Handle of the block record that owns the entities. */
  readonly owner: string;
  /** Names of the file's layers by the drawing's. */
  readonly layers: ReadonlyMap<string, string>;
  /** Height of point labels in drawing units; null for none. */
  readonly labelHeight: number | null;
  /** Largest distance of chords from arcs that are not written as such, drawing units. */
  readonly tolerance: number;
  /** Whether arcs that lie flat are written as arcs. */
  readonly keepsArcs: boolean;
}

/** The first groups of an entity. @param layer of the drawing @param owner other than the context's */
export function commonTags(
  context: EntityContext,
  kind: string,
  layer: string,
  style: ExchangeStyle | undefined,
  owner = context.owner,
): Tag[] {
  return [
    [0, kind],
    [5, context.handles.take()],
    [330, owner],
    [100, 'AcDbEntity'],
    [8, context.layers.get(layer) ?? layer],
    ...styleTags(style),
  ];
}

function styleTags({ colour, lineType, lineWeight }: ExchangeStyle = {}): Tag[] {
  return [
    ...(lineType === undefined ? [] : ([[6, lineTypeNames[lineType]]] as Tag[])),
    ...(colour === undefined ? [] : ([[62, colourIndex(colour)]] as Tag[])),
    ...(lineWeight === undefined ? [] : ([[370, lineWeightOf(lineWeight)]] as Tag[])),
  ];
}

/** Which part of a feature an entity is. */
export interface FeaturePart {
  readonly kind?: 'polygon' | 'multipoint';
  /** Number that entities of one feature share. */
  readonly feature?: number;
  readonly isHole?: boolean;
  readonly symbol?: string;
}

/** Longest string of extended data, and most bytes of it at one entity. */
const maxString = 255;
const maxBytes = 16_000;

/** Properties as strings of extended data, and how many do not fit. */
export function propertyStrings({ properties = {} }: Pick<ExchangeFeature, 'properties'>): {
  readonly strings: readonly string[];
  readonly lost: number;
} {
  const strings: string[] = [];
  let [bytes, lost] = [1000, 0];
  for (const pair of Object.entries(properties)) {
    const text = drawingText(`property=${JSON.stringify(pair)}`, Infinity);
    bytes += text.length;
    if (text.length > maxString || bytes > maxBytes) lost++;
    else strings.push(text);
  }
  return { strings, lost };
}

/** What an entity says of its feature as extended data of the application, where it says anything. */
export function extendedData(feature: ExchangeFeature, part: FeaturePart = {}): Tag[] {
  const facts: [string, string | number | undefined][] = [
    ['name', feature.name],
    ['code', feature.code],
    ['kind', part.kind],
    ['feature', part.feature],
    ['ring', part.isHole ? 'hole' : undefined],
    ['symbol', part.symbol],
    ['heights', Number.isNaN(feature.coordinates[2]!) ? 'none' : undefined],
  ];
  const strings = facts
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => drawingText(`${key}=${value}`, maxString));
  const all = [...strings, ...propertyStrings(feature).strings];
  return all.length > 0 ? [[1001, applicationName], ...all.map((text): Tag => [1000, text])] : [];
}
