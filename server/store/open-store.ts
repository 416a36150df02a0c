import type { ServerConfig } from '../config/config.ts';
import { createLocalStore } from './local-store.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3Store } from './s3/s3-store.ts';

/** The store of the settings. */
export function openStore({
  dataFolder,
  quotaBytes,
  s3,
}: Pick<ServerConfig, 'dataFolder' | 'quotaBytes' | 's3'>): ObjectStore {
  return s3 === null ? createLocalStore({ folder: dataFolder, quotaBytes }) : createS3Store(s3, dataFolder);
}
