import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchContext, MeasuredOnce, OnceCase } from '../case.ts';
import { runProgram } from '../whole-program.ts';

const run = (...args: string[]): number => runProgram(process.execPath, ['bin/plumbline.mjs', ...args]).cpuMs;

/** Processes a simulated survey and verifies its products: the same reading again that processing ends with. */
function measureProof(simulate: readonly string[], inputOf: (folder: string) => string[]): MeasuredOnce {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
  try {
    const [survey, out] = [join(folder, 'survey'), join(folder, 'out')];
    run('simulate', '--out', survey, ...simulate);
    const processMs = run('process', ...inputOf(survey), '--out', out);
    const proofMs = run('verify', out);
    return { oursMs: proofMs, peer: { name: 'processing', ms: processMs - proofMs } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Edge of the simulated site in metres. */
const sideOf = ({ quick, full }: BenchContext): string => (quick ? '300' : full ? '1800' : '900');

/** What it costs to read every product again, beside what it costs to make them. */
export const proofCases: readonly OnceCase[] = [
  {
    name: 'proof-cloud',
    group: 'proof',
    workload:
      'products of 10 M lidar points without classes (--full: 40 M; --quick: 1 M) read again and compared, with the start of the program; the peer is making them. Of small clouds laz-perf reads all 64 nodes, which takes twice our time',
    goal: 10,
    measure: (context) =>
      measureProof(['--size', sideOf(context), '--lidar', '12', '--unclassified'], (survey) => [
        join(survey, 'lidar.laz'),
      ]),
  },
  {
    name: 'proof-photos',
    group: 'proof',
    workload: 'products of a flight at 1000 px read again and compared; the peer is making them',
    goal: 10,
    measure: () =>
      measureProof(['--images', '--image-width', '1000', '--overlap', '60', '--sidelap', '60'], (survey) => [
        join(survey, 'images'),
        '--gcp',
        join(survey, 'gcp_list.txt'),
      ]),
  },
];
