import type { Endpoint } from 'comlink';
import { createOpenSql } from '../io/open-sql.ts';
import { serveTasks } from './serve-tasks.ts';

const openSql = createOpenSql(async () => {
  const [{ default: init }, { default: url }] = await Promise.all([
    import('sql.js'),
    import('sql.js/dist/sql-wasm-browser.wasm?url'),
  ]);
  return init({ locateFile: () => url });
});

serveTasks(self as unknown as Endpoint, async () => navigator.gpu, openSql);
