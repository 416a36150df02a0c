import { convertRecords, type DroppedField, type ModernFormat } from '../formats/las/convert-records.ts';
import { adjustWeekTimes } from '../formats/las/gps-time.ts';
import { pointFormat } from '../formats/las/point-format.ts';
import type { PointRecords } from '../formats/las/points.ts';
import { type Quantisation, requantiseRecords } from '../formats/las/quantisation.ts';
import { addRecords, createSummary, type PointSummary } from '../formats/las/summary.ts';
import { widenColours } from '../formats/las/widen-colours.ts';
import { countByCell, type DensityGrid } from './density-map.ts';
import { movePoints, type PointMove } from './move-points.ts';
import { keepInAreas, type PlanArea } from './plan-areas.ts';
import { type PointSums, sumRecords } from './point-sums.ts';
import { type ColumnGrid, type SortedRecords, sortIntoColumns } from './sort-into-columns.ts';

/** How the points of one file are brought into the form that all points of a project have: plain data. */
export interface PointPreparation {
  /** Named in errors. */
  readonly file: string;
  readonly format: ModernFormat;
  readonly keepsExtraBytes: boolean;
  /** What the format may lose. */
  readonly drop: readonly DroppedField[];
  /** GPS week of times that are seconds of a week; null leaves times alone. */
  readonly gpsWeek: number | null;
  /** Scale and offset of the file, and of the points to come. */
  readonly from: Quantisation;
  readonly to: Quantisation;
  /** Colours are 8-bit ones in 16-bit fields and become 16-bit ones. */
  readonly widensColours: boolean;
  /** Puts points elsewhere; null leaves them where they are. */
  readonly move: PointMove | null;
  /** Where points are kept; null keeps all. */
  readonly areas: readonly PlanArea[] | null;
}

/** Points ready for a spool, with their sums. */
export interface PreparedPoints extends SortedRecords {
  /** Points before any were left out. */
  readonly read: number;
  readonly summary: PointSummary;
  readonly density: Uint32Array<ArrayBuffer>;
  readonly sums: PointSums;
}

function dropExtraBytes(records: PointRecords): PointRecords {
  const { length } = pointFormat(records.format);
  const bytes = new Uint8Array(records.count * length);
  for (let point = 0; point < records.count; point++) {
    const from = point * records.recordLength;
    bytes.set(records.bytes.subarray(from, from + length), point * length);
  }
  return { ...records, recordLength: length, bytes };
}

/** Raw records in the project's form; null where colours that should be 8-bit ones are not. */
function bringIntoForm(raw: PointRecords, how: PointPreparation): PointRecords | null {
  const { file, from, to, gpsWeek } = how;
  const kept = how.keepsExtraBytes ? raw : dropExtraBytes(raw);
  const converted = convertRecords(kept, how.format, { drop: how.drop, file });
  if (gpsWeek !== null) adjustWeekTimes(converted, gpsWeek, file);
  const records = how.areas ? keepInAreas(converted, from, how.areas) : converted;
  if (how.move) movePoints(records, from, how.move);
  else requantiseRecords(records, from, to, file);
  return how.widensColours && !widenColours(records) ? null : records;
}

/**
 * Converts, moves, selects, counts and sorts raw records of a file, which are changed in place. Null where a colour is
 * above 255 that should be an 8-bit one. Errors: `las.would-drop`, `las.conversion`, `las.not-week-seconds`,
 * `las.overflow`, `crs.transform-not-finite`.
 */
export function preparePoints(
  raw: PointRecords,
  how: PointPreparation,
  columns: ColumnGrid,
  cells: DensityGrid,
): PreparedPoints | null {
  const records = bringIntoForm(raw, how);
  if (!records) return null;
  const summary = createSummary();
  addRecords(summary, records);
  return {
    read: raw.count,
    summary,
    density: countByCell(records, how.to, cells),
    sums: sumRecords(records),
    ...sortIntoColumns(records, columns),
  };
}
