import { limits } from '#contract/limits.ts';
import { planUpload } from '#contract/rules/upload-plan.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { etagOf, exchange, type FileToSend, hashPiece, timeoutFor, type UploadLine } from './exchange.ts';
import { sendInParts } from './send-in-parts.ts';

/** Sends one file by the rules of `planUpload` and checks the MD5 of what arrived. Throws `upload.check-failed`. */
export async function sendFile(line: UploadLine, job: FileToSend): Promise<void> {
  const { size } = job.file;
  const limit = limits.uploadParts * limits.uploadPartMax;
  if (size > limit) throw new AppError('client.upload-too-large', { file: job.fileName, size, limit });
  const plan = planUpload(size, line.endpoint.isLocal);
  if (plan.kind === 'parts') await sendInParts(line, job, plan);
  else await sendWhole(line, job, plan.kind === 'form');
  job.onProgress(size);
}

async function sendWhole(line: UploadLine, job: FileToSend, isForm: boolean): Promise<void> {
  const { file } = job;
  if (file.size > limits.singleUploadMax) throw new AppError('upload.too-large-for-put', { size: file.size });
  // A slice has no type: the bucket need not allow its header.
  let body: Blob | FormData = file.slice();
  if (isForm) {
    body = new FormData();
    body.append('file', file, job.fileName);
  }
  const onProgress = (sent: number) => job.onProgress(Math.min(sent, file.size));
  const send = () =>
    exchange(line, job.name, { call: 'put' }, { body, onProgress, timeoutMs: timeoutFor(file.size) });
  const [answer, digest] = await Promise.all([send(), hashPiece(job, file, line.network.signal)]);
  if (etagOf(answer, job.name) === digest || etagOf(await send(), job.name) === digest) return;
  throw new AppError('upload.check-failed', { file: job.fileName });
}
