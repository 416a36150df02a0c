import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** True where PROJ's programs are installed. */
export const hasProj = spawnSync('cs2cs', ['-l']).status === 0;

export type Pair = readonly [number, number];

let folder: string | null = null;

/** A folder with PROJ's database and without its grids, which our engine lacks too. */
function gridFreeFolder(): string {
  if (folder) return folder;
  const paths = spawnSync('projinfo', ['--searchpaths'], { encoding: 'utf8' }).stdout.trim().split('\n');
  const made = mkdtempSync(join(tmpdir(), 'plumbline-proj-'));
  const installed = paths.find((path) => spawnSync('ls', [join(path, 'proj.db')]).status === 0);
  if (!installed) throw new Error('the database of PROJ (proj.db) was not found');
  symlinkSync(join(installed, 'proj.db'), join(made, 'proj.db'));
  folder = made;
  return made;
}

function readLine(line: string): Pair | null {
  const [x = Number.NaN, y = Number.NaN] = line.trim().split(/\s+/).map(Number);
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null;
}

/**
 * Output of cs2cs without grids, for points of longitude and latitude in degrees, numbers in the order of the target's
 * axes; null where it has none. `isStrict`: also null where it knows no shift between the datums.
 */
export function askProj(
  from: string,
  to: string,
  points: readonly Pair[],
  isStrict: boolean,
): Promise<(Pair | null)[]> {
  const data = gridFreeFolder();
  const env = { ...process.env, PROJ_DATA: data, PROJ_LIB: data, PROJ_NETWORK: 'OFF' };
  return new Promise((resolve) => {
    const options = [...(isStrict ? ['--no-ballpark'] : []), '-f', '%.9f'];
    const run = execFile('cs2cs', [...options, from, to], { env }, (_error, output) => {
      const lines = output.trim().split('\n');
      resolve(points.map((_, index) => readLine(lines[index] ?? '')));
    });
    run.stdin?.end(points.map(([longitude, latitude]) => `${latitude} ${longitude} 0\n`).join(''));
  });
}

/** Processes items a few at a time, since most of the work waits for other programs. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const next = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 3 }, next));
}
