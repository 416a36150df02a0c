import { limits, uploadRules } from '#contract/limits.ts';
import type { UploadPlan } from '#contract/rules/upload-plan.ts';
import {
  readInitiated,
  readPartPage,
  type StoredPart,
  writeCompletion,
} from '#contract/store/multipart-xml.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { appendAll } from '#domain/math/extremes.ts';
import { statusOf } from '../client.ts';
import { etagOf, exchange, type FileToSend, hashPiece, timeoutFor, type UploadLine } from './exchange.ts';

type PartsPlan = Extract<UploadPlan, { kind: 'parts' }>;

/**
 * Sends a file in parts, four at a time. Parts of an open upload are kept only where their MD5 matches the given file.
 * When all are sent the store's list is compared with the file; differing parts are sent again.
 */
export async function sendInParts(line: UploadLine, job: FileToSend, plan: PartsPlan): Promise<void> {
  const { size } = job.file;
  if (size < limits.uploadPartMin) throw new AppError('upload.too-small-for-parts', { size });
  const open = await findOpen(line, job);
  const digests = new Map<number, string>();
  const held = open === null ? [] : await checkHeld(line, job, plan, open.parts, digests);
  const uploadId = open?.uploadId ?? (await openUpload(line, job));

  const meter = createPartMeter(job, plan, held);
  const all = Array.from({ length: plan.count }, (_, index) => index + 1);
  const send = (numbers: readonly number[]) =>
    sendNumbers(line, job, plan, uploadId, numbers, digests, meter);
  await send(all.filter((number) => !held.includes(number)));
  const bad = await findBad(line, job, plan, uploadId, digests);
  if (bad.length > 0) {
    await send(bad);
    const isStillBad = (await findBad(line, job, plan, uploadId, digests)).length > 0;
    if (isStillBad) throw new AppError('upload.check-failed', { file: job.fileName });
  }
  await complete(line, job, uploadId, all, digests);
}

function pieceOf(job: FileToSend, plan: PartsPlan, number: number): Blob {
  const start = (number - 1) * plan.partSize;
  return job.file.slice(start, Math.min(job.file.size, start + plan.partSize));
}

interface PartMeter {
  set(number: number, bytes: number): void;
}

/** Sums the bytes sent of each part; the parts that the store holds count from the start. */
function createPartMeter(job: FileToSend, plan: PartsPlan, held: readonly number[]): PartMeter {
  const sent = new Map(held.map((number) => [number, pieceOf(job, plan, number).size]));
  let total = [...sent.values()].reduce((sum, bytes) => sum + bytes, 0);
  job.onProgress(total);
  return {
    set(number, bytes) {
      const capped = Math.min(bytes, pieceOf(job, plan, number).size);
      total += capped - (sent.get(number) ?? 0);
      sent.set(number, capped);
      job.onProgress(total);
    },
  };
}

/** The upload of an earlier attempt; null where it no longer exists. */
async function findOpen(
  line: UploadLine,
  job: FileToSend,
): Promise<{ uploadId: string; parts: StoredPart[] } | null> {
  const uploadId = job.openUploadId;
  if (uploadId === null) return null;
  try {
    return { uploadId, parts: await listParts(line, job, uploadId) };
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

/** Numbers of the stored parts that are identical to those of the given file. */
async function checkHeld(
  line: UploadLine,
  job: FileToSend,
  plan: PartsPlan,
  parts: readonly StoredPart[],
  digests: Map<number, string>,
): Promise<number[]> {
  const held: number[] = [];
  let checked = 0;
  for (const { partNumber, size, etag } of parts) {
    const piece = pieceOf(job, plan, partNumber);
    if (partNumber > plan.count || piece.size !== size) continue;
    const before = checked;
    const digest = await hashPiece(job, piece, line.network.signal, (bytes) => job.onCheck(before + bytes));
    checked += size;
    if (digest !== etag) continue;
    digests.set(partNumber, digest);
    held.push(partNumber);
  }
  return held;
}

/** Sends parts, hashing each while it is sent. */
async function sendNumbers(
  line: UploadLine,
  job: FileToSend,
  plan: PartsPlan,
  uploadId: string,
  numbers: readonly number[],
  digests: Map<number, string>,
  meter: PartMeter,
): Promise<void> {
  const waiting = [...numbers];
  const sendOne = async (number: number) => {
    const body = pieceOf(job, plan, number);
    const call = { call: 'part', upload_id: uploadId, part_number: number } as const;
    const onProgress = (bytes: number) => meter.set(number, bytes);
    const [answer, digest] = await Promise.all([
      exchange(line, job.name, call, { body, onProgress, timeoutMs: timeoutFor(body.size) }),
      digests.get(number) ?? hashPiece(job, body, line.network.signal),
    ]);
    etagOf(answer, job.name);
    digests.set(number, digest);
    meter.set(number, body.size);
  };
  const sender = async () => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) await sendOne(number);
  };
  try {
    await Promise.all(Array.from({ length: uploadRules.parallel }, sender));
  } finally {
    waiting.length = 0;
  }
}

/** Numbers of the parts that the store lacks or whose content differs from the file. */
async function findBad(
  line: UploadLine,
  job: FileToSend,
  plan: PartsPlan,
  uploadId: string,
  digests: ReadonlyMap<number, string>,
): Promise<number[]> {
  const stored = new Map((await listParts(line, job, uploadId)).map((part) => [part.partNumber, part]));
  return [...digests.keys()].filter((number) => {
    const part = stored.get(number);
    return part?.etag !== digests.get(number) || part?.size !== pieceOf(job, plan, number).size;
  });
}

async function openUpload(line: UploadLine, job: FileToSend): Promise<string> {
  const { text } = await exchange(line, job.name, { call: 'open' }, { timeoutMs: timeoutFor(0) });
  const uploadId = readInitiated(text);
  if (uploadId !== null) return uploadId;
  throw new AppError('client.bad-answer', { method: 'POST', url: job.name, reason: 'no-uploadid' });
}

async function listParts(line: UploadLine, job: FileToSend, uploadId: string): Promise<StoredPart[]> {
  const parts: StoredPart[] = [];
  for (let marker: number | null = 0; marker !== null; ) {
    const call = { call: 'list', upload_id: uploadId, marker } as const;
    const { text } = await exchange(line, job.name, call, { timeoutMs: timeoutFor(0) });
    const page = readPartPage(text);
    appendAll(parts, page.parts);
    marker = page.nextMarker;
  }
  return parts;
}

/**
 * Joins the parts. An upload that no longer exists was joined by an attempt whose response was lost; the server
 * compares the size of the object before it accepts it.
 */
async function complete(
  line: UploadLine,
  job: FileToSend,
  uploadId: string,
  numbers: readonly number[],
  digests: ReadonlyMap<number, string>,
): Promise<void> {
  const body = writeCompletion(
    numbers.map((partNumber) => ({ partNumber, etag: digests.get(partNumber) ?? '' })),
  );
  try {
    const call = { call: 'complete', upload_id: uploadId } as const;
    const { text } = await exchange(line, job.name, call, { body, timeoutMs: timeoutFor(job.file.size) });
    if (text.includes('<Error>')) throw new AppError('client.upload-failed', { status: 200 });
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
}
