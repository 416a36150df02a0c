import Delaunator from 'delaunator';
import { createDelaunay } from '#wasm/bindings/delaunay.ts';
import type { BenchCase } from '../case.ts';
import { seededRandom } from '../data/lidar.ts';

/** Delaunay triangulation of uniform random points. */
export const delaunayRandomCase: BenchCase = {
  name: 'delaunay-random',
  workload: '1 M uniform random points; triangles and half-edges, copied out',
  goal: 2.5,
  prepare({ quick, kernel }) {
    const random = seededRandom(20260102);
    const places = new Float64Array(quick ? 200_000 : 2_000_000).map(() => random() * 1000);
    const ours = createDelaunay(kernel('delaunay'));
    return {
      ours: () => ours.triangulate(places, 2),
      peer: { name: 'delaunator', run: () => new Delaunator(places) },
    };
  },
};
