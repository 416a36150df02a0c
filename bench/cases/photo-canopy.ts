import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rotate, transpose } from '#domain/math/rotations.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import { applySimilarity } from '#domain/photogrammetry/model/similarity.ts';
import { simulateFlight } from '#tests/support/simulated-flight.ts';
import type { BenchContext, OnceCase } from '../case.ts';
import { brightonBeach, requireBrightonBeach, shrinkBrightonBeach } from '../data/brighton-beach.ts';
import { blockCoverage, type CellComparison, compareCanopies, crownCompleteness } from '../data/canopy.ts';
import { readPoints } from '../data/cloud-points.ts';
import { fitOnto } from '../data/fit-clouds.ts';
import { createPhotoCounter } from '../data/seen-cells.ts';
import { runProgram } from '../whole-program.ts';

/** Sizes of the copies that the table is measured on; `--full` takes the photos themselves. */
const longSide = 1600;
const cloudName = 'dense-point-cloud.copc.laz';
const siteCrs = 'EPSG:26917+5703';
const flight = ['--altitude', '100', '--overlap', '75', '--image-width', '1200'] as const;
/** Trees nearer to the simulated site's border are seen by few photos. */
const borderM = 24;

/** Processes photos at medium density; returns the processor seconds of depth and fusion. */
function processPhotos(photos: readonly string[], crs: string, out: string, control: readonly string[] = []) {
  const args = ['--crs', crs, '--density', 'medium', ...control, '--out', out];
  runProgram(process.execPath, ['bin/plumbline.mjs', 'process', ...photos, ...args]);
  const { steps } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as {
    steps: readonly { readonly name: string; readonly cpuS: number }[];
  };
  return steps
    .filter(({ name }) => name === 'depth' || name === 'fusion')
    .reduce((s, { cpuS }) => s + cpuS, 0);
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const tell = ({ cells, covered, distanceM }: CellComparison) =>
  `${percent(covered)} of ${cells} cells, ${distanceM.toFixed(3)} m`;

async function measureBeach(context: BenchContext, folder: string) {
  const photos = context.full ? brightonBeach.images : join(folder, 'photos');
  if (!context.full) await shrinkBrightonBeach(photos, longSide);
  const out = join(folder, 'beach');
  const cpuS = processPhotos([photos], brightonBeach.crs, out);
  const theirs = await readPoints(brightonBeach.published, context, null);
  const ours = await readPoints(join(out, cloudName), context, theirs.origin);
  const countPhotos = await createPhotoCounter(out, brightonBeach.crs);
  const inWorld = (place: Vec3) => place.map((value, k) => value + theirs.origin[k]!) as unknown as Vec3;
  const coverage = blockCoverage(ours.points, (place) => countPhotos(inWorld(place)));
  const fit = fitOnto(ours.points, theirs.points);
  const back = transpose(fit.rotation);
  const unfit = ([x, y, z]: Vec3): Vec3 =>
    rotate(back, [
      (x - fit.shift[0]) / fit.scale,
      (y - fit.shift[1]) / fit.scale,
      (z - fit.shift[2]) / fit.scale,
    ]);
  for (let at = 0; at < ours.points.length; at += 3) {
    const place: Vec3 = [ours.points[at]!, ours.points[at + 1]!, ours.points[at + 2]!];
    ours.points.set(applySimilarity(fit, place), at);
  }
  const { all, seen, crowns, open } = compareCanopies(ours.points, theirs.points, (place) =>
    countPhotos(inWorld(unfit(place))),
  );
  const note = [
    `Brighton Beach: ${ours.points.length / 3} points, depth and fusion ${cpuS.toFixed(1)} CPU-s`,
    `covered of the published cloud ${tell(all)}`,
    `of what two photos see ${tell(seen)}, crowns ${tell(crowns)}, open ground ${tell(open)}`,
    `of the block that three photos see ${percent(coverage.covered)} of ${coverage.cells} cells`,
  ].join('; ');
  return { cpuS, note };
}

async function measureFlight(context: BenchContext, folder: string) {
  const { photos, control, checkpoints, simulation, truth } = await simulateFlight(1, ...flight);
  const out = join(folder, 'site');
  const cpuS = processPhotos(photos, siteCrs, out, ['--gcp', control, '--checkpoints', checkpoints]);
  const { originX, originY } = truth.placement;
  const { points } = await readPoints(join(out, cloudName), context, [originX, originY, 0]);
  const { sizeM } = simulation.terrain;
  const { cells, complete } = crownCompleteness(
    points,
    simulation.objects.trees,
    ({ x, y }) => Math.min(x, y, sizeM - x, sizeM - y) > borderM,
  );
  const note = `simulated site: ${points.length / 3} points, depth and fusion ${cpuS.toFixed(1)} CPU-s; crowns ${percent(complete)} of ${cells} cells of 0.5 m within 0.3 m of the surface`;
  return { cpuS, note };
}

/** What the dense cloud has of crowns and edges, on real photos and on simulated ones. */
export const photoCanopyCase: OnceCase = {
  name: 'photo-canopy',
  group: 'photogrammetry',
  workload: `crowns and edges of the dense cloud at medium density: Brighton Beach, 15 photos at ${longSide} px (--full: 4000), and 40 simulated photos; processor time of depth and fusion`,
  goal: 1,
  async measure(context) {
    requireBrightonBeach();
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
    try {
      const beach = await measureBeach(context, folder);
      const simulation = await measureFlight(context, folder);
      return { oursMs: 1000 * (beach.cpuS + simulation.cpuS), note: `${beach.note}. ${simulation.note}` };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
