import { limits, uploadRules } from '#contract/limits.ts';
import type { BodyOf } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/table.ts';
import type { LidarProduct } from '#contract/schemas/lidar.ts';
import type { ApiClient } from '../client.ts';
import { retrying } from './retry.ts';
import { sendFile } from './send-file.ts';
import type { UploadTransport } from './transport.ts';

/** What the server is told of the coordinates of lidar files; null: as the files declare. */
export interface LidarCoordinates {
  readonly epsg: number | null;
  readonly wkt: string | null;
  readonly uom: BodyOf<typeof routes.lidarCreate>['uom'];
}

/** One file and the place in the store that waits for it. */
export interface LidarPart {
  readonly file: File;
  readonly lidarPk: number;
  readonly index: number;
  /** Name in the store, `lidar_point_cloud_{product}_{index}.{las|laz}`. */
  readonly name: string;
}

const mebibyte = 1024 * 1024;

/** Whether a file is a LAZ file by its name. */
export const isCompressedName = (name: string): boolean => /\.laz$/i.test(name);

/** Announces the files of a project and answers where each goes. All files are LAS, or all LAZ. */
export async function announceLidar(
  client: ApiClient,
  pk: number,
  files: readonly File[],
  coordinates: LidarCoordinates,
): Promise<LidarPart[]> {
  const product: LidarProduct = await client.call(routes.lidarCreate, {
    params: { pk },
    body: {
      num_clusters: files.length,
      file_size_mb: files.map((file) => Math.ceil(file.size / mebibyte)),
      is_compressed: files.every((file) => isCompressedName(file.name)),
      file_names: files.map((file) => file.name.slice(-limits.nameLength)),
      epsg: coordinates.epsg,
      wkt: coordinates.wkt,
      uom: coordinates.uom,
    },
  });
  return product.slots.flatMap((slot) => {
    const file = files[slot.index];
    return file === undefined ? [] : [{ file, lidarPk: product.pk, index: slot.index, name: slot.name }];
  });
}

/** Reads product and index out of the name of a lidar file in the store; null for any other name. */
export function parseLidarName(name: string): { lidarPk: number; index: number } | null {
  const match = /^lidar_point_cloud_(\d+)_(\d+)\.la[sz]$/.exec(name);
  return match ? { lidarPk: Number(match[1]), index: Number(match[2]) } : null;
}

/**
 * Finds the dropped files that an interrupted upload waits for, by size: the expected one is bytes or whole MiB,
 * whatever the server knows. Files that match nothing are left out.
 */
export function matchMissing(
  missing: readonly (readonly [name: string, expectedSize: number])[],
  files: readonly File[],
): LidarPart[] {
  const left = [...files];
  return missing.flatMap(([name, expected]) => {
    const place = parseLidarName(name);
    const found = left.findIndex(
      (file) =>
        isCompressedName(file.name) === isCompressedName(name) &&
        [file.size, Math.ceil(file.size / mebibyte), Math.round(file.size / mebibyte)].includes(expected),
    );
    const [file] = found < 0 || place === null ? [] : left.splice(found, 1);
    return file === undefined || place === null ? [] : [{ ...place, name, file }];
  });
}

interface SendOptions {
  readonly signal: AbortSignal;
  /** Bytes of all parts together. */
  onProgress(sentBytes: number): void;
}

/** Sends the parts one after the other, tells the server of each, then ends the upload, which starts processing. */
export async function sendLidar(
  client: ApiClient,
  transport: UploadTransport,
  pk: number,
  parts: readonly LidarPart[],
  { signal, onProgress }: SendOptions,
): Promise<void> {
  let before = 0;
  for (const part of parts) {
    const url = `/${pk}/input/${part.name}`;
    const start = before;
    await sendFile(transport, {
      file: part.file,
      fileName: part.file.name,
      url,
      openUploadId: await findOpenUpload(client, pk, url, part.file.size),
      signal,
      onProgress: (sent) => onProgress(start + sent),
    });
    await retrying(
      {
        attempts: uploadRules.lidarAttempts,
        delayMs: uploadRules.retryDelay,
        maxDelayMs: uploadRules.lidarDelayMax,
        signal,
      },
      () =>
        client.call(routes.lidarPatch, {
          params: { pk, lidarPk: part.lidarPk },
          body: { index: part.index, size: part.file.size },
          signal,
        }),
    );
    before += part.file.size;
  }
  await client.call(routes.uploadCompleted, { params: { pk }, query: { start_processing: true }, signal });
}

async function findOpenUpload(
  client: ApiClient,
  pk: number,
  url: string,
  size: number,
): Promise<string | null> {
  if (size <= limits.singleUpload) return null;
  const open = await client.call(routes.uploadMultipartList, {
    params: { pk },
    query: { canonical_uri: url },
  });
  return open[0]?.upload_id ?? null;
}
