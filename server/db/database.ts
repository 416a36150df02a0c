import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { migrate } from './migrate.ts';
import * as accounts from './schema/accounts.ts';
import * as projects from './schema/projects.ts';
import * as work from './schema/work.ts';
import { unreachable } from './unreachable.ts';

/** Statement timeout in milliseconds, so that no statement can hold up the server; migrations have none. */
const statementLimit = 60_000;

const schema = { ...accounts, ...projects, ...work };

/** Typed queries, on the pool or inside a transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>;

/** A connected database whose tables are up to date. */
export interface Database {
  readonly url: string;
  readonly db: Db;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Connects to a PostgreSQL database and migrates it. Throws `db.unreachable`, `db.migration-failed`,
 * `db.migration-changed`.
 */
export async function openDatabase(url: string, migrations: string, maxConnections = 10): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    application_name: 'plumbline',
    statement_timeout: statementLimit,
  });
  pool.on('error', () => {});
  try {
    await pool.query('select 1');
  } catch (cause) {
    await pool.end();
    throw unreachable(url, cause);
  }
  try {
    await migrate(pool, migrations);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { url, pool, db: drizzle(pool, { schema }), close: () => pool.end() };
}

/** Creates a database on the server of `url` when it is not there. `name` must be a plain identifier. */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    const isThere =
      (error as { code?: string }).code === '42P04' || (error as { code?: string }).code === '23505';
    if (!isThere) throw error;
  } finally {
    await client.end();
  }
}
