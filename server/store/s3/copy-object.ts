import { textOf } from '#contract/store/xml.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ObjectAcl, StoredObject } from '../object-store.ts';
import type { S3Client } from './s3-client.ts';
import { sendInParts } from './send-in-parts.ts';

/** Maximum size of one copy, and the part size of longer ones. Bytes. */
export interface CopySizes {
  readonly whole: number;
  readonly part: number;
}

const gibibyte = 2 ** 30;
/** The service's maximum for one copy, and a part size with which 10,000 parts hold its largest file. */
export const copySizes: CopySizes = { whole: 5 * gibibyte, part: gibibyte };

/** Name of the bucket in an address: the first folder of its path, else the label before the service's name. */
export function bucketOf(url: string): string {
  const { hostname, pathname } = new URL(url);
  const [folder = ''] = pathname.split('/').filter(Boolean);
  if (folder !== '') return decodeURIComponent(folder);
  const service = hostname.search(/\.s3[.-]/);
  return service > 0 ? hostname.slice(0, service) : (hostname.split('.', 1)[0] ?? '');
}

/**
 * Copies an object within its bucket, if it still has `from.etag`; false where it has not, or is missing. Throws
 * `store.refused`, `store.unreachable`.
 */
export async function copyObject(
  client: S3Client,
  bucket: string,
  from: StoredObject,
  to: string,
  acl: ObjectAcl,
  sizes: CopySizes,
): Promise<boolean> {
  const source = {
    'x-amz-copy-source': `/${[bucket, ...from.key.split('/')].map(encodeURIComponent).join('/')}`,
    'x-amz-copy-source-if-match': `"${from.etag}"`,
  };
  const copy = async (query: Record<string, string>, headers: Record<string, string>) => {
    const answer = await client.call({ method: 'PUT', key: to, query, headers: { ...source, ...headers } });
    if (answer === null) throw new Changed();
    // A copy that fails late is reported in the body of a 200 response.
    const etag = textOf(answer.text, 'ETag')?.replaceAll('"', '') ?? null;
    const reason = textOf(answer.text, 'Code') ?? 'no-etag';
    if (etag === null) throw new AppError('store.refused', { key: to, status: 200, reason });
    return etag;
  };
  try {
    if (from.size <= sizes.whole) await copy({}, { 'x-amz-acl': acl });
    else {
      await sendInParts(client, to, acl, async (send) => {
        const count = Math.ceil(from.size / sizes.part);
        for (let number = 1; number <= count; number++) {
          const end = Math.min(from.size, number * sizes.part) - 1;
          const range = `bytes=${(number - 1) * sizes.part}-${end}`;
          await send(number, (query) => copy(query, { 'x-amz-copy-source-range': range }));
        }
      });
    }
    return true;
  } catch (error) {
    if (error instanceof Changed || isChanged(error)) return false;
    throw error;
  }
}

/** The source object no longer exists. */
class Changed extends Error {}

const preconditionFailed = 412;

/** Whether a service reports that an object has changed. */
export function isChanged(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.code === 'store.refused' &&
    (error.params['status'] === preconditionFailed || error.params['reason'] === 'PreconditionFailed')
  );
}
