import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OnceCase } from '../case.ts';
import { brightonBeach, requireBrightonBeach, shrinkBrightonBeach } from '../data/brighton-beach.ts';
import { middleOf, readPoints } from '../data/cloud-points.ts';
import { distancesTo, fitOnto } from '../data/fit-clouds.ts';
import { runProgram } from '../whole-program.ts';

const limitM = 0.15;
const longSide = 1600;

/** The dense cloud of fifteen real photos against the cloud that was published with them. */
export const photoDenseCase: OnceCase = {
  name: 'photo-dense',
  group: 'photogrammetry',
  workload: `Brighton Beach, 15 photos at ${longSide} px, medium density, all products, processor time of all threads; cloud within ${limitM} m (median) of the published one`,
  goal: 1,
  async measure(context) {
    requireBrightonBeach();
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
    try {
      const photos = join(folder, 'photos');
      await shrinkBrightonBeach(photos, longSide);
      const out = join(folder, 'out');
      const crs = ['--crs', brightonBeach.crs];
      const args = ['bin/plumbline.mjs', 'process', photos, ...crs, '--density', 'medium', '--out', out];
      const { cpuMs } = runProgram(process.execPath, args);
      const theirs = await readPoints(brightonBeach.published, context, null);
      const ours = await readPoints(join(out, 'dense-point-cloud.copc.laz'), context, theirs.origin);
      const fit = fitOnto(ours.points, theirs.points);
      const distances = distancesTo(theirs.points, ours.points, fit);
      const median = middleOf(distances);
      const far = distances.filter((distance) => distance === Infinity).length / distances.length;
      const told = `${ours.points.length / 3} points, median ${median.toFixed(3)} m from ${theirs.points.length / 3} published ones, ${(100 * far).toFixed(1)} % without one within a metre, scale ${fit.scale.toFixed(4)}`;
      if (!(median < limitM)) throw new Error(told);
      return { oursMs: cpuMs, note: told };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
