import { basename } from 'node:path';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { makeLogNumber } from '../runtime/log-number.ts';

/** Areas of errors that may pass by themselves; any other typed error would come again, so it ends the task. */
const passingAreas: readonly string[] = ['task', 'job', 'db', 'store'];
/** Errors of other areas that may pass, too. */
const passing: readonly string[] = ['engine.unreachable'];

/** Errors of work that ended its process, or had to be ended with it. */
const harmful: readonly string[] = ['task.too-much-memory', 'task.took-too-long', 'task.crashed'];

/** Whether an earlier worker, cut off but alive, still holds the work folder: worth waiting for, no failure. */
export function isFolderBusy(error: unknown): boolean {
  return error instanceof AppError && error.code === 'process.folder-in-use';
}

/** Whether work did harm by which a hostile file shows itself: few tries are enough. */
export function isHarmful(error: unknown): boolean {
  return error instanceof AppError && harmful.includes(error.code);
}

/** Whether another try may succeed. */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof AppError)) return true;
  return passing.includes(error.code) || passingAreas.includes(error.code.split('.')[0] ?? '');
}

/** Keeps the cause of an unexpected failure where who runs the server finds it, under the number that people are given. */
export type KeepCause = (log: string, error: unknown) => void;

/** Whether an error is a fault of the program, whose words say nothing to the person whose task it was. */
function isUnexpected(error: unknown): boolean {
  return !(error instanceof AppError) || error.code === 'task.failed';
}

/** A text without the folders of files that lie in a folder of the server's own: their names are all that people know. */
function withoutFolder(text: string, folder: string): string {
  let told = text;
  for (let at = told.indexOf(folder); at >= 0; at = told.indexOf(folder, at)) {
    let end = at + folder.length;
    while (end < told.length && !/[\s'",;:)]/.test(told[end]!)) end++;
    told = told.slice(0, at) + basename(told.slice(at, end)) + told.slice(end);
    at++;
  }
  return told;
}

/** An error as it may be told to people: the server's data folder is none of their business. */
export function withoutFolders({ code, params }: ErrorRecord, dataFolder: string): ErrorRecord {
  const told = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? withoutFolder(value, dataFolder) : value,
  ]);
  return { code, params: Object.fromEntries(told) };
}

/**
 * What a failure is called in rows and texts: a typed error keeps its code and parameters; of an unexpected one people
 * are given a number alone, under which `keep` has the cause.
 */
export function toRecord(error: unknown, dataFolder: string, keep: KeepCause): ErrorRecord {
  if (error instanceof AppError && !isUnexpected(error)) return withoutFolders(error.toRecord(), dataFolder);
  const log = makeLogNumber();
  keep(log, error);
  return { code: 'job.failed', params: { log } };
}
