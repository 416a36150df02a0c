import { AppError } from '#domain/errors/app-error.ts';
import { limits } from '../limits.ts';
import { blocksOf, tag, textOf } from './xml.ts';

/** A part of an upload as the store holds it. Sizes in bytes; `etag` without quotes. */
export interface StoredPart {
  readonly partNumber: number;
  readonly size: number;
  readonly etag: string;
}

/** A page of the parts of an upload; `nextMarker` is null on the last. */
export interface PartPage {
  readonly parts: readonly StoredPart[];
  readonly nextMarker: number | null;
}

const header = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Answer to `POST …?uploads`. */
export function writeInitiated(key: string, uploadId: string): string {
  const inner = `${tag('Key', key)}${tag('UploadId', uploadId)}`;
  return `${header}<InitiateMultipartUploadResult>${inner}</InitiateMultipartUploadResult>`;
}

/** Reads the upload's id from the response to `POST …?uploads`; null when malformed. */
export function readInitiated(xml: string): string | null {
  return textOf(xml, 'UploadId');
}

/** Answer to `GET …?uploadId`. */
export function writePartPage(key: string, uploadId: string, page: PartPage): string {
  const parts = page.parts.map(
    (part) =>
      `<Part>${tag('PartNumber', part.partNumber)}${tag('ETag', `"${part.etag}"`)}${tag('Size', part.size)}</Part>`,
  );
  const more =
    page.nextMarker === null
      ? tag('IsTruncated', 'false')
      : tag('IsTruncated', 'true') + tag('NextPartNumberMarker', page.nextMarker);
  return `${header}<ListPartsResult>${tag('Key', key)}${tag('UploadId', uploadId)}${more}${parts.join('')}</ListPartsResult>`;
}

/** Reads a page of parts. Throws `upload.malformed-part`, `upload.no-marker`. */
export function readPartPage(xml: string): PartPage {
  const parts = Array.from(blocksOf(xml, 'Part'), (body) => {
    const part = readPart(body);
    if (part === null || part.size === null) throw new AppError('upload.malformed-part', {});
    return { ...part, size: part.size };
  });
  if (textOf(xml, 'IsTruncated') !== 'true') return { parts, nextMarker: null };
  const marker = Number(textOf(xml, 'NextPartNumberMarker') ?? Number.NaN);
  if (!Number.isInteger(marker)) throw new AppError('upload.no-marker', {});
  return { parts, nextMarker: marker };
}

/** Body of `POST …?uploadId`: the parts in order. */
export function writeCompletion(parts: readonly Pick<StoredPart, 'partNumber' | 'etag'>[]): string {
  const inner = parts.map(
    (part) => `<Part>${tag('PartNumber', part.partNumber)}${tag('ETag', `"${part.etag}"`)}</Part>`,
  );
  return `${header}<CompleteMultipartUpload>${inner.join('')}</CompleteMultipartUpload>`;
}

/** Reads the body of `POST …?uploadId`; null when a part has no number, or there are more than an upload may have. */
export function readCompletion(xml: string): Pick<StoredPart, 'partNumber' | 'etag'>[] | null {
  const parts: Pick<StoredPart, 'partNumber' | 'etag'>[] = [];
  for (const body of blocksOf(xml, 'Part', limits.uploadParts + 1)) {
    const part = readPart(body);
    if (!part || parts.length === limits.uploadParts) return null;
    parts.push({ partNumber: part.partNumber, etag: part.etag });
  }
  return parts;
}

/** Answer to `POST …?uploadId`. */
export function writeCompleted(key: string, etag: string): string {
  return `${header}<CompleteMultipartUploadResult>${tag('Key', key)}${tag('ETag', `"${etag}"`)}</CompleteMultipartUploadResult>`;
}

function readPart(body: string): { partNumber: number; etag: string; size: number | null } | null {
  const partNumber = Number(textOf(body, 'PartNumber') ?? Number.NaN);
  if (!Number.isInteger(partNumber)) return null;
  const size = textOf(body, 'Size');
  return {
    partNumber,
    etag: (textOf(body, 'ETag') ?? '').replaceAll('"', ''),
    size: size === null || !/^\d+$/.test(size) ? null : Number(size),
  };
}
