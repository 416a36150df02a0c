import { expect, it } from 'vitest';
import { readOdmStats } from './odm-stats.ts';

it('reads what there is of ODM statistics', () => {
  const stats = readOdmStats(
    JSON.stringify({
      reconstruction_statistics: {
        reconstructed_shots_count: 15,
        reconstructed_points_count: 9000,
        observations_count: 40_000,
        reprojection_error_pixels: 0.8,
      },
      odm_processing_statistics: { average_gsd: 1.7 },
      gps_errors: { error: { x: 0.5, y: 0.4, z: 1.1 }, mean: { x: 0, y: 0, z: 0 } },
    }),
  );
  expect(stats).toEqual({
    registered: 15,
    points: 9000,
    observations: 40_000,
    reprojectionPx: 0.8,
    gsdM: 0.017,
    gpsErrorM: [0.5, 0.4, 1.1],
    gcpErrorM: null,
  });
  expect(readOdmStats('not JSON').registered).toBeNull();
  expect(readOdmStats('{"reconstruction_statistics":7}').points).toBeNull();
});
