import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LicenseDocument, signedBytes } from '#server/services/license/document.ts';

const day = 86_400;

/** Fields of every request to the service. */
export interface LicenseRequest {
  readonly installation: string;
  readonly user: string | null;
  readonly nonce: string;
  readonly key?: string | null;
  readonly activation?: string;
  readonly email?: string;
}

/** A licence service of tests: keeps its licences in memory and signs with a key of its own. */
export interface TestAuthority {
  readonly url: string;
  /** PEM. */
  readonly publicKey: string;
  /** Keys that it sells, with the maximum number of installations of each. */
  readonly keys: Map<string, number>;
  /** Changes the content of the next licences; `answer` replaces the whole response. */
  readonly behaviour: {
    change: Partial<LicenseDocument>;
    signer: KeyObject;
    answer: { status: number; body: string } | null;
  };
  /** Every call received, newest last. */
  readonly calls: { call: string; request: LicenseRequest }[];
  /** Signs a licence as the service does. */
  sign(document: LicenseDocument): string;
  close(): Promise<void>;
}

/** Signs a licence with a key. */
export function signLicense(document: LicenseDocument, signer: KeyObject): string {
  const payload = Buffer.from(JSON.stringify(document)).toString('base64url');
  return `${payload}.${sign(null, signedBytes(payload), signer).toString('base64url')}`;
}

/** Starts a licence service on a free port of this machine. `now` in seconds since 1970. */
export async function startTestAuthority(
  now: () => number = () => Date.now() / 1000,
): Promise<TestAuthority> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const keys = new Map([['ABCD-EFGH-1234-5678', 1]]);
  const behaviour: TestAuthority['behaviour'] = { change: {}, signer: privateKey, answer: null };
  const calls: TestAuthority['calls'] = [];
  const activations = new Map<string, LicenseDocument>();
  const trials = new Set<string>();

  const grant = (document: LicenseDocument) => {
    const issued = { ...document, ...behaviour.change };
    activations.set(issued.activation, issued);
    return { status: 200, body: { license: signLicense(issued, behaviour.signer) } };
  };
  const refuse = (status: number) => ({ status: 403, body: { status } });
  const make = (request: LicenseRequest, isTrial: boolean): LicenseDocument => {
    const issued = Math.floor(now());
    return {
      version: 1,
      key: isTrial ? null : (request.key ?? null),
      activation: `a${activations.size + 1}`,
      installation: request.installation,
      user: request.user,
      trial: isTrial,
      status: 0,
      addons: { canvas: true },
      issued_at: issued,
      activated_at: issued,
      expires_at: issued + (isTrial ? 14 : 365) * day,
      grace_end: issued + (isTrial ? 14 : 90) * day,
      nonce: request.nonce,
    };
  };
  const answers: Record<string, (request: LicenseRequest) => { status: number; body: object }> = {
    activate: (request) => {
      const limit = keys.get(request.key ?? '');
      if (limit === undefined) return refuse(54);
      const used = [...activations.values()].filter((entry) => entry.key === request.key);
      const isNew = used.every((entry) => entry.installation !== request.installation);
      return isNew && used.length >= limit ? refuse(58) : grant(make(request, false));
    },
    trial: (request) => {
      if (trials.has(request.installation)) return refuse(25);
      trials.add(request.installation);
      return grant(make(request, true));
    },
    sync: (request) => {
      const known = activations.get(request.activation ?? '');
      if (!known) return refuse(59);
      const issued = Math.floor(now());
      return grant({ ...known, nonce: request.nonce, issued_at: issued, grace_end: issued + 90 * day });
    },
    deactivate: (request) => {
      const isKnown = activations.delete(request.activation ?? '');
      return isKnown ? { status: 200, body: {} } : refuse(59);
    },
  };

  const server = createServer(async (incoming, reply) => {
    const call = (incoming.url ?? '').slice(1);
    const answer = answers[call];
    if (incoming.method !== 'POST' || !answer) {
      reply.writeHead(404).end();
      return;
    }
    const request: LicenseRequest = JSON.parse(await readBody(incoming));
    calls.push({ call, request });
    const given = behaviour.answer;
    if (given) {
      reply.writeHead(given.status).end(given.body);
      return;
    }
    const { status, body } = answer(request);
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    keys,
    behaviour,
    calls,
    sign: (document) => signLicense(document, privateKey),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) text += chunk;
  return text;
}
