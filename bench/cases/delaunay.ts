import Delaunator from 'delaunator';
import { createDelaunay } from '#wasm/bindings/delaunay.ts';
import type { BenchCase } from '../case.ts';
import { makeTerrainPoints, placesOf } from '../data/terrain.ts';

/** Delaunay triangulation of lidar-like points. */
export const delaunayCase: BenchCase = {
  name: 'delaunay',
  workload:
    '1 M points on a 1 m grid with jitter at UTM coordinates, in scan order; triangles and half-edges, copied out',
  goal: 2,
  prepare({ quick, kernel }) {
    const places = placesOf(makeTerrainPoints(quick ? 300 : 1000));
    const ours = createDelaunay(kernel('delaunay'));
    return {
      ours: () => ours.triangulate(places, 2),
      peer: { name: 'delaunator', run: () => new Delaunator(places) },
    };
  },
};
