/** A value of SQLite. */
export type SqlValue = number | string | Uint8Array | null;

/** A database in memory. */
export interface SqlDatabase {
  /** Runs a statement and returns its rows one by one; values are copies. */
  rows(sql: string, values?: readonly SqlValue[]): Generator<readonly SqlValue[]>;
  /** Runs statements that return nothing. */
  run(sql: string): void;
  /** Runs a statement once for each list of values. */
  runMany(sql: string, lists: Iterable<readonly SqlValue[]>): void;
  /** The bytes of its file. */
  bytes(): Uint8Array<ArrayBuffer>;
  close(): void;
}

/** Opens the database of a file's bytes, or an empty one. */
export type OpenSql = (bytes?: Uint8Array) => Promise<SqlDatabase>;

/** A name between quotes in a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
