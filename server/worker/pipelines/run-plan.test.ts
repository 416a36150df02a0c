import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { FileProofs } from '#contract/schemas/file-proofs.ts';
import { flatCloud } from '#tests/support/flat-survey.ts';
import type { Product } from '../../pipeline/context.ts';
import { closeInputs, openInputs } from '../../pipeline/inputs.ts';
import type { PipelineRequest } from './pipeline-port.ts';
import { type PipelinePlan, runPlan } from './run-plan.ts';

const plan: PipelinePlan = {
  shares: {},
  filesOf: ({ path }) => [[path, 'copc', 'exportable']],
  laterFiles: {
    lidar_point_cloud: [
      ['picture.png', 'preview', 'canvas'],
      ['stale.png', 'other', 'canvas'],
    ],
  },
};

const cloud: Product = {
  name: 'lidar_point_cloud',
  kind: 'point-cloud',
  path: 'cloud.copc.laz',
  bytes: 1,
  resolution: null,
  width: null,
  height: null,
};

it('hands a picture on with its product where it is whole by then, not one that an earlier run left', async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'plumbline-run-'));
  onTestFinished(() => rm(outDir, { recursive: true, force: true }));
  const path = join(outDir, 'scan.las');
  await writeFile(path, await flatCloud());
  await writeFile(join(outDir, 'stale.png'), 'of an earlier run');
  const opened = await openInputs([{ path, name: 'scan.las' }], { stated: null });
  const { crs } = opened[0]!;
  await closeInputs(opened);
  const told: string[][] = [];
  const request: PipelineRequest = {
    inputs: [],
    outDir,
    settings: { epsg: null, wkt: null, unit_of_measure: null },
    until: 'end',
    products: ['lidar_point_cloud'],
    signal: new AbortController().signal,
    onProgress: () => {},
    onProduct: async ({ files }) => {
      told.push(files.map(({ format }) => format));
    },
    onProductFailed: async () => {},
    onStep: async () => {},
    onConsole: async () => {},
    onThumbnail: async () => {},
  };
  const proof = { kind: 'bytes', sha256: '0'.repeat(64) } as const;
  const proofs: FileProofs = { 'cloud.copc.laz': proof, 'picture.png': proof };
  await runPlan(request, plan, async ({ onSystem, onProduct }) => {
    onSystem(crs);
    await onProduct(cloud, proofs);
    expect(told).toEqual([['copc', 'preview']]);
    return { steps: [], failures: [], proofs, pictures: [], report: null };
  });
});
