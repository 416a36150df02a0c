import { z } from 'zod';
import { licenseOk, licenseProblemOf } from '#contract/rules/license.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { withoutEnd } from '#domain/math/without-end.ts';

/** The caller's data in every request. */
export interface LicenseHolder {
  readonly installation: string;
  /** Null for a licence for all users of the machine. */
  readonly user: string | null;
  readonly nonce: string;
  readonly version: string;
}

export interface ActivateRequest extends LicenseHolder {
  readonly key: string;
}

export interface TrialRequest extends LicenseHolder {
  readonly email: string;
  readonly name: string;
  readonly company: string;
}

export interface ActivationRequest extends LicenseHolder {
  readonly key: string | null;
  readonly activation: string;
}

/**
 * The licence service. Every call may reject with `license.network` (no response), `license.server` (an invalid
 * response) and the problem of a refusal; `license.no-service` where none is configured.
 */
export interface LicenseAuthority {
  readonly isConfigured: boolean;
  /** Resolves with the signed licence. */
  activate(request: ActivateRequest): Promise<string>;
  trial(request: TrialRequest): Promise<string>;
  /** Resolves with the current licence, newly signed; its `status` says where it is no longer in force. */
  sync(request: ActivationRequest): Promise<string>;
  deactivate(request: ActivationRequest): Promise<void>;
  /** Whether the service responds at all. */
  probe(): Promise<boolean>;
}

/** An installation without a licence service: every call is refused. */
export const noAuthority: LicenseAuthority = {
  isConfigured: false,
  activate: refuse,
  trial: refuse,
  sync: refuse,
  deactivate: refuse,
  probe: async () => false,
};

async function refuse(): Promise<never> {
  throw new AppError('license.no-service');
}

const granted = z.object({ license: z.string().max(20_000) });
const refused = z.object({ status: z.number().int() });
const answerLimitMs = 15_000;
const probeLimitMs = 3000;

/**
 * A licence service over HTTP. `POST <url>/activate | trial | sync | deactivate` take the request as JSON. The first
 * three answer 200 `{ license }`, the signed document of `document.ts`; `deactivate` answers any 2xx status; a
 * refusal is 4xx `{ status }` with a number of the spec's table.
 */
export function httpAuthority(url: string): LicenseAuthority {
  const base = withoutEnd(url, '/');
  const grant = async (call: string, body: object) => {
    const parsed = granted.safeParse(await post(`${base}/${call}`, body));
    if (!parsed.success) throw new AppError('license.server', {}, { cause: parsed.error });
    return parsed.data.license;
  };
  return {
    isConfigured: true,
    activate: (request) => grant('activate', request),
    trial: (request) => grant('trial', request),
    sync: (request) => grant('sync', request),
    deactivate: async (request) => {
      await post(`${base}/deactivate`, request);
    },
    probe: () =>
      fetch(base, { method: 'HEAD', signal: AbortSignal.timeout(probeLimitMs) }).then(
        () => true,
        () => false,
      ),
  };
}

/** The JSON of a 2xx answer. */
async function post(url: string, body: object): Promise<unknown> {
  const { status, text } = await exchange(url, body);
  const json = parseJson(text);
  if (status >= 200 && status < 300) return json;
  const refusal = refused.safeParse(json);
  const isRefusal = status >= 400 && status < 500 && refusal.success && refusal.data.status !== licenseOk;
  if (!isRefusal) throw new AppError('license.server');
  throw new AppError(`license.${licenseProblemOf(refusal.data.status) ?? 'unknown'}`);
}

async function exchange(url: string, body: object): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(answerLimitMs),
    });
    return { status: answer.status, text: await answer.text() };
  } catch (cause) {
    throw new AppError('license.network', {}, { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
