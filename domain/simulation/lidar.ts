import { createRandom, type RandomStream } from '../math/random.ts';
import type { Hit, RayCaster } from './ray-casting.ts';
import type { GroundKind, Terrain } from './terrain.ts';

export interface LidarSettings {
  readonly seed: number;
  /** Pulses per square metre on open ground, all strips together. */
  readonly pulsesPerM2: number;
  /** Flying height above the scene's mean level, metres. */
  readonly flyingHeightM: number;
  /** Largest scan angle off nadir, degrees. */
  readonly maxScanAngleDeg: number;
  /** Overlap with the neighbouring strip, as a fraction. */
  readonly overlap: number;
  /** Standard deviation of the range, metres. */
  readonly rangeSigmaM: number;
}

export const defaultLidar: Omit<LidarSettings, 'seed' | 'pulsesPerM2'> = {
  flyingHeightM: 90,
  maxScanAngleDeg: 30,
  overlap: 0.25,
  rangeSigmaM: 0.015,
};

/** Returns of consecutive pulses, in order of reception; arrays hold `count` entries, xyz and rgb three each. */
export interface LidarBatch {
  readonly count: number;
  /** Metres in the scene's frame. */
  readonly xyz: Float64Array;
  readonly intensity: Uint16Array;
  readonly classification: Uint8Array;
  readonly returnNumber: Uint8Array;
  readonly numberOfReturns: Uint8Array;
  readonly scanAngleDeg: Float32Array;
  readonly gpsTime: Float64Array;
  readonly rgb: Uint16Array;
  readonly strip: Uint16Array;
}

/** ASPRS classes used by the simulated scanner. */
export const simulatedClasses = {
  unclassified: 1,
  ground: 2,
  highVegetation: 5,
  building: 6,
  lowNoise: 7,
  water: 9,
  road: 11,
  highNoise: 18,
} as const;

interface Material {
  readonly classification: number;
  readonly intensity: number;
  readonly colour: readonly [number, number, number];
}

const groundMaterials: Readonly<Record<GroundKind, Material>> = {
  grass: { classification: simulatedClasses.ground, intensity: 30_000, colour: [96, 128, 62] },
  ditch: { classification: simulatedClasses.ground, intensity: 22_000, colour: [84, 104, 58] },
  asphalt: { classification: simulatedClasses.road, intensity: 7_000, colour: [72, 74, 78] },
  footway: { classification: simulatedClasses.ground, intensity: 16_000, colour: [158, 156, 150] },
  gravel: { classification: simulatedClasses.ground, intensity: 20_000, colour: [172, 160, 136] },
  heap: { classification: simulatedClasses.ground, intensity: 24_000, colour: [192, 158, 108] },
  crop: { classification: simulatedClasses.ground, intensity: 26_000, colour: [118, 112, 66] },
  water: { classification: simulatedClasses.water, intensity: 2_000, colour: [58, 80, 84] },
};
const roof: Material = {
  classification: simulatedClasses.building,
  intensity: 26_000,
  colour: [148, 76, 58],
};
const wall: Material = {
  classification: simulatedClasses.building,
  intensity: 28_000,
  colour: [196, 190, 178],
};
const crown: Material = {
  classification: simulatedClasses.highVegetation,
  intensity: 18_000,
  colour: [46, 92, 44],
};

const batchPulses = 20_000;
const noisePerPulse = 1 / 20_000;
const secondsPerLine = 0.01;
/** Adjusted standard GPS time of the first pulse. */
const firstSecond = 400_000_000;

function createBatch(capacity: number) {
  return {
    xyz: new Float64Array(capacity * 3),
    intensity: new Uint16Array(capacity),
    classification: new Uint8Array(capacity),
    returnNumber: new Uint8Array(capacity),
    numberOfReturns: new Uint8Array(capacity),
    scanAngleDeg: new Float32Array(capacity),
    gpsTime: new Float64Array(capacity),
    rgb: new Uint16Array(capacity * 3),
    strip: new Uint16Array(capacity),
  };
}

function cut(batch: ReturnType<typeof createBatch>, count: number): LidarBatch {
  return {
    count,
    xyz: batch.xyz.subarray(0, count * 3),
    intensity: batch.intensity.subarray(0, count),
    classification: batch.classification.subarray(0, count),
    returnNumber: batch.returnNumber.subarray(0, count),
    numberOfReturns: batch.numberOfReturns.subarray(0, count),
    scanAngleDeg: batch.scanAngleDeg.subarray(0, count),
    gpsTime: batch.gpsTime.subarray(0, count),
    rgb: batch.rgb.subarray(0, count * 3),
    strip: batch.strip.subarray(0, count),
  };
}

function materialOf(hit: Hit, terrain: Terrain, x: number): Material {
  if (hit.kind === 'roof') return roof;
  if (hit.kind === 'wall') return wall;
  if (hit.kind === 'crown') return crown;
  return groundMaterials[terrain.kindAt(x, hit.y)];
}

/** The hits that produce a return: each crown may absorb the rest of the pulse. */
function returnsOf(hits: readonly Hit[], random: RandomStream): Hit[] {
  const returns: Hit[] = [];
  for (const hit of hits) {
    const depth = hit.kind === 'crown' ? -0.6 * Math.log(1 - random.next()) : 0;
    returns.push(depth === 0 ? hit : { ...hit, z: hit.z - Math.min(depth, 2.5) });
    if (hit.kind === 'crown' && random.next() > hit.transparency) break;
    if (returns.length === 15) break;
  }
  return returns;
}

/** The flight: strips along x, each a swath of scan lines across y, in alternating directions. */
function planStrips(terrain: Terrain, settings: LidarSettings) {
  const reach = Math.tan((settings.maxScanAngleDeg * Math.PI) / 180);
  const halfSwath = settings.flyingHeightM * reach;
  const stripSpacing = 2 * halfSwath * (1 - settings.overlap);
  const strips = Math.max(1, Math.ceil(terrain.sizeM / stripSpacing));
  const spacing = 1 / Math.sqrt(settings.pulsesPerM2 * (1 - settings.overlap));
  const margin = (terrain.sizeM - (strips - 1) * stripSpacing) / 2;
  const centres = Array.from({ length: strips }, (_, index) => margin + index * stripSpacing);
  return { centres, halfSwath, spacing };
}

/**
 * Simulates the scanner over a scene and yields its returns in batches, so that a survey of any size can be streamed.
 * The same settings give the same returns, whatever the caller does between batches.
 */
export function* scanSurfaces(
  terrain: Terrain,
  caster: RayCaster,
  settings: LidarSettings,
): Generator<LidarBatch> {
  const { centres, halfSwath, spacing } = planStrips(terrain, settings);
  const level = terrain.heightAt(terrain.sizeM / 2, terrain.sizeM / 2);
  const altitude = level + settings.flyingHeightM;
  const lines = Math.floor(terrain.sizeM / spacing);
  const perLine = Math.floor((2 * halfSwath) / spacing);
  let batch = createBatch(batchPulses * 4);
  let count = 0;

  function addReturn(
    random: RandomStream,
    hit: Hit,
    order: readonly [number, number],
    pulse: PulseFacts,
  ): void {
    const noise = random.normal() * settings.rangeSigmaM;
    const cosine = 1 / Math.hypot(1, pulse.slopeY);
    const y = hit.y - noise * pulse.slopeY * cosine;
    if (y < 0 || y > terrain.sizeM) return;
    const outlier =
      random.next() < noisePerPulse
        ? random.next() < 0.5
          ? -random.between(2, 8)
          : random.between(15, 40)
        : 0;
    const material = materialOf(hit, terrain, pulse.x);
    batch.xyz.set([pulse.x, y, hit.z + noise * cosine + outlier], count * 3);
    const shade = 0.85 + 0.3 * random.next();
    batch.intensity[count] = Math.min(65_535, (material.intensity * shade) / order[1]);
    batch.classification[count] =
      outlier === 0
        ? material.classification
        : outlier < 0
          ? simulatedClasses.lowNoise
          : simulatedClasses.highNoise;
    batch.returnNumber[count] = order[0];
    batch.numberOfReturns[count] = order[1];
    batch.scanAngleDeg[count] = pulse.angleDeg;
    batch.gpsTime[count] = pulse.second;
    batch.rgb.set(
      material.colour.map((value) => Math.min(255, Math.round(value * shade)) * 257),
      count * 3,
    );
    batch.strip[count] = pulse.strip;
    count++;
  }

  for (const [index, centre] of centres.entries()) {
    const random = createRandom(settings.seed, 4, index);
    for (let line = 0; line < lines; line++) {
      const along = index % 2 === 0 ? line : lines - 1 - line;
      for (let k = 0; k < perLine; k++) {
        const step = line % 2 === 0 ? k : perLine - 1 - k;
        const across = -halfSwath + (step + random.next()) * spacing;
        const x = (along + random.next()) * spacing;
        const slopeY = across / settings.flyingHeightM;
        const target = centre + across;
        if (target < -5 || target > terrain.sizeM + 5 || x > terrain.sizeM) continue;
        const facts: PulseFacts = {
          x,
          slopeY,
          angleDeg: (Math.atan(slopeY) * 180) / Math.PI,
          second: firstSecond + (index * lines + line + k / perLine) * secondsPerLine,
          strip: index + 1,
        };
        const returns = returnsOf(caster.cast({ x, y: centre, altitude, slopeY }), random);
        for (const [order, hit] of returns.entries())
          addReturn(random, hit, [order + 1, returns.length], facts);
        if (count > batchPulses * 4 - 16) {
          yield cut(batch, count);
          batch = createBatch(batchPulses * 4);
          count = 0;
        }
      }
    }
  }
  if (count > 0) yield cut(batch, count);
}

interface PulseFacts {
  readonly x: number;
  readonly slopeY: number;
  readonly angleDeg: number;
  readonly second: number;
  readonly strip: number;
}
