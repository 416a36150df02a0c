import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDelaunay } from '#wasm/bindings/delaunay.ts';
import { createTinKernel } from '#wasm/bindings/tin.ts';
import type { BenchCase } from '../case.ts';
import { makeTerrainPoints } from '../data/terrain.ts';

/** Points to an elevation model by linear interpolation over their Delaunay TIN. */
export const tinGridCase: BenchCase = {
  name: 'tin-grid',
  workload:
    '1 M lidar-like points to a 1 m elevation model of 1000 × 1000 cells: triangulate and interpolate',
  goal: 30,
  prepare({ quick, kernel }) {
    const side = quick ? 150 : 1000;
    const points = makeTerrainPoints(side);
    const frame = { width: side, height: side, originX: 500_000.5, originY: 4_649_775.5 + side, cellSize: 1 };
    const delaunay = createDelaunay(kernel('delaunay'));
    const tin = createTinKernel(kernel('tin'));
    const wanted = new Uint8Array(side * side).fill(1);
    const ours = () => {
      tin.load(delaunay.buildTin(points));
      return tin.gridBlock(frame, { x: 0, y: 0, width: side, height: side }, wanted).values;
    };
    const peer = gdalGrid(points, side);
    return peer ? { ours, peer } : { ours, note: 'gdal_grid is not installed' };
  },
};

/** gdal_grid's linear interpolation from points in a raw binary file; reading it is part of its work, as is writing. */
function gdalGrid(points: Float64Array, side: number): { name: string; run: () => unknown } | undefined {
  if (spawnSync('gdal_grid', ['--version']).status !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const lines: string[] = ['x,y,z'];
  for (let i = 0; i < points.length; i += 3) lines.push(`${points[i]},${points[i + 1]},${points[i + 2]}`);
  writeFileSync(join(folder, 'points.csv'), lines.join('\n'));
  const layer =
    '<OGRVRTLayer name="points"><SrcDataSource relativeToVRT="1">points.csv</SrcDataSource><GeometryType>wkbPoint25D</GeometryType><GeometryField encoding="PointFromColumns" x="x" y="y" z="z"/></OGRVRTLayer>';
  writeFileSync(join(folder, 'points.vrt'), `<OGRVRTDataSource>${layer}</OGRVRTDataSource>`);
  const args = `-q -a linear:radius=0:nodata=-9999 -txe 500000 ${500_000 + side} -tye ${4_649_776 + side} 4649776 -outsize ${side} ${side} -ot Float32 points.vrt grid.tif`;
  return {
    name: 'gdal_grid linear',
    run: () => {
      const { status, stderr } = spawnSync('gdal_grid', args.split(' '), {
        cwd: folder,
        env: { ...process.env, GDAL_NUM_THREADS: '1' },
      });
      if (status !== 0) throw new Error(`gdal_grid failed: ${stderr}`);
    },
  };
}
