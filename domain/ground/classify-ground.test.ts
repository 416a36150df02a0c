import Delaunator from 'delaunator';
import { describe, expect, it } from 'vitest';
import { siteClasses } from '../site/lidar.ts';
import { createSite, scan } from '../site/site.ts';
import { classifyGround } from './classify-ground.ts';
import type { PlanTriangulation } from './densify.ts';

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
  const site = createSite(4, 150);
  const xyz: number[] = [];
  const isGround: boolean[] = [];
  for (const batch of scan(site, pulsesPerM2)) {
    for (let i = 0; i < batch.count; i++) {
      const classification = batch.classification[i]!;
      if (batch.returnNumber[i] !== batch.numberOfReturns[i] || classification === siteClasses.highNoise)
        continue;
      xyz.push(batch.xyz[i * 3]!, batch.xyz[i * 3 + 1]!, batch.xyz[i * 3 + 2]!);
      isGround.push(classification === siteClasses.ground || classification === siteClasses.road);
    }
  }
  return { site, xyz: Float64Array.from(xyz), isGround };
}

describe('classifyGround', () => {
  it('finds the ground of a site with houses, trees, heaps and a pit', () => {
    const { site, xyz, isGround } = createCandidates(3);
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
      squares += (xyz[k * 3 + 2]! - site.terrain.heightAt(xyz[k * 3]!, xyz[k * 3 + 1]!)) ** 2;
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
