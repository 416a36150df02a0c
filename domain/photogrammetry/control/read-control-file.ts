import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import type { ControlFile } from '../model/control.ts';
import { linesOf } from './cells.ts';
import { type ControlRow, gatherPoints } from './gather-points.ts';
import { readGcpList } from './read-gcp-list.ts';
import { type PhotoSizes, readOpensfmJson } from './read-opensfm-json.ts';
import { readTable } from './read-table.ts';

const degreeSystem = /^(?:EPSG:+)?(?:4326|4258|4269|4979|6318)$|\+?proj=(?:longlat|latlong)|^WGS\s*84$/i;

/** Rows in degrees whose second value cannot be a latitude have latitude first; they are swapped. */
function orderDegrees(
  rows: readonly ControlRow[],
  crsText: string | null,
  file: string,
): { rows: readonly ControlRow[]; warnings: ErrorRecord[] } {
  const isDegrees = crsText !== null && degreeSystem.test(crsText.trim());
  const isSwapped = ({ x, y }: ControlRow) => Math.abs(y) > 90 && Math.abs(y) <= 180 && Math.abs(x) <= 90;
  if (!isDegrees || rows.length === 0 || !rows.every(isSwapped)) return { rows, warnings: [] };
  const swapped = rows.map((row) => ({ ...row, x: row.y, y: row.x }));
  return { rows: swapped, warnings: [{ code: 'control.latitude-first', params: { file, crs: crsText } }] };
}

/**
 * Reads a ground control file of any supported format: gcp_list.txt, a table with named columns (CSV or text), or
 * OpenSfM's JSON. Coordinates are unchanged, in the order east, north (longitude, latitude). Unreadable rows are
 * skipped with a warning that names them. Errors: `control.no-points` where no row can be read, `control.bad-json`.
 * @param photoSizes needed for OpenSfM's JSON, whose observations are relative to the image's size
 */
export function readControlFile(text: string, name: string, photoSizes: PhotoSizes = new Map()): ControlFile {
  if (/^\ufeff?\s*[{[]/.test(text)) return readOpensfmJson(text, name, photoSizes);
  const lines = linesOf(text);
  const table = readTable(lines, name) ?? readGcpList(lines, name);
  const ordered = orderDegrees(table.rows, table.crsText, name);
  const { points, warnings } = gatherPoints(ordered.rows, name);
  if (points.length === 0) {
    const first = table.warnings[0]?.params;
    const reason = first
      ? { ...first, reason: 'a-row-was-refused', why: first['reason'] ?? 'no-reason-given' }
      : { reason: 'no-rows-with-coordinates' };
    throw new AppError('control.no-points', { ...reason, file: name });
  }
  return {
    name,
    crsText: table.crsText,
    points,
    warnings: [...table.warnings, ...ordered.warnings, ...warnings],
  };
}

/** The same file with all its points as checkpoints: measured, never used in the adjustment. */
export function asCheckpoints(file: ControlFile): ControlFile {
  return { ...file, points: file.points.map((point) => ({ ...point, type: 'checkpoint' })) };
}
