/// <reference path="./sql-module.d.ts" />
import type { SqlModule } from 'sql.js';
import type { OpenSql, SqlDatabase, SqlValue } from '#domain/formats/gpkg/sql-database.ts';

/**
 * What opens the database of a file's bytes in memory, or an empty one. What the file itself defines (views, triggers) is
 * not trusted. Throws the errors of SQLite.
 * @param load SQLite of this thread, when a database is opened for the first time
 */
export function createOpenSql(load: () => Promise<SqlModule>): OpenSql {
  let loaded: Promise<SqlModule> | undefined;
  return async (bytes) => {
    loaded ??= load();
    return openIn(await loaded, bytes);
  };
}

/** Opens databases by SQLite of this thread (Node only). */
export const openSql = createOpenSql(() => import('sql.js').then(({ default: init }) => init()));

function openIn({ Database }: SqlModule, bytes?: Uint8Array): SqlDatabase {
  const database = new Database(bytes);
  const prepared = <T>(sql: string, use: (statement: ReturnType<typeof database.prepare>) => T): T => {
    const statement = database.prepare(sql);
    try {
      return use(statement);
    } finally {
      statement.free();
    }
  };
  database.exec('PRAGMA trusted_schema = OFF');
  return {
    *rows(sql: string, values: readonly SqlValue[] = []) {
      const statement = database.prepare(sql);
      try {
        statement.bind(values);
        while (statement.step()) yield statement.get();
      } finally {
        statement.free();
      }
    },
    run: (sql) => void database.exec(sql),
    runMany: (sql, lists) =>
      prepared(sql, (statement) => {
        for (const values of lists) statement.run(values);
      }),
    bytes: () => database.export(),
    close: () => database.close(),
  };
}
