import { uploadRules } from '#contract/limits.ts';
import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { fillPath } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/table.ts';
import { planUpload } from '#contract/rules/upload-plan.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { type ApiClient, statusOf } from '../client.ts';
import type { UploadLine } from './exchange.ts';
import { createGate } from './gate.ts';
import { type NetworkRetry, retryTransient, storeRules } from './retry-transient.ts';
import { sendFile } from './send-file.ts';
import { storeEndpoint } from './store-endpoint.ts';
import type { UploadTransport } from './transport.ts';

/** One file and the place in the store that waits for it. */
export interface UploadPart {
  readonly file: File;
  /** Name in the store. */
  readonly name: string;
  /** The lidar product and the index of the file in it, as reported to the server; null for all other files. */
  readonly lidar: { readonly pk: number; readonly index: number } | null;
}

/** State of an upload. */
export interface UploadReport {
  /** Bytes of all parts together. */
  readonly sentBytes: number;
  /** `checking`: comparing the file with what arrived before; `waiting`: for the network. */
  readonly phase: 'sending' | 'checking' | 'waiting';
  /** Why it waits; null in the other phases. */
  readonly reason: ErrorRecord | null;
}

/** Access of uploads to the server. */
export interface UploadServices extends Pick<NetworkRetry, 'untilBack' | 'wait'> {
  readonly client: ApiClient;
  readonly transport: UploadTransport;
}

interface SendOptions {
  /** True: some of the files may have arrived before; the server is queried for which. */
  readonly isResumed: boolean;
  readonly signal: AbortSignal;
  onReport(report: UploadReport): void;
}

/**
 * Sends the files of a project: the first image, control, the other images, lidar (spec part 2, section 4). Reports
 * each lidar file to the server, then ends the upload, which starts processing. Retries indefinitely while the network
 * is unavailable; rejects with the server's final refusals.
 */
export async function sendParts(
  services: UploadServices,
  pk: number,
  parts: readonly UploadPart[],
  { isResumed, signal, onReport }: SendOptions,
): Promise<void> {
  const failure = new AbortController();
  const together = AbortSignal.any([signal, failure.signal]);
  const sent = new Map<UploadPart, number>();
  let sentBytes = 0;
  const network: NetworkRetry = {
    ...services,
    signal: together,
    onWaiting: (error) => onReport({ sentBytes, phase: 'waiting', reason: error.toRecord() }),
  };
  const call = <T>(work: () => Promise<T>) => retryTransient(network, storeRules, work);
  const { client, transport } = services;
  const project = await call(() => client.call(routes.projectLoad, { params: { pk }, signal: together }));
  const endpoint = storeEndpoint(client, pk, project.s3_config.is_local, together);
  const line: UploadLine = { transport, endpoint, gate: createGate(uploadRules.parallel), network };

  const send = async (part: UploadPart) => {
    await sendPart(services, line, pk, part, isResumed, {
      onProgress: (bytes) => {
        sentBytes += bytes - (sent.get(part) ?? 0);
        sent.set(part, bytes);
        onReport({ sentBytes, phase: 'sending', reason: null });
      },
      onCheck: () => onReport({ sentBytes, phase: 'checking', reason: null }),
    });
  };
  try {
    const left = isResumed ? await call(() => findLeft(client, pk, parts, together)) : parts;
    for (const part of parts) if (!left.includes(part)) sent.set(part, part.file.size);
    sentBytes = [...sent.values()].reduce((sum, bytes) => sum + bytes, 0);
    for (const stage of inStages(left, endpoint.isLocal)) {
      const waiting = stage.files.values();
      const sender = async () => {
        for (const part of waiting) await send(part);
      };
      await Promise.all(Array.from({ length: stage.parallel }, sender));
    }
  } catch (error) {
    failure.abort(error);
    throw error;
  }
  await call(() =>
    client.call(routes.uploadCompleted, { params: { pk }, query: { start_processing: true }, signal }),
  );
}

const isInParts = ({ file }: UploadPart, isLocal: boolean) => planUpload(file.size, isLocal).kind === 'parts';

const isPhoto = ({ name }: UploadPart) => /\.(jpe?g|tiff?)$/i.test(name);

/** Marks an interrupted upload as resumed and finds the files that have not arrived. */
async function findLeft(
  client: ApiClient,
  pk: number,
  parts: readonly UploadPart[],
  signal: AbortSignal,
): Promise<UploadPart[]> {
  await client.call(routes.uploadResuming, { params: { pk }, signal });
  const { missing } = await client.call(routes.uploadRecovery, { params: { pk }, signal });
  const names = new Set(missing.map(([name]) => name));
  return parts.filter((part) => names.has(part.name));
}

/** Files in the order of sending; lidar in parts is sent file by file, four parts at a time. */
function inStages(
  parts: readonly UploadPart[],
  isLocal: boolean,
): { files: UploadPart[]; parallel: number }[] {
  const lidar = parts.filter((part) => part.lidar !== null);
  const [first, ...photos] = parts.filter((part) => part.lidar === null && isPhoto(part));
  const extras = parts.filter((part) => part.lidar === null && !isPhoto(part));
  const { parallel } = uploadRules;
  return [
    { files: first === undefined ? [] : [first], parallel: 1 },
    { files: extras, parallel },
    { files: photos, parallel },
    { files: lidar, parallel: lidar.some((part) => isInParts(part, isLocal)) ? 1 : parallel },
  ];
}

async function sendPart(
  { client }: UploadServices,
  line: UploadLine,
  pk: number,
  part: UploadPart,
  isResumed: boolean,
  listeners: { onProgress(sentBytes: number): void; onCheck(checkedBytes: number): void },
): Promise<void> {
  const { network } = line;
  const { signal } = network;
  const { file, name, lidar } = part;
  const report = async () => {
    if (lidar === null) return;
    await retryTransient(network, lidarRules, () =>
      client.call(routes.lidarPatch, {
        params: { pk, lidarPk: lidar.pk },
        body: { index: lidar.index, size: file.size },
        signal,
      }),
    );
  };
  let openUploadId: string | null = null;
  if (isInParts(part, line.endpoint.isLocal)) {
    const query = { canonical_uri: fillPath(rawRoutes.inputPost.path, { pk, name }) };
    const open = await retryTransient(network, storeRules, () =>
      client.call(routes.uploadMultipartList, { params: { pk }, query, signal }),
    );
    openUploadId = open[0]?.upload_id ?? null;
    if (isResumed && openUploadId === null && lidar !== null && (await isReported(report))) return;
  }
  await sendFile(line, { file, fileName: file.name, name, openUploadId, ...listeners });
  await report();
}

/** A file whose parts were joined need not be sent again where only the report was lost: the server has it whole. */
async function isReported(report: () => Promise<void>): Promise<boolean> {
  try {
    await report();
    return true;
  } catch (error) {
    const status = statusOf(error);
    if (status === 404 || status === 409) return false;
    throw error;
  }
}

/** Retries of the report that a lidar file has arrived (spec part 2, section 9). */
const lidarRules = {
  attempts: uploadRules.lidarAttempts,
  delayMs: uploadRules.retryDelay,
  maxDelayMs: uploadRules.lidarDelayMax,
};
