import type { UploadPart } from './send-parts.ts';

/** A handle that persists over a restart of the browser; permissions are of Chromium's File System Access. */
export interface KeptHandle extends FileSystemFileHandle {
  queryPermission?(descriptor: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(descriptor: { mode: 'read' }): Promise<PermissionState>;
}

/** A file of an upload as it is remembered. */
export interface JournalPart {
  readonly name: string;
  readonly lidar: UploadPart['lidar'];
  /** Name of the user's file. */
  readonly fileName: string;
  readonly size: number;
  readonly lastModified: number;
  /** Null where the browser provided none: the user has to choose the file again. */
  readonly handle: KeptHandle | null;
}

/** An upload in progress. */
export interface JournalEntry {
  readonly pk: number;
  readonly name: string;
  readonly parts: readonly JournalPart[];
}

/** Uploads that outlive the page: they are found again after a reload or a crash of the browser. */
export interface UploadJournal {
  all(): Promise<JournalEntry[]>;
  get(pk: number): Promise<JournalEntry | null>;
  put(entry: JournalEntry): Promise<void>;
  remove(pk: number): Promise<void>;
}

const databaseName = 'plumbline-uploads';
const storeName = 'uploads';

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** A journal in the browser's own database. Without one (private windows) calls reject. */
export function openUploadJournal(factory: IDBFactory): UploadJournal {
  let database: Promise<IDBDatabase> | null = null;
  const open = () => {
    const request = factory.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'pk' });
    return settled(request);
  };
  const use = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>) => {
    database ??= open();
    return settled(work((await database).transaction(storeName, mode).objectStore(storeName)));
  };
  return {
    all: () => use<JournalEntry[]>('readonly', (store) => store.getAll()),
    get: async (pk) => (await use<JournalEntry | undefined>('readonly', (store) => store.get(pk))) ?? null,
    put: async (entry) => void (await use('readwrite', (store) => store.put(entry))),
    remove: async (pk) => void (await use('readwrite', (store) => store.delete(pk))),
  };
}

/** The files of remembered parts, by their handles; null where one was removed, has changed or may not be read yet. */
export async function reopenParts(parts: readonly JournalPart[]): Promise<UploadPart[] | null> {
  const found: UploadPart[] = [];
  for (const { name, lidar, size, lastModified, handle } of parts) {
    if (handle === null) return null;
    const permission = (await handle.queryPermission?.({ mode: 'read' })) ?? 'granted';
    if (permission !== 'granted') return null;
    const file = await handle.getFile().catch(() => null);
    if (file?.size !== size || file.lastModified !== lastModified) return null;
    found.push({ name, lidar, file });
  }
  return found;
}

/** Requests permission to read remembered files again; needs a click. True when all may be read. */
export async function requestReadAccess(parts: readonly JournalPart[]): Promise<boolean> {
  for (const { handle } of parts) {
    if (handle === null) return false;
    const permission = (await handle.requestPermission?.({ mode: 'read' })) ?? 'granted';
    if (permission !== 'granted') return false;
  }
  return true;
}
