import { AppError } from '../../errors/app-error.ts';
import type { Unit } from '../../units/units.ts';
import { projectionMethod } from '../proj/methods.ts';
import type {
  CrsDefinition,
  GeodeticCrs,
  HorizontalCrs,
  ProjectedCrs,
  ProjectionParameter,
  VerticalCrs,
} from '../types.ts';
import { geoKey } from './geokeys-read.ts';

/** The three records (LAS 34735 to 34737, the TIFF tags of the same numbers) ready to be written. */
export interface GeoKeyDirectory {
  readonly directory: Uint16Array<ArrayBuffer>;
  readonly doubles: Float64Array<ArrayBuffer>;
  /** Parts end in `|`; the writer adds the final NUL. Empty where no text is needed. */
  readonly ascii: string;
}

export interface GeoKeyOptions {
  /** `GTRasterTypeGeoKey`: 1 pixel is area, 2 pixel is point; left out for point clouds. */
  readonly rasterType?: 1 | 2;
}

const USER_DEFINED = 32767;

class Directory {
  readonly #keys: { id: number; location: number; count: number; value: number }[] = [];
  readonly #doubles: number[] = [];
  #ascii = '';

  short(id: number, value: number): void {
    this.#keys.push({ id, location: 0, count: 1, value });
  }

  double(id: number, value: number): void {
    this.#keys.push({ id, location: 34736, count: 1, value: this.#doubles.length });
    this.#doubles.push(value);
  }

  text(id: number, value: string): void {
    const part = `${value.replace(/[^\x20-\x7e]/g, '?').replaceAll('|', '/')}|`;
    this.#keys.push({ id, location: 34737, count: part.length, value: this.#ascii.length });
    this.#ascii += part;
  }

  pack(): GeoKeyDirectory {
    const keys = this.#keys.sort((a, b) => a.id - b.id);
    const words = keys.flatMap((key) => [key.id, key.location, key.count, key.value]);
    return {
      directory: Uint16Array.from([1, 1, 0, keys.length, ...words]),
      doubles: Float64Array.from(this.#doubles),
      ascii: this.#ascii,
    };
  }
}

function writeUnit(directory: Directory, unit: Unit, codeKey: number, sizeKey: number | null): void {
  directory.short(codeKey, unit.epsg ?? USER_DEFINED);
  if (unit.epsg === null && sizeKey !== null && unit.kind === 'linear')
    directory.double(sizeKey, unit.metres);
}

function writeGeodetic(directory: Directory, crs: GeodeticCrs): void {
  if (crs.epsg !== null) {
    directory.short(geoKey.geographic, crs.epsg);
    return;
  }
  const { datum } = crs;
  directory.short(geoKey.geographic, USER_DEFINED);
  directory.text(geoKey.geographicCitation, crs.name);
  directory.short(geoKey.datum, datum.epsg ?? USER_DEFINED);
  directory.short(geoKey.ellipsoid, datum.ellipsoid.epsg ?? USER_DEFINED);
  directory.double(geoKey.semiMajor, datum.ellipsoid.a);
  if (datum.ellipsoid.inverseFlattening === 0) directory.double(geoKey.semiMinor, datum.ellipsoid.a);
  else directory.double(geoKey.inverseFlattening, datum.ellipsoid.inverseFlattening);
  directory.short(geoKey.primeMeridian, datum.meridian.epsg ?? USER_DEFINED);
  if (datum.meridian.epsg === null) directory.double(geoKey.primeMeridianLongitude, datum.meridian.longitude);
}

const falseOrigin = { lat0: 3085, lon0: 3084, fe: 3086, fn: 3087 };
const naturalOrigin = { lat0: 3081, lon0: 3080, fe: 3082, fn: 3083 };
const centre = { lat0: 3089, lon0: 3088, fe: 3082, fn: 3083 };
const shared = { sp1: 3078, sp2: 3079, k: 3092, azimuth: 3094, gamma: 3096 };

function keysOf(method: number): Partial<Record<ProjectionParameter, number>> {
  if (method === 9802) return { ...shared, ...falseOrigin };
  if (method === 9822) return { ...shared, ...naturalOrigin };
  if (method === 9810) return { ...naturalOrigin, lon0: 3095, k: 3092 };
  if (method === 9820 || method === 9832) return centre;
  if (method === 9812) return { ...shared, ...centre, k: 3093 };
  if (method === 9815) return { ...shared, ...centre, fe: 3090, fn: 3091, k: 3093 };
  return { ...shared, ...naturalOrigin };
}

function writeUserProjection(directory: Directory, crs: ProjectedCrs): void {
  const isPolarB = crs.method === 9829;
  const method = projectionMethod(isPolarB ? 9810 : crs.method);
  if (!method || method.geotiff === null) {
    throw new AppError('crs.write-unsupported', { name: crs.name, format: 'geotiff-keys' });
  }
  const { sp1, ...rest } = crs.parameters;
  const parameters = isPolarB ? { ...rest, ...(sp1 === undefined ? {} : { lat0: sp1 }) } : crs.parameters;
  const keys = keysOf(method.epsg);
  directory.short(geoKey.projection, USER_DEFINED);
  directory.short(geoKey.method, method.geotiff);
  for (const [name, value] of Object.entries(parameters) as [ProjectionParameter, number][]) {
    const id = keys[name];
    if (id === undefined) continue;
    directory.double(id, name === 'fe' || name === 'fn' ? value / crs.unit.metres : value);
  }
}

function writeProjected(directory: Directory, crs: ProjectedCrs): void {
  directory.short(geoKey.projected, crs.epsg ?? USER_DEFINED);
  directory.text(geoKey.projectedCitation, crs.name);
  if (crs.epsg === null) {
    writeGeodetic(directory, crs.base);
    writeUserProjection(directory, crs);
  }
  writeUnit(directory, crs.unit, geoKey.linearUnits, geoKey.linearUnitSize);
}

function writeHorizontal(directory: Directory, crs: HorizontalCrs): void {
  if (crs.kind === 'projected') {
    directory.short(geoKey.modelType, 1);
    writeProjected(directory, crs);
  } else if (crs.kind === 'engineering') {
    directory.short(geoKey.modelType, USER_DEFINED);
    if (crs.unit) writeUnit(directory, crs.unit, geoKey.linearUnits, geoKey.linearUnitSize);
  } else {
    directory.short(geoKey.modelType, crs.kind === 'geocentric' ? 3 : 2);
    writeGeodetic(directory, crs);
    if (crs.kind === 'geocentric') writeUnit(directory, crs.unit, geoKey.linearUnits, geoKey.linearUnitSize);
    else
      writeUnit(
        directory,
        { ...crs.unit, epsg: crs.unit.epsg === 9122 ? 9102 : crs.unit.epsg },
        geoKey.angularUnits,
        null,
      );
  }
}

function writeVertical(directory: Directory, crs: VerticalCrs): void {
  if (crs.epsg !== null) directory.short(geoKey.vertical, crs.epsg);
  else if (crs.datum !== null) directory.short(geoKey.vertical, USER_DEFINED);
  if (crs.name) directory.text(geoKey.verticalCitation, crs.name);
  if (crs.unit && crs.unit.epsg !== null) directory.short(geoKey.verticalUnits, crs.unit.epsg);
}

/**
 * The GeoTIFF key directory (OGC 19-008r4) of a system, its vertical part included: by EPSG code where there is
 * one, else user-defined with parameters. Throws `crs.write-unsupported` for a projection GeoTIFF cannot name.
 */
export function geoKeysFor(definition: CrsDefinition, options: GeoKeyOptions = {}): GeoKeyDirectory {
  const directory = new Directory();
  if (options.rasterType !== undefined) directory.short(geoKey.rasterType, options.rasterType);
  if (definition.name) directory.text(geoKey.citation, definition.name);
  if (definition.horizontal) writeHorizontal(directory, definition.horizontal);
  if (definition.vertical) writeVertical(directory, definition.vertical);
  return directory.pack();
}
