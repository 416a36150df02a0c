import type { CrsDeclaration, CrsDefinition } from '#domain/crs/types.ts';
import type { LinearUnit, Unit } from '#domain/units/units.ts';

/** Units and coordinate system of the project. */
export interface ProjectFacts {
  readonly name: string;
  /** Unit of x and y; null where it is not known. */
  readonly coordinateUnit: Unit | null;
  /** Unit of lengths in plan; null where it is not known, or x and y are angles. */
  readonly horizontalUnit: LinearUnit | null;
  readonly verticalUnit: LinearUnit | null;
  /** No unit is declared for heights: `verticalUnit` is assumed. */
  readonly isVerticalUnitAssumed: boolean;
  readonly epsg: number | null;
  readonly wkt: string | null;
  readonly crsName: string | null;
  /** The system of x and y; null where it is not known. */
  readonly system: CrsDefinition | null;
  readonly canEdit: boolean;
  /** Name of the layer that an empty drawing gets. */
  readonly firstLayerName: string;
}

/** The system that a project's coordinates are in, as `readCrs` takes it; null where it is not known. */
export function systemOf({ wkt, epsg }: Pick<ProjectFacts, 'wkt' | 'epsg'>): CrsDeclaration | null {
  if (wkt !== null) return { source: 'user', payload: wkt };
  return epsg === null ? null : { source: 'user', payload: `EPSG:${epsg}` };
}
