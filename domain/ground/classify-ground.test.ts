import Delaunator from 'delaunator';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../math/random.ts';
import { simulatedClasses } from '../simulation/lidar.ts';
import { createSimulation, scan } from '../simulation/simulation.ts';
import { classifyGround, groundSettingsFor } from './classify-ground.ts';
import type { PlanTriangulation } from './facets.ts';

/** delaunator's triangles are clockwise seen from above in a frame with y north; two corners swapped turn them. */
function triangulate(xyz: Float64Array): PlanTriangulation {
  const mirrored = new Float64Array((xyz.length / 3) * 2);
  for (let k = 0; k < xyz.length / 3; k++) {
    mirrored[k * 2] = xyz[k * 3]!;
    mirrored[k * 2 + 1] = -xyz[k * 3 + 1]!;
  }
  const { triangles, halfedges } = new Delaunator(mirrored);
  return { order: Uint32Array.from({ length: xyz.length / 3 }, (_, k) => k), triangles, halfedges };
}

function createCandidates(pulsesPerM2: number) {
  const simulation = createSimulation(4, 150);
  const xyz: number[] = [];
  const isGround: boolean[] = [];
  for (const batch of scan(simulation, pulsesPerM2)) {
    for (let i = 0; i < batch.count; i++) {
      const classification = batch.classification[i]!;
      if (batch.returnNumber[i] !== batch.numberOfReturns[i] || classification === simulatedClasses.highNoise)
        continue;
      xyz.push(batch.xyz[i * 3]!, batch.xyz[i * 3 + 1]!, batch.xyz[i * 3 + 2]!);
      isGround.push(classification === simulatedClasses.ground || classification === simulatedClasses.road);
    }
  }
  return { simulation, xyz: Float64Array.from(xyz), isGround };
}

describe('classifyGround', () => {
  it('finds the ground of a site with houses, trees, heaps and a pit', () => {
    const { simulation, xyz, isGround } = createCandidates(3);
    const marks = classifyGround(xyz, triangulate);
    let missed = 0;
    let wrong = 0;
    let squares = 0;
    let found = 0;
    for (let k = 0; k < marks.length; k++) {
      if (isGround[k] && !marks[k]) missed++;
      if (!isGround[k] && marks[k]) wrong++;
      if (!marks[k]) continue;
      found++;
      squares += (xyz[k * 3 + 2]! - simulation.terrain.heightAt(xyz[k * 3]!, xyz[k * 3 + 1]!)) ** 2;
    }
    const ground = isGround.filter(Boolean).length;
    expect(missed / ground).toBeLessThan(0.05);
    expect(wrong / (marks.length - ground)).toBeLessThan(0.02);
    expect(Math.sqrt(squares / found)).toBeLessThan(0.05);
  });

  it('takes a handful of points and a line of points as they are', () => {
    expect([...classifyGround(Float64Array.of(5, 5, 1), triangulate)]).toEqual([1]);
    const line = Float64Array.from({ length: 60 }, (_, k) => (k % 3 === 2 ? 10 : Math.floor(k / 3)));
    expect([...classifyGround(line, triangulate)]).toEqual(Array(20).fill(1));
    expect(classifyGround(new Float64Array(), triangulate)).toHaveLength(0);
  });
});

/** A table of sand photographed by a phone, 4 m wide: two mounds a metre wide and a crate, points 2 cm apart. */
function tableScene() {
  const random = createRandom(8);
  const xyz: number[] = [];
  const kinds: ('ground' | 'mound' | 'crate')[] = [];
  for (let x = 0; x < 4; x += 0.02) {
    for (let y = 0; y < 4; y += 0.02) {
      const mound = Math.max(0, ...[1.1, 2.9].map((at) => 0.35 - 0.7 * Math.hypot(x - at, y - at)));
      const isCrate = Math.abs(x - 3) < 0.2 && Math.abs(y - 1) < 0.2;
      xyz.push(x, y, 100 + (isCrate ? 0.3 : mound) + 0.001 * random.normal());
      kinds.push(isCrate ? 'crate' : mound > 0 ? 'mound' : 'ground');
    }
  }
  return { xyz: Float64Array.from(xyz), kinds };
}

it('keeps mounds of loose material on a scene of four metres, and no crate', () => {
  const { xyz, kinds } = tableScene();
  const marks = classifyGround(xyz, triangulate, groundSettingsFor(4));
  const share = (kind: (typeof kinds)[number]) => {
    const own = kinds.flatMap((one, k) => (one === kind ? [marks[k]!] : []));
    return own.reduce((sum, mark) => sum + mark, 0) / own.length;
  };
  expect(share('ground')).toBeGreaterThan(0.97);
  expect(share('mound')).toBeGreaterThan(0.95);
  expect(share('crate')).toBeLessThan(0.05);
});

it.each([0, 1e-9, 0.003])('has lengths for a cloud of an extent of %d m', (extent) => {
  const two = Float64Array.of(5, 5, 1, 5 + extent, 5, 1);
  expect([...classifyGround(two, triangulate, groundSettingsFor(extent))]).toEqual([1, 1]);
});
