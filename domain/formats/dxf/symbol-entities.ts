import type { SymbolDefinition, SymbolPart } from '../../symbols/symbol.ts';
import type { ExchangeDrawing, ExchangeFeature } from '../exchange-model.ts';
import { commonTags, type EntityContext, extendedData } from './entity-tags.ts';
import { symbolBlockName } from './symbol-blocks.ts';
import { drawingText, formatTags, type Handles, labelText, pointTags, real, type Tag } from './tags.ts';

/** A symbol as a block of the file. */
export interface SymbolBlock {
  readonly definition: SymbolDefinition;
  readonly name: string;
  /** Handle of its block record. */
  readonly record: string;
  /** Tags of its attributes by the names of properties; number and code of the point come first. */
  readonly tags: ReadonlyMap<string, string>;
}

const numberTag = 'NUMBER';
const codeTag = 'CODE';
const maxTags = 64;
/** Height of attributes where no labels are wanted, in heights of the symbol. */
const attributeHeight = 0.3;
const invisible = 1;

/** Blocks of the symbols of a drawing, by their names; their attributes are the properties of the points that show them. */
export function symbolBlocks(drawing: ExchangeDrawing, handles: Handles): Map<string, SymbolBlock> {
  const tags = new Map((drawing.symbols ?? []).map(({ name }) => [name, new Map<string, string>()] as const));
  for (const { symbol, properties = {} } of drawing.features) {
    const known = symbol && tags.get(symbol.name);
    if (!known) continue;
    for (const name of Object.keys(properties)) {
      if (known.size < maxTags && !known.has(name)) known.set(name, freeTag(name, known));
    }
  }
  return new Map(
    (drawing.symbols ?? []).map((definition) => [
      definition.name,
      {
        definition,
        name: symbolBlockName(definition.name),
        record: handles.take(),
        tags: tags.get(definition.name)!,
      },
    ]),
  );
}

/** A tag has no blanks, and is told from others regardless of case. */
function freeTag(name: string, known: ReadonlyMap<string, string>): string {
  const base = drawingText(name.trim().replace(/\s/g, '_').toUpperCase() || '_', 200);
  const taken = new Set([numberTag, codeTag, ...known.values()]);
  let tag = base;
  for (let i = 2; taken.has(tag); i++) tag = `${base}_${i}`;
  return tag;
}

/** Tags and values of the attributes of a point. */
export function attributesOf(
  feature: ExchangeFeature,
  { tags }: SymbolBlock,
): [tag: string, value: string][] {
  const { name, code, properties = {} } = feature;
  return [
    ...(name ? [[numberTag, name] as [string, string]] : []),
    ...(code ? [[codeTag, code] as [string, string]] : []),
    ...Object.entries(properties).flatMap(([key, value]): [string, string][] => {
      const tag = tags.get(key);
      return tag === undefined || value === null ? [] : [[tag, String(value)]];
    }),
  ];
}

/** INSERT of a point's symbol, with its attributes; the number shows where labels are wanted. */
export function insertEntities(context: EntityContext, feature: ExchangeFeature, block: SymbolBlock): string {
  const { coordinates, layer, style } = feature;
  const { rotation, scale, name } = feature.symbol!;
  const attributes = attributesOf(feature, block);
  const [x, y] = [coordinates[0]!, coordinates[1]!];
  const z = Number.isNaN(coordinates[2]!) ? 0 : coordinates[2]!;
  const head = commonTags(context, 'INSERT', layer, style);
  const insert = String(head[1]![1]);
  const size = context.labelHeight ?? attributeHeight * scale;
  const text = formatTags([
    ...head,
    [100, 'AcDbBlockReference'],
    ...(attributes.length > 0 ? ([[66, 1]] as Tag[]) : []),
    [2, block.name],
    ...pointTags(10, x, y, z),
    ...[41, 42, 43].map((code): Tag => [code, real(scale)]),
    [50, real((rotation * 180) / Math.PI)],
    ...extendedData(feature, { symbol: name }),
  ]);
  if (attributes.length === 0) return text;
  const shown = attributes.map(([tag, value], i) =>
    formatTags([
      ...commonTags(context, 'ATTRIB', layer, style, insert),
      [100, 'AcDbText'],
      ...pointTags(10, x + scale / 2 + size / 2, y + size / 2 - 1.5 * size * i, z),
      [40, real(size)],
      [1, labelText(value)],
      [7, 'Standard'],
      [100, 'AcDbAttribute'],
      [2, tag],
      [70, tag === numberTag && context.labelHeight !== null ? 0 : invisible],
    ]),
  );
  const end = formatTags(commonTags(context, 'SEQEND', layer, style, insert));
  return text + shown.join('') + end;
}

/** The entities of a symbol's block, on layer 0: they take the look of the insert. */
export function symbolEntities(context: EntityContext, { definition, tags }: SymbolBlock): Tag[] {
  const all = [numberTag, codeTag, ...tags.values()];
  return [
    ...definition.parts.flatMap((part) => partTags(context, part)),
    ...all.flatMap((tag, i): Tag[] => [
      ...commonTags(context, 'ATTDEF', '0', undefined),
      [100, 'AcDbText'],
      ...pointTags(10, 0.5 + attributeHeight / 2, attributeHeight * (0.5 - 1.5 * i), 0),
      [40, real(attributeHeight)],
      [1, ''],
      [7, 'Standard'],
      [100, 'AcDbAttributeDefinition'],
      [3, tag],
      [2, tag],
      [70, tag === numberTag ? 0 : invisible],
    ]),
  ];
}

function partTags(context: EntityContext, part: SymbolPart): Tag[] {
  switch (part.kind) {
    case 'line':
      return [
        ...commonTags(context, 'LWPOLYLINE', '0', undefined),
        [100, 'AcDbPolyline'],
        [90, part.points.length / 2],
        [70, part.isClosed ? 1 : 0],
        [43, '0.0'],
        ...part.points.map((value, i): Tag => [i % 2 === 0 ? 10 : 20, real(value)]),
      ];
    case 'area':
      return filledTags(
        context,
        part.points.map((value, i): Tag => [i % 2 === 0 ? 10 : 20, real(value)]),
        part.points.length / 2,
      );
    case 'circle': {
      const { x, y, radius, isFilled } = part;
      if (!isFilled) {
        return [
          ...commonTags(context, 'CIRCLE', '0', undefined),
          [100, 'AcDbCircle'],
          ...pointTags(10, x, y, 0),
          [40, real(radius)],
        ];
      }
      const half = (at: number): Tag[] => [
        [10, real(at)],
        [20, real(y)],
        [42, '1.0'],
      ];
      return filledTags(context, [...half(x + radius), ...half(x - radius)], 2);
    }
    case 'arc':
      return [
        ...commonTags(context, 'ARC', '0', undefined),
        [100, 'AcDbCircle'],
        ...pointTags(10, part.x, part.y, 0),
        [40, real(part.radius)],
        [100, 'AcDbArc'],
        [50, real((part.start * 180) / Math.PI)],
        [51, real((part.end * 180) / Math.PI)],
      ];
  }
}

/** A solid HATCH within one closed line. */
function filledTags(context: EntityContext, vertices: readonly Tag[], count: number): Tag[] {
  return [
    ...commonTags(context, 'HATCH', '0', undefined),
    [100, 'AcDbHatch'],
    ...pointTags(10, 0, 0, 0),
    ...pointTags(210, 0, 0, 1),
    [2, 'SOLID'],
    [70, 1],
    [71, 0],
    [91, 1],
    [92, 3],
    [72, vertices.some(([code]) => code === 42) ? 1 : 0],
    [73, 1],
    [93, count],
    ...vertices,
    [97, 0],
    [75, 0],
    [76, 1],
    [98, 0],
  ];
}
