import { arcOfBulge } from '../../../geometry/plane/bulge.ts';
import type { SymbolDefinition, SymbolPart } from '../../../symbols/symbol.ts';
import { partsOf } from '../../exchange-geometry.ts';
import type { ExchangeFeature } from '../../exchange-model.ts';
import { symbolBlockName } from '../symbol-blocks.ts';
import type { Blocks } from './blocks.ts';
import { DrawingBuilder } from './drawing-builder.ts';
import { EntityReader } from './entity-reader.ts';
import { DrawingTables } from './layers.ts';
import type { DrawingStrings } from './strings.ts';

/** A symbol is one unit high. */
const tolerance = 0.005;
const budget = 100_000;

/** The definitions of symbols that our exports write as blocks, by the names that points have; missing ones are left out. */
export function readSymbols(
  names: ReadonlySet<string>,
  blocks: Blocks,
  strings: DrawingStrings,
): SymbolDefinition[] {
  return [...names].flatMap((name) => {
    const block = blocks.find(symbolBlockName(name));
    if (!block) return [];
    const builder = new DrawingBuilder(name, tolerance, budget);
    const reader = new EntityReader({ builder, tables: new DrawingTables(strings), strings }, blocks);
    for (const groups of block.records) if (groups.kind !== 'ATTDEF') reader.take(groups);
    reader.finish();
    return [{ name, parts: builder.features.flatMap(partsOfSymbol) }];
  });
}

function partsOfSymbol(feature: ExchangeFeature): SymbolPart[] {
  const isArea = feature.kind === 'polygon';
  return partsOf(feature).map(({ coordinates, bulges }): SymbolPart => {
    const curve = bulges ? arcPart(coordinates, bulges, feature.closed === true || isArea, isArea) : null;
    if (curve) return curve;
    const points = Array.from({ length: (2 * coordinates.length) / 3 }, (_, i) => {
      return coordinates[3 * (i >> 1) + (i & 1)]!;
    });
    if (isArea) return { kind: 'area', points };
    return { kind: 'line', points, ...(feature.closed ? { isClosed: true } : {}) };
  });
}

function arcPart(
  xyz: Float64Array,
  bulges: Float64Array,
  isClosed: boolean,
  isFilled: boolean,
): SymbolPart | null {
  if (xyz.length < 6) return null;
  const arc = arcOfBulge(xyz[0]!, xyz[1]!, xyz[3]!, xyz[4]!, bulges[0]!);
  if (!arc) return null;
  const { centreX: x, centreY: y, radius } = arc;
  if (isClosed) return { kind: 'circle', x, y, radius, ...(isFilled ? { isFilled } : {}) };
  const segments = xyz.length / 3 - 1;
  return { kind: 'arc', x, y, radius, start: arc.startAngle, end: arc.startAngle + segments * arc.sweep };
}
