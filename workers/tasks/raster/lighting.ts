import type { Lighting, TerrainWindow } from '../../contract/raster-tasks.ts';
import { visitGradients } from './gradient.ts';

interface Light {
  east: number;
  north: number;
  up: number;
}

/** Engines may differ in the last bit of a sine; rounding to 12 decimals takes the difference away. */
function settled(value: number): number {
  return Math.round(value * 1e12) / 1e12;
}

function lightFrom(azimuth: number, altitude: number): Light {
  const [a, h] = [(azimuth * Math.PI) / 180, (altitude * Math.PI) / 180];
  const flat = settled(Math.cos(h));
  return { east: settled(Math.sin(a)) * flat, north: settled(Math.cos(a)) * flat, up: settled(Math.sin(h)) };
}

/** Cosine of the angle between light and surface normal, not below 0. */
function incidence(light: Light, east: number, north: number, length: number): number {
  return Math.max(0, (light.up - east * light.east - north * light.north) / length);
}

/**
 * Light on every cell, 0 to 1; NaN where there is no height.
 * Sources: Horn (1981) for one light; for several, the four azimuths 225°, 270°, 315° and 360° after Mark,
 * USGS Open-File Report 92-422 (1992), each weighed by the squared cosine of its angle to the direction of
 * fall, which is how GDAL reads the report.
 */
export function lightOf(terrain: TerrainWindow, lighting: Lighting): Float32Array<ArrayBuffer> {
  const light = new Float32Array(terrain.width * terrain.height).fill(Number.NaN);
  const altitude = lighting.altitude ?? 45;
  const exaggeration = lighting.exaggeration ?? 1;
  if (lighting.mode === 'single') {
    const sun = lightFrom(lighting.azimuth ?? 315, altitude);
    visitGradients(terrain, exaggeration, (east, north, index) => {
      light[index] = incidence(sun, east, north, Math.sqrt(1 + east * east + north * north));
    });
    return light;
  }
  const suns = [225, 270, 315, 360].map((azimuth) => lightFrom(azimuth, altitude)) as [
    Light,
    Light,
    Light,
    Light,
  ];
  visitGradients(terrain, exaggeration, (east, north, index) => {
    const steepness = east * east + north * north;
    if (steepness === 0) {
      light[index] = suns[0].up;
      return;
    }
    const length = Math.sqrt(1 + steepness);
    const cross = east * north;
    // The squared cosine of the angle between fall and light, times the steepness.
    const weights = [steepness / 2 + cross, east * east, steepness / 2 - cross, north * north] as const;
    let sum = 0;
    for (let i = 0; i < 4; i++) sum += weights[i]! * incidence(suns[i]!, east, north, length);
    light[index] = sum / (2 * steepness);
  });
  return light;
}
