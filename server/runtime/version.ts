import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installation } from './paths.ts';

/** The version of this installation, from its package.json. */
export function programVersion(): string {
  const text = readFileSync(join(installation.root, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
