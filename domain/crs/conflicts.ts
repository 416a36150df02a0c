import { isSameUnit, type Unit } from '../units/units.ts';
import type { CrsConflict, CrsDefinition, CrsSource, DeclarationReport } from './types.ts';

interface Said {
  readonly report: DeclarationReport;
  readonly definition: CrsDefinition | null;
}

const unitFacts = (a: Unit, b: Unit): Record<string, number> =>
  a.kind === 'linear' && b.kind === 'linear' ? { aMetres: a.metres, bMetres: b.metres } : {};

const label = (item: Said): string =>
  item.report.epsg === null ? (item.report.name ?? item.report.kind) : `EPSG:${item.report.epsg}`;

function datumOf(item: Said): { name: string; epsg: number | null } | null {
  const horizontal = item.definition?.horizontal;
  if (!horizontal || horizontal.kind === 'engineering') return null;
  return horizontal.kind === 'projected' ? horizontal.base.datum : horizontal.datum;
}

function compareHorizontal(a: Said, b: Said, used: string): CrsConflict[] {
  const names = { a: a.report.source, b: b.report.source };
  const conflicts: CrsConflict[] = [];
  if (!a.definition?.horizontal || !b.definition?.horizontal) return conflicts;
  if (a.report.kind !== b.report.kind) {
    const params = { ...names, aSays: a.report.kind, bSays: b.report.kind, used };
    return [{ code: 'crs.conflict-kind', params }];
  }
  if (a.report.epsg !== null && b.report.epsg !== null && a.report.epsg !== b.report.epsg) {
    conflicts.push({ code: 'crs.conflict-epsg', params: { ...names, aSays: label(a), bSays: label(b) } });
  }
  const [da, db] = [datumOf(a), datumOf(b)];
  if (da && db && da.epsg !== null && db.epsg !== null && da.epsg !== db.epsg) {
    conflicts.push({ code: 'crs.conflict-datum', params: { ...names, aSays: da.name, bSays: db.name } });
  }
  const [ua, ub] = [a.report.horizontalUnit, b.report.horizontalUnit];
  if (ua && ub && !isSameUnit(ua, ub)) {
    conflicts.push({
      code: 'crs.conflict-horizontal-unit',
      params: { ...names, aSays: ua.name, bSays: ub.name, ...unitFacts(ua, ub) },
    });
  }
  return conflicts;
}

function compareVertical(a: Said, b: Said): CrsConflict[] {
  const names = { a: a.report.source, b: b.report.source };
  const conflicts: CrsConflict[] = [];
  const [ua, ub] = [a.report.verticalUnit, b.report.verticalUnit];
  if (ua && ub && !isSameUnit(ua, ub)) {
    conflicts.push({
      code: 'crs.conflict-vertical-unit',
      params: { ...names, aSays: ua.name, bSays: ub.name, ...unitFacts(ua, ub) },
    });
  }
  const [da, db] = [a.report.verticalDatum, b.report.verticalDatum];
  if (da && db && da !== db) {
    conflicts.push({ code: 'crs.conflict-vertical-datum', params: { ...names, aSays: da, bSays: db } });
  }
  return conflicts;
}

/**
 * Contradictions between the declaration that won (`source`) and every other usable one. Sameness is of
 * matched EPSG codes, datums and units, not of spelling.
 */
export function compareDeclarations(items: readonly Said[], source: CrsSource | null): CrsConflict[] {
  const usable = items.filter((item) => item.definition);
  const winner = usable.find((item) => item.report.source === source) ?? usable[0];
  if (!winner) return [];
  return usable
    .filter((item) => item !== winner)
    .flatMap((item) => [
      ...compareHorizontal(winner, item, winner.report.kind),
      ...compareVertical(winner, item),
    ]);
}

/** What is reported of a file whose declarations contradict each other or leave a unit out. */
export function conflictNotes(file: string, conflicts: readonly CrsConflict[]): CrsConflict[] {
  return conflicts.map(({ code, params }) => ({ code, params: { file, ...params } }));
}

/**
 * Adds `offsetMetres` to a conflict of units: the distance in metres, to a tenth of a millimetre, by which
 * `place`, in the file's coordinates, moves when the other unit is taken; `unknown` without a place, and for systems,
 * whose offsets `measureSystemOffsets` adds. The factors `aMetres`, `bMetres` stay in the params.
 */
export function withUnitOffset(conflict: CrsConflict, place: readonly number[] | undefined): CrsConflict {
  if (conflict.code === 'crs.conflict-epsg' || conflict.code === 'crs.conflict-datum')
    return { ...conflict, params: { ...conflict.params, offsetMetres: 'unknown' } };
  const isVertical = conflict.code === 'crs.conflict-vertical-unit';
  if (!isVertical && conflict.code !== 'crs.conflict-horizontal-unit') return conflict;
  const { aMetres, bMetres } = conflict.params;
  const reach = isVertical
    ? Math.abs(place?.[2] ?? Number.NaN)
    : Math.hypot(place?.[0] ?? Number.NaN, place?.[1] ?? 0);
  const offset = reach * Math.abs(Number(aMetres) - Number(bMetres));
  const offsetMetres = Number.isFinite(offset) ? Number(offset.toFixed(4)) : 'unknown';
  return { ...conflict, params: { ...conflict.params, offsetMetres } };
}
