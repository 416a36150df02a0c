import { AppError, type ErrorRecord } from '../errors/app-error.ts';
import { appendAll } from '../math/extremes.ts';
import { parameterQuantity, projectionMethod, wkt1ParameterName } from './proj/methods.ts';
import { isProjectable } from './proj/proj-write.ts';
import { readCrsWith } from './read-crs.ts';
import type { CrsTable } from './table.ts';
import { createTransform } from './transform.ts';
import type { Ellipsoid, HorizontalCrs, ProjectedCrs, ProjectionParameter } from './types.ts';
import { child, children, isNode, parseWkt, textAt, type WktNode } from './wkt/wkt-parse.ts';

/** Limits of figures of the earth in use: metres, and inverse flattening where not a sphere. */
const earth = { least: 6_330_000, most: 6_420_000, flattest: 270, roundest: 330 } as const;

/** Parameters that may be left out: no offset, no scaling, no turn. */
const optional: ReadonlySet<ProjectionParameter> = new Set([
  'k',
  'fe',
  'fn',
  'gamma',
  'height',
  'ellipsoidScale',
  'pseudoParallel',
]);

function checkEllipsoid({ a, inverseFlattening }: Ellipsoid, name: string): ErrorRecord[] {
  const isRound = inverseFlattening === 0;
  const isFlat = inverseFlattening >= earth.flattest && inverseFlattening <= earth.roundest;
  if (a >= earth.least && a <= earth.most && (isRound || isFlat)) return [];
  return [{ code: 'crs.check-ellipsoid', params: { name, axis: a, flattening: inverseFlattening } }];
}

function rangeOf(parameter: ProjectionParameter): readonly [number, number] | null {
  const quantity = parameterQuantity(parameter);
  if (quantity === 'scale') return [0.1, 10];
  if (quantity === 'length') return null;
  return parameter === 'lat0' || parameter === 'sp1' || parameter === 'sp2' ? [-90, 90] : [-360, 360];
}

function checkParameters(crs: ProjectedCrs): ErrorRecord[] {
  const method = projectionMethod(crs.method);
  if (!method) return [];
  return (Object.keys(method.parameters) as ProjectionParameter[]).flatMap((parameter): ErrorRecord[] => {
    const name = wkt1ParameterName(method, parameter);
    const value = crs.parameters[parameter];
    if (value === undefined) {
      if (optional.has(parameter)) return [];
      return [{ code: 'crs.check-parameter-missing', params: { name, projection: method.name } }];
    }
    const [least, most] = rangeOf(parameter) ?? [-1e9, 1e9];
    if (value >= least && value <= most) return [];
    return [{ code: 'crs.check-parameter-range', params: { name, value, least, most } }];
  });
}

/** The origin of a sound projection has a place in the plane, and that place leads back. */
function checkComputing(crs: HorizontalCrs): ErrorRecord[] {
  if (crs.kind !== 'projected') return [];
  if (!isProjectable(crs)) {
    return [{ code: 'crs.method-unsupported', params: { name: crs.name, method: methodName(crs) } }];
  }
  try {
    const transform = createTransform(
      { horizontal: crs.base, vertical: null },
      { horizontal: crs, vertical: null },
    );
    const { lat0, lon0, sp1 } = crs.parameters;
    const degree = crs.base.unit.kind === 'angular' ? (crs.base.unit.radians * 180) / Math.PI : 1;
    transform.inverse().point(transform.point([(lon0 ?? 0) / degree, (lat0 ?? sp1 ?? 0) / degree]));
    return [];
  } catch (error) {
    if (error instanceof AppError) return [error.toRecord()];
    throw error;
  }
}

const methodName = (crs: ProjectedCrs): string => projectionMethod(crs.method)?.name ?? String(crs.method);

function checkHorizontal(crs: HorizontalCrs): ErrorRecord[] {
  if (crs.kind === 'engineering') return [];
  const { datum } = crs.kind === 'projected' ? crs.base : crs;
  const faults = checkEllipsoid(datum.ellipsoid, datum.ellipsoid.name);
  if (crs.kind === 'projected') appendAll(faults, checkParameters(crs));
  return faults.length > 0 ? faults : checkComputing(crs);
}

const unitWords = ['UNIT', 'LENGTHUNIT', 'ANGLEUNIT'] as const;
const planes = ['PROJCS', 'PROJCRS', 'PROJECTEDCRS', 'LOCAL_CS', 'ENGCRS', 'ENGINEERINGCRS'];
const heights = ['VERT_CS', 'VERTCS', 'VERTCRS', 'VERTICALCRS'];

const statesUnit = (node: WktNode): boolean =>
  child(node, ...unitWords) !== undefined ||
  children(node, 'AXIS').some((axis) => child(axis, ...unitWords) !== undefined);

/** Planes and heights of the text that do not say in which unit they measure: it would have to be guessed. */
function checkUnits(nodes: readonly WktNode[]): ErrorRecord[] {
  return nodes.flatMap((node): ErrorRecord[] => {
    if (![...planes, ...heights].includes(node.keyword)) return checkUnits(node.items.filter(isNode));
    if (statesUnit(node)) return [];
    return [
      { code: 'crs.check-unit-missing', params: { name: textAt(node, 0) ?? '', keyword: node.keyword } },
    ];
  });
}

/**
 * Faults of a coordinate system that a person typed or pasted (WKT of either version, else any text that
 * `readCrs` takes); empty where surveys can be computed in it. Beside what cannot be read: figures that are not the
 * earth's, parameters that are missing or out of range, units that are not stated, codes that contradict the text,
 * projections that cannot be computed here, systems that are neither flat nor geographic.
 */
export function checkCrsText(table: CrsTable, text: string): ErrorRecord[] {
  const { declarations, definition, conflicts } = readCrsWith(table, [{ source: 'user', payload: text }]);
  const refused = declarations.flatMap(({ error }) => (error ? [error] : []));
  if (refused.length > 0) return refused;
  const crs = definition?.horizontal ?? null;
  if (crs === null || crs.kind === 'geocentric') {
    return [{ code: 'crs.check-no-plane', params: { name: definition?.name ?? text.slice(0, 40) } }];
  }
  const isWkt = /^\s*[A-Za-z_]+\s*[[(]/.test(text);
  return [...(isWkt ? checkUnits(parseWkt(text)) : []), ...conflicts, ...checkHorizontal(crs)];
}
