import { describe, expect, it } from 'vitest';
import { simulatedClasses } from './lidar.ts';
import { breaklinesOf, createSimulation, scan, surveyPointsOf } from './simulation.ts';

function integrate(
  height: (x: number, y: number) => number,
  centreX: number,
  centreY: number,
  reach: number,
): number {
  const step = reach / 800;
  let sum = 0;
  for (let x = -reach + step / 2; x < reach; x += step) {
    for (let y = -reach + step / 2; y < reach; y += step) sum += height(centreX + x, centreY + y);
  }
  return sum * step * step;
}

describe('simulated site', () => {
  it('states the volume of every heap and pit', () => {
    for (const shape of createSimulation(3, 200).terrain.shapes) {
      const measured = Math.abs(integrate(shape.height, shape.centreX, shape.centreY, shape.reach));
      expect(measured / shape.volume).toBeCloseTo(1, 3);
    }
  });

  it('puts the heaps on level ground inside the site', () => {
    for (const size of [150, 200, 900]) {
      const { terrain } = createSimulation(5, size);
      for (const shape of terrain.shapes) {
        for (let angle = 0; angle < 6.28; angle += 0.3) {
          const x = shape.centreX + 1.02 * shape.reach * Math.cos(angle);
          const y = shape.centreY + 1.02 * shape.reach * Math.sin(angle);
          const pad = terrain.pads.find(
            (area) => x > area.minX && x < area.maxX && y > area.minY && y < area.maxY,
          );
          expect(terrain.heightAt(x, y)).toBe(pad?.level);
        }
      }
    }
  });

  it('gives the same scan for the same seed and another for another', () => {
    const first = scan(createSimulation(1, 150), 1).next().value;
    expect(scan(createSimulation(1, 150), 1).next().value).toEqual(first);
    expect(scan(createSimulation(2, 150), 1).next().value).not.toEqual(first);
  });

  it('scans ground within the range noise of the analytic surface, and objects above it', () => {
    const simulation = createSimulation(1, 150);
    let ground = 0;
    let squares = 0;
    const classes = new Set<number>();
    let highestReturns = 0;
    for (const batch of scan(simulation, 4)) {
      for (let i = 0; i < batch.count; i++) {
        const classification = batch.classification[i]!;
        classes.add(classification);
        highestReturns = Math.max(highestReturns, batch.numberOfReturns[i]!);
        expect(batch.returnNumber[i]!).toBeLessThanOrEqual(batch.numberOfReturns[i]!);
        if (classification !== simulatedClasses.ground && classification !== simulatedClasses.road) continue;
        const height = simulation.terrain.heightAt(batch.xyz[i * 3]!, batch.xyz[i * 3 + 1]!);
        squares += (batch.xyz[i * 3 + 2]! - height) ** 2;
        ground++;
      }
    }
    expect(ground / 150 ** 2).toBeGreaterThan(2.5);
    expect(Math.sqrt(squares / ground)).toBeLessThan(0.03);
    expect([...classes]).toEqual(expect.arrayContaining([2, 5, 6, 11]));
    expect(highestReturns).toBeGreaterThan(1);
  });

  it('lays breaklines and survey points on the ground', () => {
    const simulation = createSimulation(1, 200);
    for (const line of breaklinesOf(simulation)) {
      for (const [x, y, z] of line.points) expect(z).toBeCloseTo(simulation.terrain.heightAt(x, y), 9);
    }
    const points = surveyPointsOf(simulation);
    expect(points.filter((point) => point.type === 'gcp')).toHaveLength(6);
    for (const point of points)
      expect(Math.abs(point.z - simulation.terrain.heightAt(point.x, point.y))).toBeLessThan(0.06);
  });
});
