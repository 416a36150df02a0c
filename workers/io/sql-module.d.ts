/** The parts of SQLite's build for WebAssembly that are used; the package brings no types. */
declare module 'sql.js' {
  type Value = number | string | Uint8Array | null;
  interface Statement {
    bind(values: readonly Value[]): boolean;
    step(): boolean;
    get(): Value[];
    run(values: readonly Value[]): void;
    free(): boolean;
  }
  interface Database {
    prepare(sql: string): Statement;
    exec(sql: string): unknown;
    export(): Uint8Array<ArrayBuffer>;
    close(): void;
  }
  export interface SqlModule {
    readonly Database: new (bytes?: Uint8Array) => Database;
  }
  export default function init(options?: { locateFile(name: string): string }): Promise<SqlModule>;
}
