import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { AppError } from '#domain/errors/app-error.ts';
import { systemReason } from '#domain/errors/system-reason.ts';

const lockKey = 0x6d696772;

/**
 * Brings a database up to date: applies the SQL files of `folder` in order of their names, each in a transaction of
 * its own, under an advisory lock so that concurrent starts wait for each other. A file applied before must not have
 * changed. Throws `db.migration-failed`, `db.migration-changed`.
 */
export async function migrate(pool: pg.Pool, folder: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(
      `create table if not exists plumbline_migration
       (name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    );
    const { rows } = await client.query<{ name: string; hash: string }>(
      'select name, hash from plumbline_migration',
    );
    const applied = new Map(rows.map((row) => [row.name, row.hash]));
    for (const file of readFiles(folder)) await apply(client, file, applied.get(file.name));
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => {});
    await client.query('reset statement_timeout').catch(() => {});
    client.release();
  }
}

interface MigrationFile {
  readonly name: string;
  readonly sql: string;
  readonly hash: string;
}

function readFiles(folder: string): MigrationFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => {
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
  });
}

async function apply(client: pg.PoolClient, file: MigrationFile, known: string | undefined): Promise<void> {
  if (known === file.hash) return;
  if (known !== undefined) throw new AppError('db.migration-changed', { file: file.name });
  try {
    await client.query('begin');
    await client.query(file.sql);
    await client.query('insert into plumbline_migration (name, hash) values ($1, $2)', [
      file.name,
      file.hash,
    ]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => {});
    throw new AppError('db.migration-failed', { ...systemReason(cause), file: file.name }, { cause });
  }
}
