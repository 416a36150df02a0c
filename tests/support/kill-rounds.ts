import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Project } from '#contract/schemas/project.ts';
import { runProgram, type ServeProcess, startServe, startWorkerProgram } from './serve-process.ts';
import { fileHashes, signInTo, untilProcessed, uploadSurvey, workersOf } from './served-survey.ts';

const victims = ['worker', 'server', 'both'] as const;

/** Result of a disturbed run. */
export interface KillRound {
  readonly project: Project;
  /** Hashes of the product files. */
  readonly files: Record<string, string>;
  /** The killed process, and the time in milliseconds. */
  readonly kills: readonly string[];
  /** Remaining work folders. */
  readonly left: readonly string[];
}

/** A server whose projects are processed while it and its worker are killed. */
export interface KillBench {
  /** Hashes of the product files of an undisturbed run. */
  readonly files: Record<string, string>;
  /** Processes the same survey again, killing once or twice at times from `random` (0–1). */
  round(random: () => number): Promise<KillRound>;
  /**
   * Processes the survey `count` times at once with two more workers, one of which is killed; hashes of the files of
   * each.
   */
  crowd(count: number, random: () => number): Promise<Record<string, string>[]>;
  close(): Promise<void>;
}

/** Simulates a small survey, starts a server and processes the survey undisturbed. */
export async function openKillBench(): Promise<KillBench> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-kill-'));
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  const survey = join(folder, 'survey');
  const simulated = await runProgram('simulate', '--out', survey, '--size', '150', '--lidar', '4');
  if (simulated.code !== 0) throw new Error(simulated.error);
  const cloud = join(survey, 'lidar.laz');
  let server: ServeProcess = await startServe(data);
  const cookie = await signInTo(server);
  const began = performance.now();
  const undisturbed = await untilProcessed(server, cookie, await uploadSurvey(server, cookie, cloud));
  const duration = performance.now() - began;

  const kill = async (victim: (typeof victims)[number]) => {
    const workers = await workersOf(server);
    if (victim !== 'worker') server.child.kill('SIGKILL');
    if (victim !== 'server') {
      for (const pid of workers) killIfThere(pid);
    }
    if (victim === 'worker') return;
    await server.ended;
    server = await startServe(data);
  };
  return {
    files: await fileHashes(server, cookie, undisturbed),
    round: async (random) => {
      const pk = await uploadSurvey(server, cookie, cloud);
      const kills: string[] = [];
      for (let left = random() < 0.5 ? 1 : 2; left > 0; left--) {
        const moment = Math.round(random() * duration);
        const victim = victims[Math.floor(random() * victims.length)]!;
        kills.push(`${victim} after ${moment} ms`);
        await wait(moment);
        await kill(victim);
      }
      const project = await untilProcessed(server, cookie, pk);
      const left = await untilTidy(join(data, 'work'));
      return { project, files: await fileHashes(server, cookie, project), kills, left };
    },
    crowd: async (count, random) => {
      const workers = [startWorkerProgram(data), startWorkerProgram(data)];
      const pks: number[] = [];
      for (let index = 0; index < count; index++) pks.push(await uploadSurvey(server, cookie, cloud));
      await wait(Math.round(random() * duration));
      workers[0]?.child.kill('SIGKILL');
      const made: Record<string, string>[] = [];
      for (const pk of pks)
        made.push(await fileHashes(server, cookie, await untilProcessed(server, cookie, pk)));
      workers[1]?.child.kill('SIGTERM');
      await Promise.all(workers.map(({ ended }) => ended));
      return made;
    },
    close: async () => {
      server.child.kill('SIGTERM');
      await server.ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The work folder is removed shortly after its project is completed; remaining ones are reported. */
async function untilTidy(folder: string): Promise<string[]> {
  for (let tries = 0; tries < 50; tries++) {
    if ((await readdir(folder)).length === 0) return [];
    await wait(100);
  }
  return readdir(folder);
}
