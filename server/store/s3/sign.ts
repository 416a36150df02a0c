import { AwsV4Signer } from 'aws4fetch';
import type { S3Settings } from '../../config/service-settings.ts';

/** A request to be signed. `headers` are signed, so the sender must send them. */
export interface SignableRequest {
  readonly method: string;
  /** Key of the object; empty for the bucket. */
  readonly key: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresSeconds: number;
}

/** Percent-encoding of RFC 3986, as the signature requires. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Presigned address, by AWS Signature Version 4 with query parameters and an unsigned payload (AWS, "Authenticating
 * Requests: Using Query Parameters").
 */
export async function presign(
  { url: root, region, accessKeyId, secretAccessKey }: S3Settings,
  { method, key, query, headers, expiresSeconds }: SignableRequest,
  now: Date,
): Promise<string> {
  const url = new URL(root);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${key.split('/').map(encode).join('/')}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  url.searchParams.set('X-Amz-Expires', String(expiresSeconds));
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers,
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    datetime: now.toISOString().replace(/[-:]|\.\d{3}/g, ''),
    signQuery: true,
    allHeaders: true,
  });
  return (await signer.sign()).url.href;
}
