import { createHash, createHmac } from 'node:crypto';
import type { S3Settings } from '../../config/service-settings.ts';

/** A request to be signed. `headers` are signed, so that whoever sends it must send them. */
export interface SignableRequest {
  readonly method: string;
  /** Key of the object; empty for the bucket. */
  readonly key: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresSeconds: number;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Percent-encoding of RFC 3986, as the signature wants it. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Address that carries its own permission, by AWS Signature Version 4 with query parameters and an unsigned payload
 * (AWS, "Authenticating Requests: Using Query Parameters").
 */
export function presign(settings: S3Settings, request: SignableRequest, now: Date): string {
  const root = new URL(settings.url);
  const base = root.pathname.replace(/\/$/, '');
  const path = `${base}/${request.key.split('/').map(encode).join('/')}`;
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const scope = `${time.slice(0, 8)}/${settings.region}/s3/aws4_request`;
  const headers = Object.entries({ host: root.host, ...request.headers })
    .map(([name, value]): [string, string] => [name.toLowerCase(), value.trim()])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const signedHeaders = headers.map(([name]) => name).join(';');
  const query = Object.entries({
    ...request.query,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${settings.accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(request.expiresSeconds),
    'X-Amz-SignedHeaders': signedHeaders,
  })
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const canonical = [
    request.method,
    path,
    query,
    ...headers.map(([name, value]) => `${name}:${value}`),
    '',
    signedHeaders,
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [settings.region, 's3', 'aws4_request'].reduce(
    hmac,
    hmac(`AWS4${settings.secretAccessKey}`, time.slice(0, 8)),
  );
  const signature = hmac(key, toSign).toString('hex');
  return `${root.origin}${path}?${query}&X-Amz-Signature=${signature}`;
}
