import { createRandom, type RandomStream } from '../../math/random.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { Camera } from '../../photogrammetry/model/camera.ts';
import { type Pose, rotationFromAttitude } from '../../photogrammetry/model/pose.ts';
import type { Simulation } from '../simulation.ts';
import type { SimulationArea } from '../terrain.ts';

/**
 * `crosshatch` adds a second pass of perpendicular lines, `oblique` the same with the camera tilted forward; `orbit` is
 * only a circle around the scene's centre, looking at it.
 */
export type FlightPattern = 'grid' | 'crosshatch' | 'oblique' | 'orbit';

export interface FlightSettings {
  readonly seed: number;
  /** Flying height above the scene's mean level, metres. */
  readonly altitudeM: number;
  /** Forward and side overlap of photos, as a fraction. */
  readonly overlap: number;
  readonly sidelap: number;
  readonly pattern: FlightPattern;
  readonly camera: Camera;
  /** Standard deviation of recorded positions: east and north; up has twice that, metres. */
  readonly gpsSigmaM: number;
  /** Standard deviation of recorded angles, degrees. */
  readonly attitudeSigmaDeg: number;
  /** Drift of recorded heights at the last photo, linear in time, metres. */
  readonly driftM: number;
  /** Offset of recorded heights in a second flight, the later half of the photos, metres; null for one flight. */
  readonly secondFlightM: number | null;
}

export interface Attitude {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
}

/** One photo of a flight: true pose, recorded pose and exposure. Metres in the scene's frame, degrees. */
export interface FlightPhoto {
  readonly name: string;
  readonly pose: Pose;
  /** Angles of `pose` relative to the scene's north. */
  readonly attitude: Attitude;
  readonly velocity: Vec3;
  /** `relativeM`: height above the scene's mean level by another sensor, without drift or offset. */
  readonly recorded: { readonly position: Vec3; readonly relativeM: number; readonly attitude: Attitude };
  /** Factors on red, green and blue. */
  readonly gains: Vec3;
  /** Seconds since the first photo. */
  readonly second: number;
}

const speedMS = 8;
/** Pause before a second flight, seconds. */
const pauseS = 1200;
const turnS = 12;
/** Deviations of a drone from its plan: horizontal and vertical metres, degrees of yaw, degrees of tilt. */
const stray = { across: 0.5, up: 0.3, yaw: 1.5, tilt: 1.2 } as const;
const exposureSigma = 0.05;
const colourSigma = 0.015;
const obliquePitch = -60;
const orbitPitch = -45;
/** Angle between consecutive photos of an orbit, degrees. */
const orbitStep = 12;
/** Height factor of a second pass; different heights determine the focal length. */
const secondPassRise = 1.1;
const edgeShare = 0.1;

/** The photographed part of a scene: its inner four fifths. */
export function flownArea(sizeM: number): SimulationArea {
  const edge = edgeShare * sizeM;
  return { minX: edge, minY: edge, maxX: sizeM - edge, maxY: sizeM - edge };
}

/** Mean level of a scene, metres. */
export function meanLevel({ terrain }: Simulation): number {
  const { level = 0, slopeX = 0, slopeY = 0 } = terrain.parameters;
  return level + (slopeX + slopeY) * 0.5 * terrain.sizeM;
}

/** Positions along an interval at most `step` apart, ends included. */
function spread(from: number, to: number, step: number): number[] {
  const parts = Math.max(1, Math.ceil((to - from) / step - 1e-9));
  return Array.from({ length: parts + 1 }, (_, index) => from + ((to - from) * index) / parts);
}

interface Station {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly yaw: number;
  readonly pitch: number;
  readonly second: number;
}

/** Stations of one pass: lines to the north and back, or with `isTurned` to the east and back. */
function planPass(
  simulation: Simulation,
  settings: FlightSettings,
  isTurned: boolean,
  pitch: number,
  start: number,
): Station[] {
  const { camera, altitudeM, overlap, sidelap } = settings;
  const rise = isTurned ? secondPassRise : 1;
  const height = altitudeM * rise;
  const across = (camera.width / camera.focal) * height * (1 - sidelap);
  const along = (camera.height / camera.focal) * height * (1 - overlap);
  const area = flownArea(simulation.terrain.sizeM);
  const [acrossRange, alongRange] = isTurned
    ? [spread(area.minY, area.maxY, across), spread(area.minX, area.maxX, along)]
    : [spread(area.minX, area.maxX, across), spread(area.minY, area.maxY, along)];
  const z = meanLevel(simulation) + height;
  const step = Math.abs(alongRange[1]! - alongRange[0]!) / speedMS;
  const lineS = (alongRange.length - 1) * step + turnS;
  return acrossRange.flatMap((line, index) => {
    const isForth = index % 2 === 0;
    const places = isForth ? alongRange : alongRange.toReversed();
    const yaw = (isTurned ? 90 : 0) + (isForth ? 0 : 180);
    return places.map((place, k): Station => {
      const [x, y] = isTurned ? [place, line] : [line, place];
      return { x, y, z, yaw, pitch, second: start + index * lineS + k * step };
    });
  });
}

/** A circle around the scene's centre; each photo is centred on it. */
function planOrbit(simulation: Simulation, { altitudeM }: FlightSettings): Station[] {
  const middle = 0.5 * simulation.terrain.sizeM;
  const radius = altitudeM / Math.tan((-orbitPitch * Math.PI) / 180);
  const count = 360 / orbitStep;
  return Array.from({ length: count }, (_, index): Station => {
    const angle = (index * orbitStep * Math.PI) / 180;
    return {
      x: middle + radius * Math.sin(angle),
      y: middle + radius * Math.cos(angle),
      z: meanLevel(simulation) + altitudeM,
      yaw: (index * orbitStep + 180) % 360,
      pitch: orbitPitch,
      second: (index * 2 * Math.PI * radius) / count / speedMS,
    };
  });
}

function planStations(simulation: Simulation, settings: FlightSettings): Station[] {
  if (settings.pattern === 'orbit') return planOrbit(simulation, settings);
  const first = planPass(simulation, settings, false, -90, 0);
  if (settings.pattern === 'grid') return first;
  const start = (first.at(-1)?.second ?? 0) + turnS;
  const pitch = settings.pattern === 'oblique' ? obliquePitch : -90;
  return [...first, ...planPass(simulation, settings, true, pitch, start)];
}

function disturb(attitude: Attitude, random: RandomStream, yawSigma: number, tiltSigma: number): Attitude {
  return {
    yaw: attitude.yaw + random.normal() * yawSigma,
    pitch: attitude.pitch + random.normal() * tiltSigma,
    roll: attitude.roll + random.normal() * tiltSigma,
  };
}

/** Offset of a photo's recorded height, and the delay of its flight in seconds. */
interface FlightErrors {
  readonly offM: number;
  readonly lateS: number;
}

function errorsOf(stations: readonly Station[], index: number, settings: FlightSettings): FlightErrors {
  const { driftM, secondFlightM } = settings;
  const last = Math.max(1, stations.at(-1)!.second);
  const isSecond = secondFlightM !== null && 2 * index >= stations.length;
  return {
    offM: (driftM * stations[index]!.second) / last + (isSecond ? secondFlightM : 0),
    lateS: isSecond ? pauseS : 0,
  };
}

function flyOver(
  simulation: Simulation,
  station: Station,
  index: number,
  settings: FlightSettings,
  { offM, lateS }: FlightErrors,
): FlightPhoto {
  const random = createRandom(settings.seed, 6, index);
  const centre: Vec3 = [
    station.x + random.normal() * stray.across,
    station.y + random.normal() * stray.across,
    station.z + random.normal() * stray.up,
  ];
  const wanted = { yaw: station.yaw, pitch: station.pitch, roll: 0 };
  const attitude = disturb(wanted, random, stray.yaw, stray.tilt);
  const sigma = settings.gpsSigmaM;
  const [east, north, up] = [random.normal(), random.normal(), 2 * random.normal()].map(
    (value, axis) => centre[axis]! + value * sigma,
  ) as [number, number, number];
  const heading = (station.yaw * Math.PI) / 180;
  const exposure = Math.exp(random.normal() * exposureSigma);
  const gain = () => exposure * Math.exp(random.normal() * colourSigma);
  return {
    name: `SIM_${String(index + 1).padStart(4, '0')}.JPG`,
    pose: { rotation: rotationFromAttitude(attitude.yaw, attitude.pitch, attitude.roll), centre },
    attitude,
    velocity: [Math.sin(heading) * speedMS, Math.cos(heading) * speedMS, 0],
    recorded: {
      position: [east, north, up + offM],
      relativeM: up - meanLevel(simulation),
      attitude: disturb(attitude, random, settings.attitudeSigmaDeg, settings.attitudeSigmaDeg),
    },
    gains: [gain(), gain(), gain()],
    second: station.second + lateS,
  };
}

/** Plans and simulates a flight over a scene. The same settings give the same flight. */
export function planFlight(simulation: Simulation, settings: FlightSettings): FlightPhoto[] {
  const stations = planStations(simulation, settings);
  return stations.map((station, index) =>
    flyOver(simulation, station, index, settings, errorsOf(stations, index, settings)),
  );
}

/** Ground sample distance at the scene's mean level, metres. */
export function groundSampleM(settings: Pick<FlightSettings, 'altitudeM' | 'camera'>): number {
  return settings.altitudeM / settings.camera.focal;
}
