import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../../shared/data');

/** True where the public test data is present beside the project. */
export const hasSharedData = existsSync(root);

/** Absolute path of a file of the public test data. */
export function sharedData(path: string): string {
  return resolve(root, path);
}

/** A `describe` that is skipped with the reason where the public test data is absent; its body is not run then. */
export function describeWithShared(name: string, body: () => void): void {
  if (hasSharedData) describe(name, body);
  else it.skip(`${name} (no shared/data beside the project)`);
}
