import { readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { writeWhole } from '../../work-folder.ts';

const remembered = z.object({
  url: z.string(),
  /** The request. */
  key: z.string(),
  task: z.string(),
  /** All files were uploaded. */
  isCommitted: z.boolean(),
});

/** A task at a service, as stored in a file while it runs. */
export type RememberedTask = z.output<typeof remembered>;

/** The task of an earlier run; null where there is none, or the file is damaged. */
export async function readStoredTask(file: string): Promise<RememberedTask | null> {
  try {
    return remembered.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Stores a task, so that a run after a kill continues it. */
export async function writeStoredTask(file: string, task: RememberedTask): Promise<void> {
  await writeWhole(file, JSON.stringify(task));
}

export async function forgetTask(file: string): Promise<void> {
  await rm(file, { force: true });
}
