import type { FlightFacts } from '#contract/schemas/flight.ts';
import type { PhotoReport } from '../../pipeline/photo/report/photo-report.ts';

/** The facts of a flight in a report. A registered block has a camera. */
export function flightFactsOf(report: PhotoReport): FlightFacts {
  const { images, cameras, gcps, checkpoints } = report;
  const [main] = [...cameras].sort((a, b) => b.photos - a.photos);
  if (!main) throw new Error('a bundle adjustment without cameras');
  const devices = new Map(cameras.map(({ device }) => [JSON.stringify(device), device]));
  const labels = (points: PhotoReport['gcps']) => points.map(({ label }) => label);
  return {
    images: images.total,
    registered: images.registered,
    sensors: [...devices.values()],
    pixel_width: main.width,
    pixel_height: main.height,
    total_pixels: cameras.reduce((sum, { photos, width, height }) => sum + photos * width * height, 0),
    focal_length_mm: main.focalMm,
    points: report.points,
    reprojection_rms_px: report.reprojectionRmsPx,
    gsd_m: report.gsdM,
    gcps: labels(gcps),
    checkpoints: labels(checkpoints.points),
  };
}
