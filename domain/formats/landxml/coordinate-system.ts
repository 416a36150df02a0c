import type { DeclaredSystem } from '../exchange-model.ts';

/** What a LandXML file says of its coordinate system; nothing is looked up. */
export interface LandXmlCoordinateSystem {
  readonly description: string;
  readonly epsg: number | undefined;
  readonly wkt: string | undefined;
  readonly horizontalDatum: string | undefined;
  readonly verticalDatum: string | undefined;
}

/** Reads the attributes of the element CoordinateSystem. */
export function readCoordinateSystem(attributes: ReadonlyMap<string, string>): LandXmlCoordinateSystem {
  const epsg = Number(attributes.get('epsgCode') ?? Number.NaN);
  return {
    description: attributes.get('desc') ?? attributes.get('name') ?? '',
    epsg: Number.isInteger(epsg) && epsg > 0 ? epsg : undefined,
    wkt: attributes.get('ogcWktCode') || undefined,
    horizontalDatum: attributes.get('horizontalDatum') || undefined,
    verticalDatum: attributes.get('verticalDatum') || undefined,
  };
}

/** The same as exchange formats state it. */
export function declaredSystem(system: LandXmlCoordinateSystem | undefined): DeclaredSystem {
  if (system?.epsg !== undefined) return { kind: 'epsg', epsg: system.epsg };
  if (system?.wkt !== undefined) return { kind: 'wkt', wkt: system.wkt };
  const name = system?.description || system?.horizontalDatum;
  return name === undefined || name === '' ? { kind: 'none' } : { kind: 'name', name };
}
