import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import type { ControlFile, ControlObservation, ControlPoint } from '../model/control.ts';
import { usualObservationSigmaPx } from './read-table.ts';

/** Sizes of the project's photos by name, pixels as stored. */
export type PhotoSizes = ReadonlyMap<string, { readonly width: number; readonly height: number }>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function marksOf(
  point: Record<string, unknown>,
  sizes: PhotoSizes,
): { marks: ControlObservation[]; absent: string[] } {
  const marks: ControlObservation[] = [];
  const absent: string[] = [];
  for (const observation of Array.isArray(point.observations) ? point.observations : []) {
    if (!isRecord(observation) || typeof observation.shot_id !== 'string') continue;
    const photo = observation.shot_id;
    const size = sizes.get(photo) ?? sizes.get(photo.toLowerCase());
    const [u, v] = Array.isArray(observation.projection) ? observation.projection : [];
    if (!size) absent.push(photo);
    else if (isNumber(u) && isNumber(v)) {
      const scale = Math.max(size.width, size.height);
      const [x, y] = [u * scale + size.width / 2, v * scale + size.height / 2];
      marks.push({ photo, x, y, sigmaPx: usualObservationSigmaPx });
    }
  }
  return { marks, absent };
}

/**
 * Reads OpenSfM's `ground_control_points.json`: WGS 84 positions, and observations relative to the image's centre in
 * units of its longer side. A point without a position, or an observation in a photo of unknown size, is skipped with a
 * warning. Throws `control.bad-json`.
 */
export function readOpensfmJson(text: string, name: string, sizes: PhotoSizes): ControlFile {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw new AppError('control.bad-json', { file: name, reason: 'it-is-not-json' }, { cause });
  }
  if (!isRecord(data) || !Array.isArray(data.points)) {
    throw new AppError('control.bad-json', { file: name, reason: 'no-list-named-points' });
  }
  const warnings: ErrorRecord[] = [];
  const points: ControlPoint[] = [];
  const missing = new Set<string>();
  data.points.filter(isRecord).forEach((point, at) => {
    const label = typeof point.id === 'string' || isNumber(point.id) ? String(point.id) : `P${at + 1}`;
    const place = isRecord(point.position) ? point.position : null;
    if (!place || !isNumber(place.longitude) || !isNumber(place.latitude)) {
      warnings.push({ code: 'control.no-position', params: { file: name, label } });
      return;
    }
    const { marks, absent } = marksOf(point, sizes);
    for (const photo of absent) missing.add(photo);
    const type = point.role === 'checkpoint' ? 'checkpoint' : 'gcp';
    const z = isNumber(place.altitude) ? place.altitude : null;
    points.push({ label, type, x: place.longitude, y: place.latitude, z, sigma: null, marks });
  });
  if (missing.size > 0) {
    const names = [...missing].slice(0, 5).join(', ');
    warnings.push({ code: 'control.absent-photo', params: { file: name, count: missing.size, names } });
  }
  return { name, crsText: 'EPSG:4326', points, warnings };
}
