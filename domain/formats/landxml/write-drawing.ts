import type { ErrorRecord } from '../../errors/app-error.ts';
import { arcOfBulge } from '../../geometry/plane/bulge.ts';
import { checkDrawing, type ExchangePart, partsOf } from '../exchange-geometry.ts';
import type { ExchangeDrawing, ExchangeFeature } from '../exchange-model.ts';
import { firstFreeNumber } from '../free-number.ts';
import { gatherText } from '../gather-text.ts';
import { type LandXmlOptions, landXmlEnd, landXmlHead } from './write-head.ts';
import { surfaceParts } from './write-surface.ts';
import { xmlAttributes } from './write-xml.ts';

/** Property of a line that makes it an alignment: its first station. */
const startStation = 'staStart';

/**
 * Writes a drawing as LandXML 1.2, in pieces of text to be encoded as UTF-8: points as CgPoints, areas as Parcels, lines
 * with a property `staStart` as Alignments, other lines as PlanFeatures, and surfaces, in groups named as the layers.
 * Arcs stay arcs, coordinates keep every digit, northing first. What is not carried is told by `landXmlChanges`.
 * Errors, before the first piece: export.bad-geometry, export.unknown-layer.
 */
export function writeLandXmlDrawing(
  drawing: ExchangeDrawing,
  options: LandXmlOptions,
): Generator<string, void> {
  checkDrawing(drawing);
  return gatherText(drawingParts(drawing, options));
}

/** Tells what LandXML has no place for. */
export function landXmlChanges({ features, texts = [] }: ExchangeDrawing): ErrorRecord[] {
  const counts: readonly (readonly [ErrorRecord['code'], number])[] = [
    ['export.landxml-texts', texts.length],
    ['export.landxml-looks', features.filter(({ style, symbol }) => style || symbol).length],
  ];
  return counts.filter(([, count]) => count > 0).map(([code, count]) => ({ code, params: { count } }));
}

type Kind = 'CgPoint' | 'Parcel' | 'Alignment' | 'PlanFeature';

function kindOf({ kind, properties }: ExchangeFeature): Kind {
  if (kind === 'point' || kind === 'multipoint') return 'CgPoint';
  if (kind === 'polygon') return 'Parcel';
  return hasStation(properties) ? 'Alignment' : 'PlanFeature';
}

const hasStation = (properties: ExchangeFeature['properties']) => {
  const station = properties?.[startStation];
  return station !== undefined && station !== null && station !== '' && Number.isFinite(Number(station));
};

function* drawingParts(drawing: ExchangeDrawing, options: LandXmlOptions): Generator<string, void> {
  yield landXmlHead(options);
  const groups = new Map<string, { kind: Kind; layer: string; features: ExchangeFeature[] }>();
  for (const feature of drawing.features) {
    const kind = kindOf(feature);
    const key = `${kind}\0${feature.layer}`;
    const group = groups.get(key) ?? { kind, layer: feature.layer, features: [] };
    groups.set(key, group);
    group.features.push(feature);
  }
  let next = firstFreeNumber(drawing.features);
  for (const { kind, layer, features } of groups.values()) {
    yield `<${kind}s ${xmlAttributes({ name: layer })}>\n`;
    for (const feature of features) {
      const { coordinates } = feature;
      if (kind !== 'CgPoint') yield* lineParts(kind, feature);
      else {
        for (let at = 0; at < coordinates.length; at += 3) {
          const name = feature.kind === 'point' && feature.name ? feature.name : String(next++);
          const head = xmlAttributes({ name, ...codeOf(feature) });
          yield `<CgPoint ${head}>${placeText(coordinates, at)}${featureElement(feature)}</CgPoint>\n`;
        }
      }
    }
    yield `</${kind}s>\n`;
  }
  if (drawing.surfaces && drawing.surfaces.length > 0) {
    yield '<Surfaces>\n';
    for (const { name, points, triangles } of drawing.surfaces)
      yield* surfaceParts({ points, triangles }, { name });
    yield '</Surfaces>\n';
  }
  yield landXmlEnd;
}

const codeOf = ({ code }: ExchangeFeature): { code?: string } => (code ? { code } : {});

/** Northing, easting and, where there is one, elevation. */
function placeText(coordinates: Float64Array, at: number): string {
  const [x, y, z] = [coordinates[at]!, coordinates[at + 1]!, coordinates[at + 2]!];
  return Number.isNaN(z) ? `${y} ${x}` : `${y} ${x} ${z}`;
}

function featureElement({ properties, code }: ExchangeFeature, kind?: Kind): string {
  const own = Object.entries(properties ?? {})
    .filter(([label, value]) => value !== null && !(kind === 'Alignment' && label === startStation))
    .map(([label, value]) => ({ label, value: String(value) }));
  // Lines have no attribute for a code.
  const all = kind !== undefined && code ? [{ label: 'code', value: code }, ...own] : own;
  const lines = all.map((property) => `<Property ${xmlAttributes(property)}/>`);
  return lines.length === 0 ? '' : `<Feature>${lines.join('')}</Feature>`;
}

function* lineParts(kind: Exclude<Kind, 'CgPoint'>, feature: ExchangeFeature): Generator<string, void> {
  const { name = '', properties } = feature;
  const station =
    kind === 'Alignment'
      ? { length: lengthOf(feature), [startStation]: Number(properties?.[startStation]) }
      : {};
  yield `<${kind} ${xmlAttributes({ name, ...station })}>\n<CoordGeom>\n`;
  const isClosed = feature.kind === 'polygon' || feature.closed === true;
  for (const part of partsOf(feature)) yield* segmentParts(part, isClosed);
  yield `</CoordGeom>\n${featureElement(feature, kind)}</${kind}>\n`;
}

function* segmentsOf({ coordinates, bulges }: ExchangePart, isClosed: boolean) {
  const count = coordinates.length / 3;
  for (let i = 0; i < (isClosed ? count : count - 1); i++) {
    const next = (i + 1) % count;
    const [x0, y0] = [coordinates[3 * i]!, coordinates[3 * i + 1]!];
    const [x1, y1] = [coordinates[3 * next]!, coordinates[3 * next + 1]!];
    yield { from: 3 * i, to: 3 * next, x0, y0, x1, y1, arc: arcOfBulge(x0, y0, x1, y1, bulges?.[i] ?? 0) };
  }
}

function* segmentParts(part: ExchangePart, isClosed: boolean): Generator<string, void> {
  for (const { from, to, arc } of segmentsOf(part, isClosed)) {
    const [start, end] = [from, to].map((at) => placeText(part.coordinates, at));
    if (arc === null) {
      yield `<Line><Start>${start}</Start><End>${end}</End></Line>\n`;
      continue;
    }
    const rotation = { rot: arc.sweep > 0 ? 'ccw' : 'cw', crvType: 'arc', radius: arc.radius };
    const centre = `${arc.centreY} ${arc.centreX}`;
    yield `<Curve ${xmlAttributes(rotation)}><Start>${start}</Start><Center>${centre}</Center><End>${end}</End></Curve>\n`;
  }
}

function lengthOf(feature: ExchangeFeature): number {
  let length = 0;
  for (const part of partsOf(feature)) {
    for (const { x0, y0, x1, y1, arc } of segmentsOf(part, feature.closed === true)) {
      length += arc === null ? Math.hypot(x1 - x0, y1 - y0) : arc.radius * Math.abs(arc.sweep);
    }
  }
  return length;
}
