import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessRequest } from './context.ts';
import type { InputCloud } from './inputs.ts';
import { hashOf, stepsVersion } from './steps.ts';
import {
  fileSize,
  lockFolder,
  makeOutputFolder,
  readJson,
  typedFailure,
  workFolderName,
  writeWhole,
} from './work-folder.ts';

/** The record of a finished run in the work folder, so that the same request returns without computing again. */
interface FinishedRun<R> {
  readonly key: string;
  /** Files of the products, relative to the output folder, and their sizes. */
  readonly files: readonly (readonly [path: string, size: number | null])[];
  readonly report: R;
}

const recordName = 'finished.json';
/** Parts of the work folder that only a run in progress needs. */
const scratchFolders = ['spool', 'far', 'classes'] as const;
const leftovers = /^\..+\.[0-9a-f]{8}\.part$|^\.[0-9a-f]{8}\.tiles$|\.partial$/;

const sizesOf = (out: string, files: readonly string[]) =>
  Promise.all(files.map(async (file) => [file, await fileSize(join(out, file))] as const));

/** Changes with everything that the products or the report depend on. */
export function requestKey(request: ProcessRequest, inputs: readonly InputCloud[]): string {
  const { crs, goal = 'all', resolution, classify, contourInterval, gpsWeek = null } = request;
  const identities = inputs.map(({ name, identity }) => [name, identity]);
  return hashOf([stepsVersion, identities, crs, goal, resolution, classify, contourInterval, gpsWeek]);
}

/** The report of an earlier run of the same request whose products are all there; else null. */
export async function findFinished<R>(out: string, key: string): Promise<R | null> {
  const found = await readJson<FinishedRun<R>>(join(out, workFolderName, recordName));
  if (found?.key !== key) return null;
  const now = await sizesOf(
    out,
    found.files.map(([path]) => path),
  );
  return now.every(([, size], index) => size !== null && size === found.files[index]![1])
    ? found.report
    : null;
}

/** Stores the record of a finished run and frees the disk space of its sorted points. */
export async function noteFinished<R>(
  out: string,
  key: string,
  report: R,
  made: readonly string[],
): Promise<void> {
  const files = [...made.filter((file) => !file.startsWith(workFolderName)), 'report.json'];
  const record: FinishedRun<R> = { key, report, files: await sizesOf(out, files) };
  await writeWhole(join(out, workFolderName, recordName), JSON.stringify(record));
  for (const name of scratchFolders)
    await rm(join(out, workFolderName, name), { recursive: true, force: true });
}

/** Removes unfinished files of a run that was killed; only for the holder of the folder's lock. */
async function removeLeftovers(out: string): Promise<void> {
  for (const name of await readdir(out)) {
    if (leftovers.test(name)) await rm(join(out, name), { force: true });
  }
}

/**
 * Runs `body` as the only process on an output folder, which is created if missing and cleared of leftovers of a
 * killed run. Errors: `process.bad-folder`, `process.folder-in-use`; file errors become typed ones.
 */
export async function inOutputFolder<T>(out: string, body: () => Promise<T>): Promise<T> {
  try {
    await makeOutputFolder(out);
    const lock = await lockFolder(out);
    try {
      await removeLeftovers(out);
      return await body();
    } finally {
      await lock.release();
    }
  } catch (error) {
    throw typedFailure(error, out);
  }
}
