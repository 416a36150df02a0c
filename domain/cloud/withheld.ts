import type { ErrorRecord } from '../errors/app-error.ts';

/** What is said of points that are marked as withheld: they stay in clouds and are in no surface. */
export function withheldNote(file: string, count: number): ErrorRecord[] {
  return count === 0 ? [] : [{ code: 'las.withheld', params: { file, count } }];
}
