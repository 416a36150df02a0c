import { describe, expect, it } from 'vitest';
import { toCamera } from '../../photogrammetry/model/pose.ts';
import { createSimulation } from '../simulation.ts';
import { type FlightSettings, flownArea, groundSampleM, meanLevel, planFlight } from './flight-plan.ts';
import { placeTargets } from './place-targets.ts';
import { createSimCamera } from './sim-camera.ts';

const simulation = createSimulation(2, 200, true);

function settings(changes: Partial<FlightSettings> = {}): FlightSettings {
  return {
    seed: 2,
    altitudeM: 100,
    overlap: 0.75,
    sidelap: 0.65,
    pattern: 'grid',
    camera: createSimCamera(1600),
    gpsSigmaM: 0.5,
    attitudeSigmaDeg: 0.5,
    driftM: 0,
    secondFlightM: null,
    ...changes,
  };
}

function sigmaOf(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
}

describe('flight plan', () => {
  it('overlaps at least as asked, along the lines and between them', () => {
    const flight = settings();
    const { width, height, focal } = flight.camera;
    const photos = planFlight(simulation, flight);
    const strayM = 3;
    const lines = new Map<number, typeof photos>();
    for (const photo of photos) {
      const key = Math.round(photo.pose.centre[0] / 20);
      lines.set(key, [...(lines.get(key) ?? []), photo]);
    }
    expect(lines.size).toBe(5);
    for (const line of lines.values()) {
      const places = line.map(({ pose }) => pose.centre[1]).sort((a, b) => a - b);
      for (let k = 1; k < places.length; k++) {
        const step = places[k]! - places[k - 1]!;
        expect(step).toBeLessThan((height / focal) * 100 * 0.25 + strayM);
      }
    }
    const across = [...lines.keys()].map((key) => key * 20).sort((a, b) => a - b);
    const gap = (across.at(-1)! - across[0]!) / (across.length - 1);
    expect(gap).toBeLessThan((width / focal) * 100 * 0.35 + strayM);
  });

  it('flies at the height asked for and looks down, turning round between lines', () => {
    const photos = planFlight(simulation, settings());
    expect(photos).toHaveLength(40);
    for (const { pose, attitude } of photos) {
      expect(Math.abs(pose.centre[2] - meanLevel(simulation) - 100)).toBeLessThan(2);
      expect(pose.rotation[8]).toBeLessThan(-0.99);
      expect(Math.abs(attitude.pitch + 90)).toBeLessThan(6);
    }
    const [first, last] = [photos[0]!, photos[9]!];
    expect(first.pose.rotation[0]).toBeGreaterThan(0.98);
    expect(last.pose.rotation[0]).toBeLessThan(-0.98);
    expect(groundSampleM(settings())).toBeCloseTo(100 / 1178.4, 9);
  });

  it('records positions and angles with the noise asked for', () => {
    const photos = planFlight(simulation, settings({ altitudeM: 60, overlap: 0.85, sidelap: 0.8 }));
    expect(photos.length).toBeGreaterThan(200);
    const errors = photos.map(({ pose, recorded }) =>
      recorded.position.map((value, axis) => value - pose.centre[axis]!),
    );
    expect(sigmaOf(errors.map(([east]) => east!))).toBeCloseTo(0.5, 1);
    expect(sigmaOf(errors.map(([, , up]) => up!)) / 2).toBeCloseTo(0.5, 1);
    expect(sigmaOf(photos.map((photo) => photo.recorded.attitude.roll - photo.attitude.roll))).toBeCloseTo(
      0.5,
      1,
    );
  });

  it('crosses the block a second time, tilted when asked', () => {
    const grid = planFlight(simulation, settings()).length;
    const crossed = planFlight(simulation, settings({ pattern: 'crosshatch' }));
    expect(crossed.length).toBeGreaterThan(1.7 * grid);
    expect(crossed.at(-1)!.pose.rotation[8]).toBeLessThan(-0.99);
    const around = planFlight(simulation, settings({ pattern: 'orbit' }));
    expect(around).toHaveLength(30);
    for (const { pose } of around) {
      const [x, y, z] = toCamera(pose, [100, 100, meanLevel(simulation)]);
      expect(Math.hypot(x, y) / z).toBeLessThan(0.2);
    }
    const tilted = planFlight(simulation, settings({ pattern: 'oblique' })).at(-1)!;
    expect(Math.abs(tilted.attitude.pitch + 60)).toBeLessThan(6);
  });

  it('is the same for the same settings', () => {
    expect(planFlight(simulation, settings())).toEqual(planFlight(simulation, settings()));
    expect(planFlight(simulation, settings({ seed: 3 }))).not.toEqual(planFlight(simulation, settings()));
  });
});

describe('targets', () => {
  it('lie on open ground, apart, control at the corners and in the middle', () => {
    const targets = placeTargets(simulation, 5, 20, 0.7);
    const area = flownArea(200);
    expect(targets.map(({ type }) => type)).toEqual([
      ...Array.from({ length: 5 }, () => 'gcp'),
      ...Array.from({ length: 20 }, () => 'checkpoint'),
    ]);
    for (const target of targets) {
      expect(target.z).toBe(simulation.terrain.heightAt(target.x, target.y));
      expect(['asphalt', 'gravel', 'grass', 'crop']).toContain(simulation.terrain.kindAt(target.x, target.y));
      for (const other of targets) {
        if (other !== target)
          expect(Math.hypot(other.x - target.x, other.y - target.y)).toBeGreaterThan(5 - 1e-9);
      }
      for (const tree of simulation.objects.trees)
        expect(Math.hypot(tree.x - target.x, tree.y - target.y)).toBeGreaterThan(tree.crownRadius);
    }
    const spreadX = Math.max(...targets.map(({ x }) => x)) - Math.min(...targets.map(({ x }) => x));
    expect(spreadX).toBeGreaterThan(0.8 * (area.maxX - area.minX));
  });
});
