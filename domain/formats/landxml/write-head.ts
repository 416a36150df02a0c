import type { LandXmlUnitName } from './linear-units.ts';
import { xmlAttributes } from './write-xml.ts';

/** What a file says beside its content. */
export interface LandXmlOptions {
  readonly name: string;
  readonly description?: string;
  readonly unit: LandXmlUnitName;
  readonly coordinateSystem?: { readonly name: string; readonly epsg?: number; readonly wkt?: string };
  /** Written as the file's date, UTC; fixed by the caller so that equal products have equal bytes. */
  readonly date: Date;
}

/** The end of the file. */
export const landXmlEnd = '</LandXML>\n';

/** The file down to its content: version, units, coordinate system, project. */
export function landXmlHead({ name, unit, coordinateSystem, date }: LandXmlOptions): string {
  const [day, time] = date.toISOString().split('T') as [string, string];
  const version = {
    version: '1.2',
    date: day,
    time: time.slice(0, 8),
    language: 'English',
    readOnly: 'false',
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.landxml.org/schema/LandXML-1.2 http://www.landxml.org/schema/LandXML-1.2/LandXML-1.2.xsd" ${xmlAttributes(version)}>`,
    `<Units>${units(unit)}</Units>`,
    ...(coordinateSystem ? [coordinateSystemElement(coordinateSystem)] : []),
    `<Project ${xmlAttributes({ name })}/>`,
    '<Application name="Plumbline"/>\n',
  ].join('\n');
}

function units(unit: LandXmlUnitName): string {
  const rest = { diameterUnit: unit, angularUnit: 'decimal degrees', directionUnit: 'decimal degrees' };
  if (unit === 'meter') {
    return `<Metric ${xmlAttributes({ areaUnit: 'squareMeter', linearUnit: 'meter', volumeUnit: 'cubicMeter', temperatureUnit: 'celsius', pressureUnit: 'milliBars', ...rest })}/>`;
  }
  return `<Imperial ${xmlAttributes({ areaUnit: 'squareFoot', linearUnit: unit, volumeUnit: 'cubicFeet', temperatureUnit: 'fahrenheit', pressureUnit: 'inchHG', ...rest })}/>`;
}

function coordinateSystemElement(system: NonNullable<LandXmlOptions['coordinateSystem']>): string {
  const { name, epsg, wkt } = system;
  return `<CoordinateSystem ${xmlAttributes({
    name,
    desc: name,
    ...(epsg === undefined ? {} : { epsgCode: epsg }),
    ...(wkt === undefined ? {} : { ogcWktCode: wkt }),
  })}/>`;
}
