import { mkdir, statfs } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Capacity } from '#contract/schemas/capacity.ts';
import type { ServerConfig } from '../../config/config.ts';
import { machineMemoryMib } from '../../queue/memory.ts';
import { folderSize } from '../../store/folder-size.ts';

const mebibyte = 2 ** 20;

/**
 * This machine's capacity for processing: free space in the data folder, within the quota if there is one, memory,
 * threads.
 */
export async function readCapacity({
  dataFolder,
  quotaBytes,
  workerMemoryMib,
}: Pick<ServerConfig, 'dataFolder' | 'quotaBytes' | 'workerMemoryMib'>): Promise<Capacity> {
  await mkdir(dataFolder, { recursive: true });
  const { bavail, bsize } = await statfs(dataFolder);
  const left = quotaBytes === null ? Number.POSITIVE_INFINITY : quotaBytes - (await folderSize(dataFolder));
  return {
    free_disk: Math.max(0, Math.min(bavail * bsize, left)),
    memory: (workerMemoryMib ?? machineMemoryMib()) * mebibyte,
    threads: availableParallelism(),
  };
}
