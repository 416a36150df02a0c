import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '#domain/errors/app-error.ts';

/** A user that PostgreSQL's processes run as. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

const candidates = ['postgres', 'nobody'];

/**
 * The user for PostgreSQL: null for the current user; as root, which PostgreSQL refuses, an existing unprivileged
 * one. Throws `db.no-unprivileged-user`.
 */
export function findRunAs(): RunAs | null {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return null;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of candidates) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
    const uid = Number(fields?.[2]);
    const gid = Number(fields?.[3]);
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  throw new AppError('db.no-unprivileged-user', { users: candidates.join(', ') });
}

/** Whether `user` may enter every folder from the root down to `folder`. Missing folders are skipped. */
export function canReach(folder: string, user: RunAs): boolean {
  for (let place = folder; ; place = dirname(place)) {
    const facts = statSync(place, { throwIfNoEntry: false });
    if (facts && !mayEnter(facts, user)) return false;
    if (dirname(place) === place) return true;
  }
}

function mayEnter(facts: { mode: number; uid: number; gid: number }, user: RunAs): boolean {
  const { mode } = facts;
  if (facts.uid === user.uid) return (mode & 0o100) !== 0;
  if (facts.gid === user.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
