import { createSimCamera } from '#domain/simulation/flight/sim-camera.ts';
import type { FlightRequest } from './write-flight.ts';

/** The default flight: 24 photos over a site of 200 m. */
export const defaultFlight: FlightRequest = {
  altitudeM: 120,
  overlap: 0.7,
  sidelap: 0.65,
  pattern: 'grid',
  camera: createSimCamera(1600),
  controlCount: 5,
  checkCount: 20,
  gpsSigmaM: 0.5,
  attitudeSigmaDeg: 0.5,
  geoidM: 0,
  driftM: 0,
  secondFlightM: null,
  isExifOnly: false,
  exposureS: 0,
  readoutS: 0,
};
