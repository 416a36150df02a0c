import type { CrsReport } from '#domain/crs/types.ts';
import type { Unit } from '#domain/units/units.ts';
import { describeRecord } from '../../messages.ts';

/** Size of a unit: metres of a length, radians of an angle. */
function unitSize(unit: Unit | null): { metres: number } | { radians: number } | null {
  if (!unit) return null;
  return unit.kind === 'linear' ? { metres: unit.metres } : { radians: unit.radians };
}

/** A coordinate system as `--json` prints it: units by name and size, conflicts with their text. */
export function crsJson(report: CrsReport) {
  return {
    kind: report.kind,
    name: report.name,
    epsg: report.epsg,
    verticalEpsg: report.verticalEpsg,
    compoundEpsg: report.compoundEpsg,
    wkt: report.wkt,
    proj4: report.proj4,
    horizontalUnit: report.horizontalUnit?.name ?? null,
    horizontalUnitSize: unitSize(report.horizontalUnit),
    verticalUnit: report.verticalUnit?.name ?? null,
    verticalUnitSize: unitSize(report.verticalUnit),
    verticalDatum: report.verticalDatum,
    source: report.source,
    verticalSource: report.verticalSource,
    declarations: report.declarations.map((declaration) => ({
      ...declaration,
      horizontalUnit: declaration.horizontalUnit?.name ?? null,
      verticalUnit: declaration.verticalUnit?.name ?? null,
      error: declaration.error && { ...declaration.error, message: describeRecord(declaration.error) },
    })),
    conflicts: report.conflicts.map((conflict) => ({ ...conflict, message: describeRecord(conflict) })),
  };
}
