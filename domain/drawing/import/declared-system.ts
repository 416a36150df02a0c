import { readCrs } from '../../crs/read-crs.ts';
import type { CrsDeclaration, CrsDefinition } from '../../crs/types.ts';
import type { ErrorRecord } from '../../errors/app-error.ts';
import type { DeclaredSystem } from '../../formats/exchange-model.ts';
import type { LinearUnit } from '../../units/units.ts';

/** What is known of a declared coordinate system. */
export interface DescribedSystem {
  readonly epsg: number | null;
  readonly definition: CrsDefinition | null;
  /** Of x and y; null where it is not known, or they are angles. */
  readonly unit: LinearUnit | null;
  /** Why the declaration could not be used. */
  readonly faults: readonly ErrorRecord[];
}

/** Heights above the EGM96 geoid, as KML has them. */
const seaLevel = 5773;

const unknown: DescribedSystem = { epsg: null, definition: null, unit: null, faults: [] };

function declarationOf(system: DeclaredSystem): CrsDeclaration | null {
  switch (system.kind) {
    case 'none':
      return null;
    case 'wgs84':
      return { source: 'user', payload: `EPSG:4326+${seaLevel}` };
    case 'epsg':
      return { source: 'user', payload: `EPSG:${system.epsg}` };
    case 'wkt':
      return { source: 'prj', payload: system.wkt };
    case 'name':
      return { source: 'prj', payload: system.name };
  }
}

/** The system that a drawing file declares. */
export async function describeDeclared(system: DeclaredSystem, file: string): Promise<DescribedSystem> {
  const declaration = declarationOf(system);
  if (declaration === null) return unknown;
  const { epsg, definition, horizontalUnit, declarations } = await readCrs([declaration]);
  return {
    epsg,
    definition,
    unit: horizontalUnit?.kind === 'linear' ? horizontalUnit : null,
    faults: declarations.flatMap(({ error }) =>
      error ? [{ code: error.code, params: { file, ...error.params } }] : [],
    ),
  };
}
