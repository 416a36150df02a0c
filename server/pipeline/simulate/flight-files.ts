import { createRandom } from '#domain/math/random.ts';
import type { SurveyTarget } from '#domain/simulation/flight/scene.ts';
import type { EarthPosition } from './earth-position.ts';
import { observationSigmaPx } from './observe-targets.ts';
import type { Placement } from './placement.ts';
import { type Flight, type FlightRequest, imageFolder } from './write-flight.ts';

/** A target as a GNSS rover measured it. */
export interface MeasuredTarget {
  readonly target: SurveyTarget;
  /** World coordinates, units of the system. */
  readonly measured: readonly [number, number, number];
}

/** Noise of the rover, metres. */
const rover = { across: 0.008, up: 0.012 } as const;
const decimals = 4;

/** Simulates measuring the targets of a flight; the same site gives the same measurements. */
export function measureTargets(
  targets: readonly SurveyTarget[],
  placement: Placement,
  seed: number,
): MeasuredTarget[] {
  const random = createRandom(seed, 10);
  return targets.map((target) => ({
    target,
    measured: placement.toWorld(
      target.x + random.normal() * rover.across,
      target.y + random.normal() * rover.across,
      target.z + random.normal() * rover.up,
    ),
  }));
}

/** `label,type,x,y,z,sigma_x,sigma_y,sigma_z` of the targets of one type, units of the system. */
export function targetCsv(
  measured: readonly MeasuredTarget[],
  placement: Placement,
  type: SurveyTarget['type'],
): string {
  const across = (rover.across * placement.horizontal).toFixed(decimals);
  const up = (rover.up * placement.vertical).toFixed(decimals);
  const rows = measured
    .filter(({ target }) => target.type === type)
    .map(({ target, measured: place }) =>
      [target.label, type, ...place.map((value) => value.toFixed(decimals)), across, across, up].join(','),
    );
  return ['label,type,x,y,z,sigma_x,sigma_y,sigma_z', ...rows, ''].join('\n');
}

/** Marks of the targets of one type in the form of a gcp_list.txt: system, then x, y, z, px, py, photo, label. */
export function markList(
  measured: readonly MeasuredTarget[],
  flight: Flight,
  placement: Placement,
  type: SurveyTarget['type'],
): string {
  const { epsg, proj4 } = placement.crs;
  const places = new Map(measured.map((entry) => [entry.target.label, entry]));
  const rows = flight.marks.flatMap(({ label, photo, x, y }) => {
    const entry = places.get(label);
    if (entry?.target.type !== type) return [];
    const world = entry.measured.map((value) => value.toFixed(decimals));
    return [[...world, x.toFixed(2), y.toFixed(2), photo, label].join('\t')];
  });
  return [epsg === null ? (proj4 ?? '') : `EPSG:${epsg}`, ...rows, ''].join('\n');
}

/** The truth of a flight: poses, camera, recorder's errors, targets. */
export function flightTruth(
  flight: Flight,
  measured: readonly MeasuredTarget[],
  placement: Placement,
  earth: EarthPosition,
  request: FlightRequest,
) {
  const { camera, gpsSigmaM, attitudeSigmaDeg } = request;
  const minus = (a: readonly number[], b: readonly number[]) => a.map((value, axis) => value - b[axis]!);
  return {
    note: 'site frame: metres, x east, y north (of the map), z up; rotation rows: camera x right, y down, z forward; pixels from the corner of the first',
    folder: imageFolder,
    gsdM: flight.gsdM,
    camera,
    pattern: request.pattern,
    altitudeM: request.altitudeM,
    overlap: request.overlap,
    sidelap: request.sidelap,
    sigmas: {
      gpsM: [gpsSigmaM, gpsSigmaM, 2 * gpsSigmaM],
      attitudeDeg: attitudeSigmaDeg,
      markPx: observationSigmaPx,
      targetM: [rover.across, rover.across, rover.up],
    },
    readoutS: request.readoutS,
    exposureS: request.exposureS,
    geoidM: request.geoidM,
    scale: {
      note: 'metres on the map for a metre on the ground at the middle of the site',
      value: earth.scale,
    },
    trueNorthDeg: earth.trueNorthDeg,
    images: flight.photos.map((photo) => ({
      name: photo.name,
      rotation: photo.pose.rotation,
      centreM: photo.pose.centre,
      centreWorld: placement.toWorld(...photo.pose.centre),
      attitudeDeg: photo.attitude,
      velocityMS: photo.velocity,
      gpsErrorM: minus(photo.recorded.position, photo.pose.centre),
      gains: photo.gains,
    })),
    targets: measured.map(({ target, measured: place }) => ({
      ...target,
      world: placement.toWorld(target.x, target.y, target.z),
      measuredWorld: place,
      marks: flight.marks
        .filter(({ label }) => label === target.label)
        .map(({ photo, trueX, trueY, x, y }) => ({ photo, trueX, trueY, x, y })),
    })),
    targetEdgeM: flight.targetEdgeM,
  };
}
