import type { ErrorRecord } from '../../errors/app-error.ts';
import type { ExifFacts } from '../../formats/exif/read-exif.ts';
import type { DroneXmp } from '../../formats/xmp/drone-xmp.ts';
import { cameraName } from '../model/camera-name.ts';
import type { FocalSource } from '../model/photo.ts';
import { findSensor } from './sensors/find-sensor.ts';

/** Focal length of a photo and its source. */
export interface FocalFinding {
  readonly focalMm: number | null;
  readonly sensorWidthMm: number | null;
  readonly focalPx: number;
  readonly focalSource: FocalSource;
  readonly isFisheye: boolean;
  readonly warnings: readonly ErrorRecord[];
}

/** Diagonal of a 36 × 24 mm frame: the reference of "35 mm equivalent" (CIPA DCG-001, 2005). */
const fullFrameDiagonalMm = Math.hypot(36, 24);
/** A view of about 60° across: what most survey cameras have. */
const assumedRatio = 0.85;
/** Two statements that differ by more than this share cannot both be right. */
const doubtShare = 0.25;

interface Candidate {
  readonly source: FocalSource;
  readonly px: number;
}

export interface FocalInput {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly exif: Pick<
    ExifFacts,
    'width' | 'height' | 'focalMm' | 'focal35Mm' | 'focalPlanePerMm' | 'digitalZoom'
  > | null;
  readonly xmp: Pick<DroneXmp, 'focalPx' | 'focalMm' | 'centrePx' | 'centreMm' | 'isFisheye'> | null;
  readonly make: string | null;
  readonly model: string | null;
}

/** Longer side of the image the camera took: EXIF keeps it where the file was reduced later. */
function originalSide({ width, height, exif }: FocalInput): number {
  const side = Math.max(width, height);
  const stated = Math.max(exif?.width ?? 0, exif?.height ?? 0);
  const shorter = Math.min(exif?.width ?? 0, exif?.height ?? 0);
  const ratio = shorter > 0 ? stated / shorter : 0;
  const isSameShape = Math.abs(ratio / (side / Math.min(width, height)) - 1) < 0.02;
  return stated > 0 && isSameShape ? stated : side;
}

function calibrated(input: FocalInput, original: number): number | null {
  const { xmp, width, height } = input;
  const side = Math.max(width, height);
  const focalPx = xmp?.focalPx ?? 0;
  if (focalPx > 0) return (focalPx * side) / original;
  const focalMm = xmp?.focalMm ?? 0;
  if (!(focalMm > 0) || !xmp?.centreMm) return null;
  const sensorWidth = 2 * Math.max(...xmp.centreMm);
  return (focalMm / sensorWidth) * side;
}

function candidates(input: FocalInput, sensorWidthMm: number | null): Candidate[] {
  const { width, height, exif } = input;
  const side = Math.max(width, height);
  const original = originalSide(input);
  const found: Candidate[] = [];
  const add = (source: FocalSource, px: number | null) => {
    if (px !== null && px > 0.2 * side && px < 50 * side) found.push({ source, px });
  };
  const mm = exif?.focalMm ?? null;
  const zoom = exif?.digitalZoom ?? 1;
  add('calibrated', calibrated(input, original));
  if (mm !== null && sensorWidthMm !== null) add('sensor-table', (mm / sensorWidthMm) * side * zoom);
  const perMm = exif?.focalPlanePerMm ?? 0;
  if (mm !== null && perMm > 0) add('focal-plane', (mm * perMm * side * zoom) / original);
  const mm35 = exif?.focal35Mm ?? 0;
  if (mm35 > 0) add('35mm', (mm35 / fullFrameDiagonalMm) * Math.hypot(width, height));
  return found;
}

/**
 * Focal length in pixels from the best statement there is: the maker's calibration, the millimetres of EXIF on the
 * sensor's width (table, then focal plane resolution), the 35 mm equivalent. Without any, 0.85 of the longer side is
 * taken and `photo.focal-assumed` says so; `photo.focal-conflict` where two statements differ by over 25 %.
 */
export function findFocal(input: FocalInput): FocalFinding {
  const { width, height, exif, xmp, name } = input;
  const sensor = findSensor(input.make, input.model);
  const side = Math.max(width, height);
  const found = candidates(input, sensor?.widthMm ?? null);
  const warnings: ErrorRecord[] = [];
  const best = found[0] ?? { source: 'assumed' as const, px: assumedRatio * side };
  const camera = cameraName(input.make, input.model) || '?';
  const other = found.find(({ px }) => Math.abs(px / best.px - 1) > doubtShare);
  if (best.source === 'assumed') {
    warnings.push({
      code: 'photo.focal-assumed',
      params: { file: name, camera, focal: Math.round(best.px) },
    });
  } else if (other) {
    warnings.push({
      code: 'photo.focal-conflict',
      params: {
        file: name,
        camera,
        source: best.source,
        focal: Math.round(best.px),
        otherSource: other.source,
        otherFocal: Math.round(other.px),
      },
    });
  }
  const focalMm = exif?.focalMm ?? xmp?.focalMm ?? null;
  return {
    focalMm,
    sensorWidthMm:
      sensor?.widthMm ?? (focalMm !== null && found.length > 0 ? (focalMm * side) / best.px : null),
    focalPx: best.px,
    focalSource: best.source,
    isFisheye: xmp?.isFisheye || sensor?.isFisheye || false,
    warnings,
  };
}
