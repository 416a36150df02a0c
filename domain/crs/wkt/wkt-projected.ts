import { AppError } from '../../errors/app-error.ts';
import { DEGREE, type LinearUnit, METRE, type Unit } from '../../units/units.ts';
import { refineMethod } from '../proj/method-refine.ts';
import {
  compactName,
  parameterQuantity,
  projectionMethod,
  projectionMethodByName,
  projectionParameter,
} from '../proj/methods.ts';
import { mapProjectionHead } from '../proj/proj-write.ts';
import type { AxisOrder, GeodeticCrs, ProjectedCrs, ProjectionParameter } from '../types.ts';
import { authorityCode, axisDirection, lengthUnitOf, readGeodetic } from './wkt-geodetic.ts';
import { child, children, numberAt, textAt, type WktNode } from './wkt-parse.ts';

const letters: Readonly<Record<string, string>> = { east: 'e', north: 'n', west: 'w', south: 's' };
const orders = new Set(['en', 'ne', 'wn', 'nw', 'sw', 'ws']);

function readAxes(node: WktNode): AxisOrder | null {
  const directions = children(node, 'AXIS').slice(0, 2).map(axisDirection);
  if (directions.length < 2) return null;
  const order = directions.map((direction) => letters[direction] ?? '').join('');
  return orders.has(order) ? (order as AxisOrder) : 'polar';
}

interface Raw {
  /** Values in degrees, metres and unity by meaning. */
  readonly values: Partial<Record<ProjectionParameter, number>>;
  /** Values as written by name, for ESRI's switches. */
  readonly named: Readonly<Record<string, number>>;
}

function readParameters(node: WktNode, angle: Unit, length: LinearUnit): Raw {
  const values: Partial<Record<ProjectionParameter, number>> = {};
  const named: Record<string, number> = {};
  const degrees = (angle.kind === 'angular' ? angle.radians : DEGREE.radians) / DEGREE.radians;
  for (const entry of children(node, 'PARAMETER')) {
    const name = textAt(entry, 0) ?? '';
    const value = numberAt(entry, 1);
    if (value === null) continue;
    named[compactName(name)] = value;
    const meaning = projectionParameter(name);
    if (!meaning) continue;
    const own = numberAt(child(entry, 'ANGLEUNIT', 'LENGTHUNIT', 'SCALEUNIT', 'UNIT'), 1);
    const quantity = parameterQuantity(meaning);
    if (quantity === 'angle') {
      const scale =
        own === null ? degrees : Math.abs(own - DEGREE.radians) < 1e-12 ? 1 : own / DEGREE.radians;
      values[meaning] = Math.abs(scale - 1) < 1e-11 ? value : value * scale;
    } else if (quantity === 'length') values[meaning] = value * (own ?? length.metres);
    else values[meaning] = value * (own ?? 1);
  }
  return { values, named };
}

function isWebMercator(node: WktNode): boolean {
  const proj = children(node, 'EXTENSION').find((entry) => textAt(entry, 0) === 'PROJ4');
  const text = textAt(proj, 1) ?? '';
  return text.includes('+proj=merc') && text.includes('+nadgrids=@null');
}

function axisUnit(node: WktNode): LinearUnit | null {
  return lengthUnitOf(children(node, 'AXIS')[0]);
}

/**
 * A projected system of either WKT version and flavour. A map projection that no EPSG system uses
 * becomes a PROJ string. Throws `crs.wkt-unsupported` for other projections and `crs.wkt-syntax` where the base system or the projection is missing.
 */
export function readProjected(node: WktNode): ProjectedCrs {
  const baseNode = child(node, 'GEOGCS', 'BASEGEOGCRS', 'BASEGEODCRS', 'GEOGCRS', 'GEODCRS');
  const base: GeodeticCrs | null = baseNode ? readGeodetic(baseNode) : null;
  const conversion = child(node, 'CONVERSION') ?? node;
  const methodNode = child(conversion, 'METHOD', 'PROJECTION');
  const methodName = textAt(methodNode, 0);
  if (!base || !methodName) {
    throw new AppError('crs.wkt-syntax', {
      position: 0,
      expected: base ? 'PROJECTION' : 'GEOGCS',
      found: node.keyword,
    });
  }
  const stated = lengthUnitOf(node) ?? axisUnit(node);
  const unit = stated ?? METRE;
  const code = authorityCode(methodNode);
  const known = (code === null ? null : projectionMethod(code)) ?? projectionMethodByName(methodName);
  const axes = readAxes(node);
  const raw = readParameters(conversion, base.unit, unit);
  const refined = isWebMercator(node)
    ? { method: 1024, values: raw.values }
    : refineMethod(known?.epsg ?? null, methodName, raw.values, raw.named, axes);
  const crs: ProjectedCrs = {
    kind: 'projected',
    name: textAt(node, 0) ?? 'unnamed',
    epsg: authorityCode(node),
    base,
    method: refined?.method ?? 0,
    conversionName: conversion === node ? 'unnamed' : (textAt(conversion, 0) ?? 'unnamed'),
    parameters: refined?.values ?? raw.values,
    unit,
    ...(stated ? {} : { isUnitAssumed: true }),
    axes: axes ?? 'unstated',
  };
  if (refined) return crs;
  const proj4Head = mapProjectionHead(compactName(methodName), crs);
  if (proj4Head === null) throw new AppError('crs.wkt-unsupported', { keyword: `PROJECTION ${methodName}` });
  return { ...crs, proj4Head };
}
