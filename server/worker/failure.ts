import { basename } from 'node:path';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { makeLogNumber } from '../runtime/log-number.ts';

/** Areas of transient errors; any other typed error would recur, so it ends the task. */
const passingAreas: readonly string[] = ['task', 'job', 'db', 'store'];
/** Transient errors of other areas. */
const passing: readonly string[] = ['engine.unreachable'];

/** Errors of work that ended its process, or had to be ended with it. */
const harmful: readonly string[] = ['task.too-much-memory', 'task.took-too-long', 'task.crashed'];

/** Whether an earlier worker that is cut off but alive still holds the work folder: a reason to wait, no failure. */
export function isFolderBusy(error: unknown): boolean {
  return error instanceof AppError && error.code === 'process.folder-in-use';
}

/** Whether work failed in a way typical of a hostile file: it has few tries. */
export function isHarmful(error: unknown): boolean {
  return error instanceof AppError && harmful.includes(error.code);
}

/** Whether another try may succeed. */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof AppError)) return true;
  return passing.includes(error.code) || passingAreas.includes(error.code.split('.')[0] ?? '');
}

/** Logs the cause of an unexpected failure for the administrator, under the number that people are shown. */
export type KeepCause = (log: string, error: unknown) => void;

/** Whether an error is a bug of the program, whose message does not help the task's owner. */
function isUnexpected(error: unknown): boolean {
  return !(error instanceof AppError) || error.code === 'task.failed';
}

/** A text without the server's folders in paths: people know only the names of files. */
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

/** An error for people: without the server's data folder. */
export function withoutFolders({ code, params }: ErrorRecord, dataFolder: string): ErrorRecord {
  const told = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? withoutFolder(value, dataFolder) : value,
  ]);
  return { code, params: Object.fromEntries(told) };
}

/**
 * A failure in rows and texts: a typed error keeps its code and parameters; of an unexpected one people see only a
 * number, under which `keep` stores the cause.
 */
export function toRecord(error: unknown, dataFolder: string, keep: KeepCause): ErrorRecord {
  if (error instanceof AppError && !isUnexpected(error)) return withoutFolders(error.toRecord(), dataFolder);
  const log = makeLogNumber();
  keep(log, error);
  return { code: 'job.failed', params: { log } };
}
