import type { UnitOfMeasure } from '#contract/schemas/common.ts';
import type { Product } from '#contract/schemas/product.ts';
import type { Project } from '#contract/schemas/project.ts';

/** A coordinate system in the API's form. */
export interface CoordinateSystem {
  readonly epsg: number | null;
  readonly wkt: string | null;
  readonly unit: UnitOfMeasure | null;
}

/** The name that a WKT declares, whatever its dialect; null when it has none. */
export function nameOfWkt(wkt: string): string | null {
  return /^\s*\w+\s*[[(]\s*"((?:[^"]|"")*)"/.exec(wkt)?.[1]?.replaceAll('""', '"') ?? null;
}

/** One line for a chip: the name, else the code; null when nothing is known. */
export function systemLabel({ epsg, wkt }: CoordinateSystem): string | null {
  const name = wkt === null ? null : nameOfWkt(wkt);
  if (name !== null) return epsg === null ? name : `${name} (EPSG:${epsg})`;
  return epsg === null ? null : `EPSG:${epsg}`;
}

/** The product's own system, else the project's. */
export function systemOf(project: Project, product: Product): CoordinateSystem {
  const hasOwn = product.epsg !== null || product.wkt !== null;
  return {
    epsg: hasOwn ? product.epsg : project.base_coordinate_system,
    wkt: hasOwn ? product.wkt : project.base_coordinate_system_wkt,
    unit: product.unit_of_measure ?? project.default_unit_of_measure,
  };
}
