import type { PendingEdits, PendingStore } from '#core/ports/drawing-store.ts';

const databaseName = 'plumbline-drawings';
const storeName = 'pending';

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * Unsent changes of one drawing in the browser's own database. Without one (private windows) nothing is kept.
 * @param key of the account, project and drawing
 */
export function openPendingEdits(factory: IDBFactory, key: string): PendingStore {
  let database: Promise<IDBDatabase> | null = null;
  const open = () => {
    const request = factory.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    return settled(request);
  };
  const use = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>) => {
    try {
      database ??= open();
      return await settled(work((await database).transaction(storeName, mode).objectStore(storeName)));
    } catch (error) {
      console.error('keeping changes', error);
      return undefined;
    }
  };
  return {
    read: async () => (await use<PendingEdits | undefined>('readonly', (store) => store.get(key))) ?? null,
    async keep(pending) {
      if (pending === null) await use('readwrite', (store) => store.delete(key));
      else await use('readwrite', (store) => store.put(pending, key));
    },
  };
}
