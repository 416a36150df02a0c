import { AppError } from '../../errors/app-error.ts';
import { METRE } from '../../units/units.ts';
import type { CrsDefinition, DatumShift, EngineeringCrs, HorizontalCrs, VerticalCrs } from '../types.ts';
import { authorityCode, axisDirection, lengthUnitOf, readDatum, readGeodetic } from './wkt-geodetic.ts';
import { child, children, isNode, numberAt, parseWkt, textAt, type WktNode } from './wkt-parse.ts';
import { readProjected } from './wkt-projected.ts';

const PROJECTED = ['PROJCS', 'PROJCRS', 'PROJECTEDCRS'];
const GEODETIC = ['GEOGCS', 'GEOGCRS', 'GEOGRAPHICCRS', 'GEODCRS', 'GEODETICCRS', 'GEOCCS'];
const VERTICAL = ['VERT_CS', 'VERTCS', 'VERTCRS', 'VERTICALCRS'];
const ENGINEERING = ['LOCAL_CS', 'ENGCRS', 'ENGINEERINGCRS'];
const COMPOUND = ['COMPD_CS', 'COMPOUNDCRS'];

/** The name a WKT vertical datum has when heights are over the ellipsoid. */
export const ELLIPSOID_HEIGHT = 'ellipsoid';

/** Writers that do not know the datum name it `unknown`, which states nothing. */
function statedName(name: string | null): string | null {
  return name?.toLowerCase() === 'unknown' ? null : name;
}

function readVertical(node: WktNode): VerticalCrs {
  const datum = child(node, 'VERT_DATUM', 'VDATUM', 'VRF', 'VERTICALDATUM', 'ENSEMBLE');
  const axis = children(node, 'AXIS')[0];
  const direction = children(node, 'PARAMETER').find(
    (entry) => (textAt(entry, 0) ?? '').toLowerCase() === 'direction',
  );
  const isDown = (axis && axisDirection(axis) === 'down') || (numberAt(direction, 1) ?? 1) < 0;
  const isEllipsoid = !datum && child(node, 'DATUM') !== undefined;
  const type = numberAt(datum, 1);
  return {
    name: textAt(node, 0) ?? 'unnamed',
    epsg: authorityCode(node),
    datum: isEllipsoid || type === 2002 ? ELLIPSOID_HEIGHT : statedName(textAt(datum, 0)),
    unit: lengthUnitOf(node) ?? (axis ? lengthUnitOf(axis) : null),
    direction: isDown ? 'down' : 'up',
  };
}

function ellipsoidHeight(node: WktNode, horizontal: HorizontalCrs): VerticalCrs | null {
  if (horizontal.kind === 'geocentric' || horizontal.kind === 'engineering') return null;
  const axis = children(node, 'AXIS')[2];
  if (!axis) return null;
  const unit = lengthUnitOf(axis) ?? lengthUnitOf(node) ?? METRE;
  return { name: 'ellipsoid height', epsg: null, datum: ELLIPSOID_HEIGHT, unit, direction: 'up' };
}

function readEngineering(node: WktNode): EngineeringCrs {
  const axis = children(node, 'AXIS')[0];
  return {
    kind: 'engineering',
    name: textAt(node, 0) ?? 'unnamed',
    epsg: null,
    unit: lengthUnitOf(node) ?? (axis ? lengthUnitOf(axis) : null),
  };
}

function readHorizontal(node: WktNode): HorizontalCrs | null {
  if (PROJECTED.includes(node.keyword)) return readProjected(node);
  if (GEODETIC.includes(node.keyword)) return readGeodetic(node);
  return ENGINEERING.includes(node.keyword) ? readEngineering(node) : null;
}

const shiftNames = [
  'X-axis translation',
  'Y-axis translation',
  'Z-axis translation',
  'X-axis rotation',
  'Y-axis rotation',
  'Z-axis rotation',
  'Scale difference',
] as const;

/** The Helmert shift of an `ABRIDGEDTRANSFORMATION` to WGS 84; null for grids and other methods. */
function readBoundShift(node: WktNode): DatumShift | null {
  const transformation = child(node, 'ABRIDGEDTRANSFORMATION');
  const method = textAt(child(transformation, 'METHOD'), 0) ?? '';
  if (!transformation || !/position vector|coordinate frame|geocentric translations/i.test(method))
    return null;
  const sign = /coordinate frame/i.test(method) ? -1 : 1;
  const params = shiftNames.map((name, i) => {
    const entry = children(transformation, 'PARAMETER').find(
      (item) => textAt(item, 0)?.toLowerCase() === name.toLowerCase(),
    );
    const value = numberAt(entry, 1) ?? (i === 6 ? 1 : 0);
    if (i === 6) return Math.abs(value - 1) < 0.01 ? (value - 1) * 1e6 : value;
    return i < 3 ? value : value * sign;
  });
  return { params, operation: null, accuracy: null };
}

function withShift(definition: CrsDefinition, shift: DatumShift | null): CrsDefinition {
  const { horizontal } = definition;
  if (!shift || !horizontal || horizontal.kind === 'engineering') return definition;
  if (horizontal.kind !== 'projected') {
    return { ...definition, horizontal: { ...horizontal, datum: { ...horizontal.datum, shift } } };
  }
  const base = { ...horizontal.base, datum: { ...horizontal.base.datum, shift } };
  return { ...definition, horizontal: { ...horizontal, base } };
}

function readBound(node: WktNode): CrsDefinition {
  const source = child(node, 'SOURCECRS')?.items.find(isNode);
  if (!source) {
    throw new AppError('crs.wkt-syntax', { position: 0, expected: 'SOURCECRS', found: node.keyword });
  }
  return withShift(readNode(source), readBoundShift(node));
}

function readCompound(node: WktNode): CrsDefinition {
  const parts = node.items
    .filter((item): item is WktNode => typeof item === 'object' && 'keyword' in item)
    .filter((item) => !['AUTHORITY', 'ID', 'USAGE', 'REMARK', 'SCOPE', 'AREA', 'BBOX'].includes(item.keyword))
    .map(readNode);
  const horizontal = parts.find((part) => part.horizontal)?.horizontal ?? null;
  const vertical = parts.find((part) => part.vertical)?.vertical ?? null;
  return { name: textAt(node, 0), horizontal, vertical, compoundEpsg: authorityCode(node) };
}

function readNode(node: WktNode): CrsDefinition {
  if (COMPOUND.includes(node.keyword)) return readCompound(node);
  if (node.keyword === 'BOUNDCRS') return readBound(node);
  if (VERTICAL.includes(node.keyword)) {
    const vertical = readVertical(node);
    return { name: vertical.name, horizontal: null, vertical, compoundEpsg: null };
  }
  const horizontal = readHorizontal(node);
  if (!horizontal) {
    if (GEODETIC.includes(node.keyword) && !readDatum(node)) {
      throw new AppError('crs.wkt-syntax', { position: 0, expected: 'DATUM', found: node.keyword });
    }
    throw new AppError('crs.wkt-unsupported', { keyword: node.keyword });
  }
  return {
    name: horizontal.name,
    horizontal,
    vertical: ellipsoidHeight(node, horizontal),
    compoundEpsg: null,
  };
}

/**
 * Reads WKT 1 (GDAL and ESRI flavours) and WKT 2 (2015, 2019): what the text says, not yet matched against the
 * EPSG dataset. Throws `crs.wkt-syntax`, `crs.wkt-unsupported`.
 */
export function readWkt(text: string): CrsDefinition {
  const parts = parseWkt(text).map(readNode);
  const first = parts[0]!;
  const vertical = first.vertical ?? parts.find((part) => part.vertical)?.vertical ?? null;
  return { ...first, vertical };
}
