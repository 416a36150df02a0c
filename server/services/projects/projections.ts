import type { Project } from '#contract/schemas/project.ts';
import type { Projection, ProjectionDetails } from '#contract/schemas/projection.ts';
import { isProjectable } from '#domain/crs/proj/proj-write.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import type { CrsEntry } from '#domain/crs/table.ts';
import type { CrsDefinition, HorizontalCrs, VerticalCrs } from '#domain/crs/types.ts';
import { canWriteWkt, writeWkt } from '#domain/crs/wkt/wkt-write.ts';
import type { LinearUnit, Unit } from '#domain/units/units.ts';

const namedUnit = (unit: Unit | null): Projection['unit_of_measure'] =>
  unit?.kind === 'linear' && unit.id !== 'other' ? unit.id : null;

function viewUnit(unit: Unit | null): Projection['unit'] {
  if (unit === null) return null;
  return unit.kind === 'linear'
    ? { name: unit.name, metres: unit.metres, radians: null }
    : { name: unit.name, metres: null, radians: unit.radians };
}

function viewVertical(vertical: VerticalCrs | null): Projection['vertical'] {
  if (vertical === null) return null;
  const unit: LinearUnit | null = vertical.unit;
  return {
    epsg: vertical.epsg,
    description: vertical.name,
    datum: vertical.datum,
    unit_of_measure: namedUnit(unit),
    unit: viewUnit(unit),
    direction: vertical.direction,
  };
}

function partsOf(entry: CrsEntry): { horizontal: HorizontalCrs | null; vertical: VerticalCrs | null } {
  if (entry.kind === 'compound') return entry;
  if (entry.kind === 'vertical') return { horizontal: null, vertical: entry.crs };
  return { horizontal: entry.crs, vertical: null };
}

/** An entry of the EPSG dataset as the interface lists it. */
export function viewProjection(entry: CrsEntry): Projection {
  const { horizontal, vertical } = partsOf(entry);
  const unit = horizontal?.unit ?? vertical?.unit ?? null;
  return {
    epsg: entry.epsg,
    description: entry.name,
    kind: entry.kind,
    deprecated: entry.deprecated,
    area: entry.area,
    unit_of_measure: namedUnit(unit),
    unit: viewUnit(unit),
    vertical: viewVertical(vertical),
    requires_carlson_library: horizontal !== null && !isProjectable(horizontal),
  };
}

/** The same with its WKT. */
export function viewProjectionDetails(entry: CrsEntry): ProjectionDetails {
  const definition: CrsDefinition = {
    name: entry.name,
    ...partsOf(entry),
    compoundEpsg: entry.kind === 'compound' ? entry.epsg : null,
  };
  return { ...viewProjection(entry), wkt: canWriteWkt(definition) ? writeWkt(definition) : null };
}

/** The operations that the system of a project or product allows; unknown without a system. */
export async function readSystemFacts({
  epsg,
  wkt,
}: {
  epsg: number | null;
  wkt: string | null;
}): Promise<Pick<Project, 'requires_carlson_library' | 'lcs_shift'>> {
  const payload = wkt ?? (epsg === null ? null : `EPSG:${epsg}`);
  const report = payload === null ? null : await readCrs([{ source: 'user', payload }]);
  const horizontal = report?.definition?.horizontal ?? null;
  const isLocal = horizontal?.kind === 'engineering';
  return {
    requires_carlson_library: horizontal !== null && !isLocal && !isProjectable(horizontal),
    lcs_shift: isLocal ? [] : null,
  };
}
