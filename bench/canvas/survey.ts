import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLas } from '#domain/formats/las/las-file.ts';
import type { Bounds3 } from '#domain/math/bounds.ts';
import type { CameraState } from '#domain/view/camera.ts';
import { openTaskPool } from '#server/runtime/task-pool.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { writePotree } from '../data/potree.ts';
import { runProgram } from '../whole-program.ts';

/** The survey that both sides show. */
export interface CanvasSurvey {
  readonly points: number;
  /** Bytes of the COPC file and of the peer's points. */
  readonly copcBytes: number;
  readonly peerBytes: number;
  readonly bounds: Bounds3;
}

/** How large a survey is made: edge of the site in metres, laser pulses a square metre. */
export interface SurveySize {
  readonly sizeM: number;
  readonly pulsesPerM2: number;
}

/** The survey that `folder` has from an earlier run of the same size, or a new one made there. */
export async function surveyIn(folder: string, size: SurveySize): Promise<CanvasSurvey> {
  const record = join(folder, 'survey.json');
  if (existsSync(record)) {
    const { survey, size: found } = JSON.parse(readFileSync(record, 'utf8'));
    if (JSON.stringify(found) !== JSON.stringify(size)) {
      throw new Error(`${folder} holds a survey of another size: ${JSON.stringify(found)}`);
    }
    return survey;
  }
  mkdirSync(folder, { recursive: true });
  const survey = await makeSurvey(folder, size);
  writeFileSync(record, JSON.stringify({ size, survey }));
  return survey;
}

/** Simulates a survey and writes it into `folder` as `survey.copc.laz` and, the same points, as Potree 2.0. */
async function makeSurvey(folder: string, { sizeM, pulsesPerM2 }: SurveySize): Promise<CanvasSurvey> {
  const plumbline = (...args: string[]) => runProgram(process.execPath, ['bin/plumbline.mjs', ...args]);
  const [site, path] = [join(folder, 'simulated'), join(folder, 'survey.copc.laz')];
  plumbline('simulate', '--out', site, '--size', `${sizeM}`, '--lidar', `${pulsesPerM2}`);
  plumbline('convert', join(site, 'lidar.laz'), path);
  const pool = openTaskPool();
  const source = await openFileSource(path);
  try {
    const { header, bounds } = await openLas(source);
    if (!bounds) throw new Error('the survey is empty');
    const peerBytes = await writePotree(source, folder, pool);
    rmSync(site, { recursive: true });
    return { points: header.pointCount, copcBytes: statSync(path).size, peerBytes, bounds };
  } finally {
    await source.close();
    await pool.dispose();
  }
}

const steps = 32;

/** The camera path over a survey: nearer while turning a quarter round it, then across it from side to side. */
export function cameraPath({ min, max }: Bounds3): CameraState[] {
  const edge = Math.max(max[0] - min[0], max[1] - min[1]);
  const ground = (min[2] + max[2]) / 2;
  const middle = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2] as const;
  return Array.from({ length: steps }, (_, step) => {
    const approach = Math.min(1, step / (steps / 2));
    const across = Math.max(0, step / (steps / 2) - 1);
    return {
      mode: '3d' as const,
      target: [middle[0] + edge * 0.3 * Math.sin(across * Math.PI * 2), middle[1], ground] as const,
      distance: edge * (1.6 - 1.1 * approach),
      yawRad: (approach * Math.PI) / 2 + across * 0.5,
      pitchRad: 0.8 - 0.2 * approach,
    };
  });
}
