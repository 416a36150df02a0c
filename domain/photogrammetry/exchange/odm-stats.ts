/** The figures of ODM's `odm_report/stats.json`; null for missing ones. */
export interface OdmStats {
  readonly registered: number | null;
  readonly points: number | null;
  readonly observations: number | null;
  readonly reprojectionPx: number | null;
  /** Metres per pixel. */
  readonly gsdM: number | null;
  /** Root mean square of adjusted − stated positions, metres: east, north, up. */
  readonly gpsErrorM: readonly [number, number, number] | null;
  /** The same of ground control, metres. */
  readonly gcpErrorM: readonly [number, number, number] | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function part(data: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), data);
}

const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);

function errorOf(data: unknown, group: string): OdmStats['gpsErrorM'] {
  const [x, y, z] = ['x', 'y', 'z'].map((axis) => numberOf(part(data, group, 'error', axis)));
  return x != null && y != null && z != null ? [x, y, z] : null;
}

/** Reads the statistics of an ODM run; invalid JSON gives none. */
export function readOdmStats(text: string): OdmStats {
  let data: unknown = null;
  try {
    data = JSON.parse(text);
  } catch {
    data = null;
  }
  const of = (name: string) => numberOf(part(data, 'reconstruction_statistics', name));
  const gsdCm = numberOf(part(data, 'odm_processing_statistics', 'average_gsd'));
  return {
    registered: of('reconstructed_shots_count'),
    points: of('reconstructed_points_count'),
    observations: of('observations_count'),
    reprojectionPx: of('reprojection_error_pixels'),
    gsdM: gsdCm === null ? null : gsdCm / 100,
    gpsErrorM: errorOf(data, 'gps_errors'),
    gcpErrorM: errorOf(data, 'gcp_errors'),
  };
}
