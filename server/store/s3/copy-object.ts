import { textOf } from '#contract/store/xml.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ObjectAcl, StoredObject } from '../object-store.ts';
import type { S3Client } from './s3-client.ts';
import { sendInParts } from './send-in-parts.ts';

/** How long a file may be for one copy, and the parts of longer ones. Bytes. */
export interface CopySizes {
  readonly whole: number;
  readonly part: number;
}

const gibibyte = 2 ** 30;
/** The most that a service copies at once, and parts of which 10,000 hold the largest file that it takes. */
export const copySizes: CopySizes = { whole: 5 * gibibyte, part: gibibyte };

/** Name of the bucket that an address means: the first folder of its path, else what stands before the service's name. */
export function bucketOf(url: string): string {
  const { hostname, pathname } = new URL(url);
  const [folder = ''] = pathname.split('/').filter(Boolean);
  if (folder !== '') return decodeURIComponent(folder);
  const service = hostname.search(/\.s3[.-]/);
  return service > 0 ? hostname.slice(0, service) : (hostname.split('.', 1)[0] ?? '');
}

/**
 * Copies an object within its bucket, if it is still the one that `from.etag` names; false where it is not, or gone.
 * Throws `store.refused`, `store.unreachable`.
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
    // A copy that fails on its way is reported in an answer that began well.
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

/** The object to be copied is not there any more. */
class Changed extends Error {}

const preconditionFailed = 412;

/** Whether a service says that an object is not the one that was asked for any more. */
export function isChanged(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.code === 'store.refused' &&
    (error.params['status'] === preconditionFailed || error.params['reason'] === 'PreconditionFailed')
  );
}
