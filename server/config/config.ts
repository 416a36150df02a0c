import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import type { Brand } from '#contract/brands.ts';
import { type Edition, editionForAddress, editions } from '#contract/editions.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { type MailSettings, readMailSettings, readPublicUrl } from './mail-settings.ts';
import type { NodeodmService, S3Settings } from './service-settings.ts';

/** The configuration of a server; nothing else reads the environment. */
export interface ServerConfig {
  /** Absolute. */
  readonly dataFolder: string;
  readonly host: string;
  readonly port: number;
  readonly edition: Edition;
  readonly brand: Brand;
  readonly version: string;
  /** A PostgreSQL of the administrator, or undefined for the embedded one. */
  readonly databaseUrl: string | undefined;
  /** GiB that an account may process where its own row states nothing; null for unlimited. */
  readonly freeProcessing: number | null;
  /** Maximum bytes of the object store; null for no limit but the disk. */
  readonly quotaBytes: number | null;
  /** MiB that tasks of all workers on this machine may use together; null for most of its memory. */
  readonly workerMemoryMib: number | null;
  /** Origins, beside the server's own, whose pages may send changes: those of a proxy in front. */
  readonly trustedOrigins: readonly string[];
  /** The description of the interface is public. */
  readonly isApiPublic: boolean;
  /** Addresses (CIDR) of trusted proxies in front. */
  readonly trustedProxies: readonly string[];
  /**
   * Of the desktop edition: address of the licence service; for developers only, another key than the release's to
   * check its signatures with.
   */
  readonly license: {
    readonly url: string | null;
    readonly publicKey: string | null;
    readonly isDeveloper: boolean;
  };
  /** The NodeODM service that projects may choose for their photos; null for none. */
  readonly nodeodm: NodeodmService | null;
  /** The S3-compatible bucket that keeps the files; null keeps them in the data folder. */
  readonly s3: S3Settings | null;
  /** The mail server; null stores mail in the outbox of the data folder. */
  readonly mail: MailSettings | null;
  /** The public address of the product, for links in mail; null for the address that the server listens on. */
  readonly publicUrl: string | null;
}

/** Options of `plumbline serve` and `worker` that affect the configuration. */
export interface ConfigOptions {
  readonly data?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  /** Of a worker: GiB. */
  readonly memory?: number | undefined;
}

/**
 * Variables that are read: PLUMBLINE_DATA, _MODE, _QUOTA_BYTES, _FREE_PROCESSING_GIB, _TRUSTED_ORIGINS,
 * _TRUSTED_PROXIES, _LICENSE_URL, _LICENSE_PUBLIC_KEY, _LICENSE_DEVELOPER (1), _NODEODM_URL, _NODEODM_TOKEN, _S3_URL, _S3_REGION, _S3_ACCESS_KEY_ID,
 * _S3_SECRET_ACCESS_KEY, _SMTP_URL, _MAIL_FROM, _PUBLIC_URL, _PUBLIC_API (1), _WORKER_MEMORY (GiB); DATABASE_URL.
 */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration; options win over variables, variables over defaults. Throws `server.bad-option`,
 * `store.no-region`.
 */
export function readConfig(options: ConfigOptions, env: Environment, version: string): ServerConfig {
  const folder = options.data ?? env['PLUMBLINE_DATA'] ?? '.plumbline';
  const host = options.host ?? '127.0.0.1';
  const port = options.port ?? 3000;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new AppError('server.bad-option', {
      option: '--port',
      value: port,
      wanted: 'a-number-from-0-to-65535',
    });
  }
  return {
    dataFolder: isAbsolute(folder) ? folder : resolve(folder),
    host,
    port,
    edition: readEdition(env['PLUMBLINE_MODE'], host, port),
    brand: 'plumbline',
    version,
    databaseUrl: env['DATABASE_URL'] || undefined,
    freeProcessing: readFreeProcessing(env['PLUMBLINE_FREE_PROCESSING_GIB']),
    quotaBytes: readQuota(env['PLUMBLINE_QUOTA_BYTES']),
    workerMemoryMib: readMemory(options.memory, env['PLUMBLINE_WORKER_MEMORY']),
    trustedOrigins: (env['PLUMBLINE_TRUSTED_ORIGINS'] ?? '')
      .split(/[\s,]+/)
      .filter((origin) => origin !== ''),
    isApiPublic: env['PLUMBLINE_PUBLIC_API'] === '1',
    trustedProxies: readProxies(env['PLUMBLINE_TRUSTED_PROXIES']),
    license: {
      url: readLicenseUrl(env['PLUMBLINE_LICENSE_URL']),
      ...readDeveloperKey(env),
    },
    nodeodm: readNodeodm(env['PLUMBLINE_NODEODM_URL'], env['PLUMBLINE_NODEODM_TOKEN']),
    s3: readS3(env),
    mail: readMailSettings(env),
    publicUrl: readPublicUrl(env['PLUMBLINE_PUBLIC_URL']),
  };
}

function readEdition(mode: string | undefined, host: string, port: number): Edition {
  if (!mode) return editionForAddress(host, port);
  const edition = editions.find((name) => name === mode);
  if (edition) return edition;
  throw new AppError('server.bad-option', {
    option: 'PLUMBLINE_MODE',
    value: mode,
    wanted: 'one-of-the-choices',
    choices: editions.join(', '),
  });
}

/** Whether the public address is HTTPS, also where a proxy in front terminates it. */
export function isPublicHttps({ publicUrl }: Pick<ServerConfig, 'publicUrl'>): boolean {
  return publicUrl?.startsWith('https:') === true;
}

/** Addresses with or without a prefix length, separated by blanks or commas. */
function readProxies(text: string | undefined): string[] {
  const proxies = (text ?? '').split(/[\s,]+/).filter((proxy) => proxy !== '');
  const isNetwork = (proxy: string) => {
    const [address = '', length, ...more] = proxy.split('/');
    const bits = isIP(address) === 6 ? 128 : 32;
    const isLength = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits);
    return isIP(address) !== 0 && isLength && more.length === 0;
  };
  const wrong = proxies.find((proxy) => !isNetwork(proxy));
  if (wrong === undefined) return proxies;
  const wanted = 'addresses-of-proxies-such-as-10-0-0-1';
  throw new AppError('server.bad-option', { option: 'PLUMBLINE_TRUSTED_PROXIES', value: wrong, wanted });
}

/** Another key than the release's is accepted only in developer mode. */
function readDeveloperKey(env: Environment): { publicKey: string | null; isDeveloper: boolean } {
  const publicKey = env['PLUMBLINE_LICENSE_PUBLIC_KEY'] || null;
  const isDeveloper = env['PLUMBLINE_LICENSE_DEVELOPER'] === '1';
  if (publicKey === null || isDeveloper) return { publicKey, isDeveloper };
  throw new AppError('server.bad-option', {
    option: 'PLUMBLINE_LICENSE_PUBLIC_KEY',
    value: publicKey.split('\n', 1)[0]!,
    wanted: 'nothing-or-a-developer-key-beside-plumbline-license-developer',
  });
}

/** Licence keys are sent to this address: it must be `https`, or on this machine. */
function readLicenseUrl(text: string | undefined): string | null {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url?.protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url?.protocol === 'https:' || isLocal) return text;
  const wanted = 'an-https-address-or-http-on-this-machine';
  throw new AppError('server.bad-option', { option: 'PLUMBLINE_LICENSE_URL', value: text, wanted });
}

function readNodeodm(url: string | undefined, token: string | undefined): NodeodmService | null {
  if (!url) return null;
  const { protocol } = URL.canParse(url) ? new URL(url) : { protocol: '' };
  if (protocol === 'http:' || protocol === 'https:') return token ? { url, token } : { url };
  const wanted = 'an-http-or-https-address';
  throw new AppError('server.bad-option', { option: 'PLUMBLINE_NODEODM_URL', value: url, wanted });
}

function readFreeProcessing(text: string | undefined): number | null {
  if (!text) return null;
  const gib = Number(text);
  if (Number.isFinite(gib) && gib >= 0) return gib;
  const wanted = 'a-number-of-gib-0-or-more';
  throw new AppError('server.bad-option', { option: 'PLUMBLINE_FREE_PROCESSING_GIB', value: text, wanted });
}

/** A bucket has its own limits; a quota of this server could not be enforced there. */
function readS3(env: Environment): S3Settings | null {
  const url = env['PLUMBLINE_S3_URL'];
  if (!url) return null;
  const refuse = (option: string, value: string, wanted: string) =>
    new AppError('server.bad-option', { option, value, wanted });
  const { protocol } = URL.canParse(url) ? new URL(url) : { protocol: '' };
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw refuse('PLUMBLINE_S3_URL', url, 'an-http-or-https-address-of-a-bucket');
  }
  const quota = env['PLUMBLINE_QUOTA_BYTES'];
  if (quota) throw refuse('PLUMBLINE_QUOTA_BYTES', quota, 'nothing-beside-plumbline-s3-url');
  const region = env['PLUMBLINE_S3_REGION'];
  if (!region) throw new AppError('store.no-region');
  const read = (option: string): string => {
    const value = env[option];
    if (value) return value;
    throw refuse(option, '', 'the-key-of-the-bucket');
  };
  return {
    url,
    region,
    accessKeyId: read('PLUMBLINE_S3_ACCESS_KEY_ID'),
    secretAccessKey: read('PLUMBLINE_S3_SECRET_ACCESS_KEY'),
  };
}

function readQuota(text: string | undefined): number | null {
  if (!text) return null;
  const bytes = Number(text);
  if (Number.isFinite(bytes) && bytes > 0) return bytes;
  const wanted = 'a-number-of-bytes-above-0';
  throw new AppError('server.bad-option', { option: 'PLUMBLINE_QUOTA_BYTES', value: text, wanted });
}

function readMemory(option: number | undefined, text: string | undefined): number | null {
  if (option === undefined && !text) return null;
  const gib = option ?? Number(text);
  if (Number.isFinite(gib) && gib > 0) return Math.floor(gib * 1024);
  throw new AppError('server.bad-option', {
    option: option === undefined ? 'PLUMBLINE_WORKER_MEMORY' : '--memory',
    value: option ?? text ?? '',
    wanted: 'a-number-of-gib-above-0',
  });
}
