import type { Tin } from '#domain/geometry/tin/tin.ts';
import { createDelaunay } from '#wasm/bindings/delaunay.ts';
import { createTinKernel } from '#wasm/bindings/tin.ts';
import type { BenchCase } from '../case.ts';
import { makeTerrainPoints } from '../data/terrain.ts';

/** The plain loop: exact prisms over typed arrays, cut, fill and plan area. */
function plainVolume({ points, triangles }: Tin, z: number): { cut: number; fill: number; planArea: number } {
  let cut = 0;
  let fill = 0;
  let planArea = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t]!;
    const b = 3 * triangles[t + 1]!;
    const c = 3 * triangles[t + 2]!;
    const area =
      0.5 *
      ((points[b]! - points[a]!) * (points[c + 1]! - points[a + 1]!) -
        (points[b + 1]! - points[a + 1]!) * (points[c]! - points[a]!));
    const p = points[a + 2]! - z;
    const q = points[b + 2]! - z;
    const r = points[c + 2]! - z;
    const net = (area * (p + q + r)) / 3;
    planArea += area;
    if (p >= 0 && q >= 0 && r >= 0) cut += net;
    else if (p <= 0 && q <= 0 && r <= 0) fill -= net;
    else {
      const isTipAbove = (p > 0 ? 1 : 0) + (q > 0 ? 1 : 0) + (r > 0 ? 1 : 0) === 1;
      let k = p;
      let i = q;
      let j = r;
      if (isTipAbove ? q > 0 : q < 0) {
        k = q;
        i = p;
      } else if (isTipAbove ? r > 0 : r < 0) {
        k = r;
        j = p;
      }
      const tip = (area * k * k * k) / (3 * (k - i) * (k - j));
      cut += isTipAbove ? tip : net - tip;
      fill -= isTipAbove ? net - tip : tip;
    }
  }
  return { cut, fill, planArea };
}

/** Volume of a prebuilt TIN over a plane. */
export const tinVolumeCase: BenchCase = {
  name: 'tin-volume',
  workload:
    'TIN of 1 M shuffled lidar-like points as our triangulation returns it (spatial order), over a plane; cut, fill, plan area',
  goal: 3,
  prepare({ quick, kernel }) {
    const tin = createDelaunay(kernel('delaunay')).buildTin(makeTerrainPoints(quick ? 300 : 1000, true));
    const ours = createTinKernel(kernel('tin'));
    ours.load(tin);
    const z = 100;
    const expected = plainVolume(tin, z);
    const found = ours.volumeOverPlane({ z });
    if (Math.abs(found.cut - expected.cut) > 1e-9 * expected.cut) throw new Error('the two volumes differ');
    return {
      ours: () => ours.volumeOverPlane({ z }),
      peer: { name: 'typed-array loop', run: () => plainVolume(tin, z) },
      note: 'the peer reads the same spatially ordered arrays; ours holds the TIN laid in memory with the plan areas of its triangles, as every further plane is measured',
    };
  },
};
