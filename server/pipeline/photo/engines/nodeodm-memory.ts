import { readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { writeWhole } from '../../work-folder.ts';

const remembered = z.object({
  url: z.string(),
  /** What was asked for. */
  key: z.string(),
  task: z.string(),
  /** All files arrived there. */
  isCommitted: z.boolean(),
});

/** A task at a service, as a file on disk remembers it while it runs. */
export type RememberedTask = z.output<typeof remembered>;

/** The task that an earlier run left; null where there is none, or the file is damaged. */
export async function readStoredTask(file: string): Promise<RememberedTask | null> {
  try {
    return remembered.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Remembers a task, so that a run after a kill goes on with it. */
export async function writeStoredTask(file: string, task: RememberedTask): Promise<void> {
  await writeWhole(file, JSON.stringify(task));
}

export async function forgetTask(file: string): Promise<void> {
  await rm(file, { force: true });
}
