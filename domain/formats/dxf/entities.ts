import { flattenArcs } from '../../geometry/plane/bulge.ts';
import { partsOf } from '../exchange-geometry.ts';
import type { ExchangeFeature, ExchangeSurface } from '../exchange-model.ts';
import { commonTags, type EntityContext, extendedData, type FeaturePart } from './entity-tags.ts';
import { attributesOf, insertEntities, type SymbolBlock } from './symbol-entities.ts';
import { formatTags, labelText, pointTags, real } from './tags.ts';

/** How features become entities. */
export type EntityChoice = Pick<EntityContext, 'labelHeight' | 'tolerance' | 'keepsArcs'>;
type Symbols = ReadonlyMap<string, SymbolBlock>;

/** Handles that the entities of a feature take, known before they are written. */
export function featureHandles(feature: ExchangeFeature, choice: EntityChoice, symbols: Symbols): number {
  const symbol = feature.symbol && symbols.get(feature.symbol.name);
  if (feature.kind === 'point' && symbol) {
    const attributes = attributesOf(feature, symbol).length;
    return attributes > 0 ? attributes + 2 : 1;
  }
  if (feature.kind === 'point') return choice.labelHeight !== null && feature.name ? 2 : 1;
  if (feature.kind === 'multipoint') return feature.coordinates.length / 3;
  return writtenRings(feature, choice).reduce(
    (sum, { coordinates }) => sum + (isFlat(coordinates) ? 1 : coordinates.length / 3 + 2),
    0,
  );
}

/** Whether a line is at one height (or has none) and is so written as a lightweight polyline. */
export function isFlat(ring: ArrayLike<number>): boolean {
  const height = ring[2]!;
  for (let i = 5; i < ring.length; i += 3)
    if (!Object.is(ring[i], height) && ring[i] !== height) return false;
  return true;
}

interface WrittenRing {
  readonly coordinates: ArrayLike<number>;
  readonly bulges: ArrayLike<number> | null;
  readonly isHole: boolean;
}

/** Lines and rings of a feature: arcs stay where they lie flat and are wanted, else they are chords. */
function writtenRings(feature: ExchangeFeature, { tolerance, keepsArcs }: EntityChoice): WrittenRing[] {
  const isClosed = feature.kind === 'polygon' || feature.closed === true;
  return partsOf(feature).map(({ coordinates, bulges, isHole }) => {
    const hasArcs = bulges?.some((bulge) => bulge !== 0) ?? false;
    if (!hasArcs) return { coordinates, bulges: null, isHole };
    if (keepsArcs && isFlat(coordinates)) return { coordinates, bulges: bulges!, isHole };
    return { coordinates: flattenArcs(coordinates, bulges!, isClosed, tolerance), bulges: null, isHole };
  });
}

/**
 * A feature as text: POINT (with TEXT where labels are wanted) or INSERT of its symbol; LWPOLYLINE for a line at one
 * height, else a 3D POLYLINE; areas as closed lines, one per ring.
 * @param number of the feature, by which entities of one are known
 */
export function featureEntities(
  context: EntityContext,
  feature: ExchangeFeature,
  number: number,
  symbols: Symbols,
): string {
  const symbol = feature.symbol && symbols.get(feature.symbol.name);
  if (feature.kind === 'point') {
    return symbol ? insertEntities(context, feature, symbol) : pointEntities(context, feature);
  }
  if (feature.kind === 'multipoint') return multipointEntities(context, feature, number);
  const isArea = feature.kind === 'polygon';
  const rings = writtenRings(feature, context);
  return rings
    .map((ring) => {
      const part: FeaturePart = {
        ...(isArea ? { kind: 'polygon' } : {}),
        ...(rings.length > 1 ? { feature: number } : {}),
        isHole: ring.isHole,
      };
      return (isFlat(ring.coordinates) ? lightLine : spaceLine)(context, feature, ring, part);
    })
    .join('');
}

function height(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}

function pointEntity(
  context: EntityContext,
  feature: ExchangeFeature,
  vertex: number,
  part: FeaturePart,
): string {
  const [x, y, z] = [0, 1, 2].map((axis) => feature.coordinates[3 * vertex + axis]!);
  return formatTags([
    ...commonTags(context, 'POINT', feature.layer, feature.style),
    [100, 'AcDbPoint'],
    ...pointTags(10, x!, y!, height(z!)),
    ...extendedData(feature, part),
  ]);
}

function pointEntities(context: EntityContext, feature: ExchangeFeature): string {
  const text = pointEntity(context, feature, 0, {});
  const size = context.labelHeight;
  if (size === null || !feature.name) return text;
  const [x, y, z] = feature.coordinates as unknown as [number, number, number];
  const label = formatTags([
    ...commonTags(context, 'TEXT', feature.layer, feature.style),
    [100, 'AcDbText'],
    ...pointTags(10, x + size / 2, y + size / 2, height(z)),
    [40, real(size)],
    [1, labelText(feature.name)],
    [7, 'Standard'],
    [100, 'AcDbText'],
  ]);
  return text + label;
}

function multipointEntities(context: EntityContext, feature: ExchangeFeature, number: number): string {
  const part = { kind: 'multipoint', feature: number } as const;
  return Array.from({ length: Math.floor(feature.coordinates.length / 3) }, (_, i) =>
    pointEntity(context, feature, i, part),
  ).join('');
}

function isClosed(feature: ExchangeFeature): boolean {
  return feature.kind === 'polygon' || feature.closed === true;
}

function lightLine(
  context: EntityContext,
  feature: ExchangeFeature,
  { coordinates, bulges }: WrittenRing,
  part: FeaturePart,
): string {
  let text = formatTags([
    ...commonTags(context, 'LWPOLYLINE', feature.layer, feature.style),
    [100, 'AcDbPolyline'],
    [90, coordinates.length / 3],
    [70, isClosed(feature) ? 1 : 0],
    [43, '0.0'],
    [38, real(height(coordinates[2]!))],
  ]);
  for (let i = 0; i < coordinates.length; i += 3) {
    text += `10\n${real(coordinates[i]!)}\n20\n${real(coordinates[i + 1]!)}\n`;
    const bulge = bulges?.[i / 3] ?? 0;
    if (bulge !== 0) text += `42\n${real(bulge)}\n`;
  }
  return text + formatTags(extendedData(feature, part));
}

const closedFlag = 1;
const spaceFlag = 8;
const spaceVertexFlag = 32;

function spaceLine(
  context: EntityContext,
  feature: ExchangeFeature,
  { coordinates }: WrittenRing,
  part: FeaturePart,
): string {
  const { layer, style } = feature;
  const head = commonTags(context, 'POLYLINE', layer, style);
  const line = String(head[1]![1]);
  let text = formatTags([
    ...head,
    [100, 'AcDb3dPolyline'],
    [66, 1],
    ...pointTags(10, 0, 0, 0),
    [70, spaceFlag | (isClosed(feature) ? closedFlag : 0)],
    ...extendedData(feature, part),
  ]);
  for (let i = 0; i < coordinates.length; i += 3) {
    text += formatTags([
      ...commonTags(context, 'VERTEX', layer, style, line),
      [100, 'AcDbVertex'],
      [100, 'AcDb3dPolylineVertex'],
      ...pointTags(10, coordinates[i]!, coordinates[i + 1]!, coordinates[i + 2]!),
      [70, spaceVertexFlag],
    ]);
  }
  return text + formatTags(commonTags(context, 'SEQEND', layer, style, line));
}

/** One triangle of a surface as a 3DFACE, its fourth corner the third again. */
export function faceEntity(context: EntityContext, surface: ExchangeSurface, triangle: number): string {
  let text = formatTags([...commonTags(context, '3DFACE', surface.layer, undefined), [100, 'AcDbFace']]);
  for (let corner = 0; corner < 4; corner++) {
    const index = 3 * surface.triangles[3 * triangle + Math.min(corner, 2)]!;
    const { points } = surface;
    text += formatTags(pointTags(10 + corner, points[index]!, points[index + 1]!, points[index + 2]!));
  }
  return text;
}
