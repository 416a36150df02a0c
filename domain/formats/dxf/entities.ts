import { ringsOf } from '../exchange-geometry.ts';
import type { ExchangeFeature, ExchangeSurface, ExchangeText } from '../exchange-model.ts';
import { applicationName } from './own-data.ts';
import { drawingText, formatTags, type Handles, labelText, pointTags, real, type Tag } from './tags.ts';

/** Writes entities into model space. */
export interface EntityContext {
  readonly handles: Handles;
  /** Handle of the model space block record, the owner of every entity. */
  readonly owner: string;
  /** Names of the file's layers by the drawing's. */
  readonly layers: ReadonlyMap<string, string>;
  /** Height of point labels in drawing units; null for none. */
  readonly labelHeight: number | null;
}

/** Handles that the entities of a feature take, known before they are written. */
export function featureHandles(feature: ExchangeFeature, labelHeight: number | null): number {
  if (feature.kind === 'point') return labelHeight !== null && feature.name ? 2 : 1;
  if (feature.kind === 'multipoint') return feature.coordinates.length / 3;
  return ringsOf(feature).reduce((sum, ring) => sum + (isFlat(ring) ? 1 : ring.length / 3 + 2), 0);
}

/** Whether a line is at one height (or has none) and is so written as a lightweight polyline. */
function isFlat(ring: Float64Array): boolean {
  const height = ring[2]!;
  for (let i = 5; i < ring.length; i += 3)
    if (!Object.is(ring[i], height) && ring[i] !== height) return false;
  return true;
}

function common(context: EntityContext, kind: string, owner: string, layer: string): Tag[] {
  return [
    [0, kind],
    [5, context.handles.take()],
    [330, owner],
    [100, 'AcDbEntity'],
    [8, context.layers.get(layer)!],
  ];
}

/** Name and code as extended data of the application, where there are any. */
function extendedData({ name, code }: ExchangeFeature): Tag[] {
  const strings: Tag[] = [];
  if (name) strings.push([1000, drawingText(`name=${name}`, 255)]);
  if (code) strings.push([1000, drawingText(`code=${code}`, 255)]);
  return strings.length > 0 ? [[1001, applicationName], ...strings] : [];
}

/**
 * A feature as text: POINT (with TEXT where labels are wanted), LWPOLYLINE for a line at one height, else a 3D
 * POLYLINE; polygons as closed lines, one per ring.
 */
export function featureEntities(context: EntityContext, feature: ExchangeFeature): string {
  if (feature.kind === 'point') return pointEntities(context, feature);
  if (feature.kind === 'multipoint') return multipointEntities(context, feature);
  const closed = feature.kind === 'polygon' || feature.closed === true;
  return ringsOf(feature)
    .map((ring) => (isFlat(ring) ? lightLine : spaceLine)(context, feature, ring, closed))
    .join('');
}

function height(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}

function pointEntities(context: EntityContext, feature: ExchangeFeature): string {
  const [x, y, z] = feature.coordinates as unknown as [number, number, number];
  const text = formatTags([
    ...common(context, 'POINT', context.owner, feature.layer),
    [100, 'AcDbPoint'],
    ...pointTags(10, x, y, height(z)),
    ...extendedData(feature),
  ]);
  const size = context.labelHeight;
  if (size === null || !feature.name) return text;
  const label = formatTags([
    ...common(context, 'TEXT', context.owner, feature.layer),
    [100, 'AcDbText'],
    ...pointTags(10, x + size / 2, y + size / 2, height(z)),
    [40, real(size)],
    [1, labelText(feature.name)],
    [7, 'Standard'],
    [100, 'AcDbText'],
  ]);
  return text + label;
}

function multipointEntities(context: EntityContext, feature: ExchangeFeature): string {
  let text = '';
  for (let i = 0; i < feature.coordinates.length; i += 3) {
    const [x, y, z] = feature.coordinates.subarray(i, i + 3) as unknown as [number, number, number];
    text += formatTags([
      ...common(context, 'POINT', context.owner, feature.layer),
      [100, 'AcDbPoint'],
      ...pointTags(10, x, y, height(z)),
      ...extendedData(feature),
    ]);
  }
  return text;
}

function lightLine(
  context: EntityContext,
  feature: ExchangeFeature,
  ring: Float64Array,
  closed: boolean,
): string {
  let text = formatTags([
    ...common(context, 'LWPOLYLINE', context.owner, feature.layer),
    [100, 'AcDbPolyline'],
    [90, ring.length / 3],
    [70, closed ? 1 : 0],
    [43, '0.0'],
    [38, real(height(ring[2]!))],
  ]);
  for (let i = 0; i < ring.length; i += 3) text += `10\n${real(ring[i]!)}\n20\n${real(ring[i + 1]!)}\n`;
  return text + formatTags(extendedData(feature));
}

const closedFlag = 1;
const spaceFlag = 8;
const spaceVertexFlag = 32;

function spaceLine(
  context: EntityContext,
  feature: ExchangeFeature,
  ring: Float64Array,
  closed: boolean,
): string {
  const head = common(context, 'POLYLINE', context.owner, feature.layer);
  const line = String(head[1]![1]);
  let text = formatTags([
    ...head,
    [100, 'AcDb3dPolyline'],
    [66, 1],
    ...pointTags(10, 0, 0, 0),
    [70, spaceFlag | (closed ? closedFlag : 0)],
    ...extendedData(feature),
  ]);
  for (let i = 0; i < ring.length; i += 3) {
    text += formatTags([
      ...common(context, 'VERTEX', line, feature.layer),
      [100, 'AcDbVertex'],
      [100, 'AcDb3dPolylineVertex'],
      ...pointTags(10, ring[i]!, ring[i + 1]!, ring[i + 2]!),
      [70, spaceVertexFlag],
    ]);
  }
  return text + formatTags(common(context, 'SEQEND', line, feature.layer));
}

/** A text, middle centred on its place. */
export function textEntity(
  context: EntityContext,
  { text, x, y, z, height: size, angle, layer }: ExchangeText,
): string {
  return formatTags([
    ...common(context, 'TEXT', context.owner, layer),
    [100, 'AcDbText'],
    ...pointTags(10, x, y, height(z)),
    [40, real(size)],
    [1, labelText(text)],
    [50, real(angle)],
    [7, 'Standard'],
    [72, 1],
    ...pointTags(11, x, y, height(z)),
    [100, 'AcDbText'],
    [73, 2],
  ]);
}

/** One triangle of a surface as a 3DFACE, its fourth corner the third again. */
export function faceEntity(context: EntityContext, surface: ExchangeSurface, triangle: number): string {
  let text = formatTags([...common(context, '3DFACE', context.owner, surface.layer), [100, 'AcDbFace']]);
  for (let corner = 0; corner < 4; corner++) {
    const index = 3 * surface.triangles[3 * triangle + Math.min(corner, 2)]!;
    const { points } = surface;
    text += formatTags(pointTags(10 + corner, points[index]!, points[index + 1]!, points[index + 2]!));
  }
  return text;
}
