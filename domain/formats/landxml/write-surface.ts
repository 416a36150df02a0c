import type { Tin } from '../../geometry/tin/tin.ts';
import { tinArea } from '../../geometry/tin/tin-volume.ts';
import { escapeXml } from '../xml/escape.ts';

/** Linear units that a LandXML file of ours may be in. */
export type LandXmlUnitName = 'meter' | 'foot' | 'USSurveyFoot';

/** The content of the file beside the surface. */
export interface LandXmlOptions {
  readonly name: string;
  readonly description?: string;
  readonly unit: LandXmlUnitName;
  readonly coordinateSystem?: { readonly name: string; readonly epsg?: number; readonly wkt?: string };
  /** Written as the file's date, UTC; fixed by the caller so that equal products have equal bytes. */
  readonly date: Date;
}

const linesPerPiece = 4096;

/**
 * Writes a TIN as a LandXML 1.2 surface, in pieces of text to be encoded as UTF-8. Coordinates keep every digit.
 * Points are numbered from 1 and written northing, easting, elevation.
 */
export function* writeLandXml(tin: Tin, options: LandXmlOptions): Generator<string, void> {
  yield header(tin, options);
  let lines: string[] = [];
  const { points, triangles } = tin;
  for (let i = 0; i < points.length; i += 3) {
    lines.push(`<P id="${i / 3 + 1}">${points[i + 1]} ${points[i]} ${points[i + 2]}</P>\n`);
    if (lines.length === linesPerPiece) {
      yield lines.join('');
      lines = [];
    }
  }
  lines.push('</Pnts>\n<Faces>\n');
  for (let t = 0; t < triangles.length; t += 3) {
    lines.push(`<F>${triangles[t]! + 1} ${triangles[t + 1]! + 1} ${triangles[t + 2]! + 1}</F>\n`);
    if (lines.length >= linesPerPiece) {
      yield lines.join('');
      lines = [];
    }
  }
  lines.push('</Faces>\n</Definition>\n</Surface>\n</Surfaces>\n</LandXML>\n');
  yield lines.join('');
}

function header(tin: Tin, options: LandXmlOptions): string {
  const { name, description, unit, coordinateSystem, date } = options;
  const [day, time] = date.toISOString().split('T') as [string, string];
  const { planArea, surfaceArea } = tinArea(tin);
  let low = Infinity;
  let high = -Infinity;
  for (let i = 2; i < tin.points.length; i += 3) {
    low = Math.min(low, tin.points[i]!);
    high = Math.max(high, tin.points[i]!);
  }
  const definition = attributes({
    surfType: 'TIN',
    area2DSurf: planArea,
    area3DSurf: surfaceArea,
    elevMax: high,
    elevMin: low,
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.landxml.org/schema/LandXML-1.2 http://www.landxml.org/schema/LandXML-1.2/LandXML-1.2.xsd" ${attributes({ version: '1.2', date: day, time: time.slice(0, 8), language: 'English', readOnly: 'false' })}>`,
    `<Units>${units(unit)}</Units>`,
    ...(coordinateSystem ? [coordinateSystemElement(coordinateSystem)] : []),
    `<Project ${attributes({ name })}/>`,
    '<Application name="Plumbline"/>',
    '<Surfaces>',
    `<Surface ${attributes({ name, ...(description === undefined ? {} : { desc: description }) })}>`,
    `<Definition ${definition}>`,
    '<Pnts>\n',
  ].join('\n');
}

function units(unit: LandXmlUnitName): string {
  const rest = { diameterUnit: unit, angularUnit: 'decimal degrees', directionUnit: 'decimal degrees' };
  if (unit === 'meter') {
    return `<Metric ${attributes({ areaUnit: 'squareMeter', linearUnit: 'meter', volumeUnit: 'cubicMeter', temperatureUnit: 'celsius', pressureUnit: 'milliBars', ...rest })}/>`;
  }
  return `<Imperial ${attributes({ areaUnit: 'squareFoot', linearUnit: unit, volumeUnit: 'cubicFeet', temperatureUnit: 'fahrenheit', pressureUnit: 'inchHG', ...rest })}/>`;
}

function coordinateSystemElement(system: NonNullable<LandXmlOptions['coordinateSystem']>): string {
  const { name, epsg, wkt } = system;
  return `<CoordinateSystem ${attributes({
    name,
    desc: name,
    ...(epsg === undefined ? {} : { epsgCode: epsg }),
    ...(wkt === undefined ? {} : { ogcWktCode: wkt }),
  })}/>`;
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escapeXml(String(value))}"`)
    .join(' ');
}
