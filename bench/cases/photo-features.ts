import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFeatureKernel } from '#wasm/bindings/features.ts';
import type { BenchCase, PreparedCase } from '../case.ts';
import { makeImage } from '../data/grey-image.ts';

const maxFeatures = 4096;

/** Runs COLMAP on a folder with one image, one thread; null where it is not installed. */
function createColmap(width: number, height: number, pixels: Uint8Array): PreparedCase['peer'] {
  const environment = { ...process.env, QT_QPA_PLATFORM: 'offscreen' };
  if (spawnSync('colmap', ['help'], { env: environment }).status !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    join(folder, 'picture.pgm'),
    Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]),
  );
  const database = join(folder, 'database.db');
  const args = ['feature_extractor', '--database_path', database, '--image_path', folder];
  const options = ['--SiftExtraction.use_gpu', '0', '--SiftExtraction.num_threads', '1'];
  const limits = [
    '--SiftExtraction.max_image_size',
    '1600',
    '--SiftExtraction.max_num_features',
    `${maxFeatures}`,
  ];
  return {
    name: 'COLMAP, one thread',
    run() {
      rmSync(database, { force: true });
      const { status, stderr } = spawnSync('colmap', [...args, ...options, ...limits], { env: environment });
      if (status !== 0) throw new Error(`colmap failed: ${stderr}`);
    },
  };
}

/** Scale-invariant features of one image, also searched at twice its size, as COLMAP does. */
export const photoFeaturesCase: BenchCase = {
  name: 'photo-features',
  group: 'photogrammetry',
  workload: `1600 × 1200 grey picture of noise at all scales to ${maxFeatures} places and descriptors`,
  goal: 3,
  prepare({ quick, kernel }) {
    const [width, height] = quick ? [800, 600] : [1600, 1200];
    const pixels = makeImage(width, height);
    const ours = createFeatureKernel(kernel('features'));
    const peer = createColmap(width, height, pixels);
    return {
      ours: () => ours.extract({ width, height, channels: 1, pixels }, { maxFeatures }),
      ...(peer ? { peer } : {}),
      note: 'the peer also starts a process, reads the picture and writes a database: about 0.1 s',
    };
  },
};
