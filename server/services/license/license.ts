import type { KeyObject } from 'node:crypto';
import { graceEndOf, licenseProblemAt, licenseStatusOf, licenseTimes } from '#contract/rules/license.ts';
import type { LicenseAnchor, LicenseInfo } from '#contract/schemas/license.ts';
import { normaliseLicenseKey } from '#contract/validation/license-key.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { LicenseProblem } from '#domain/errors/license-codes.ts';
import { makeToken } from '../people/secrets.ts';
import type { ActivationRequest, LicenseAuthority, LicenseHolder } from './authority.ts';
import { type LicenseDocument, readSignedLicense } from './document.ts';
import type { LicenseFile } from './license-file.ts';

export interface LicenseOptions {
  readonly authority: LicenseAuthority;
  /** Null where none is configured: no licence can be read then. */
  readonly publicKey: KeyObject | null;
  /** The owner of that key. */
  readonly anchor: LicenseAnchor;
  readonly file: LicenseFile;
  /** The caller. */
  readonly installation: string;
  readonly user: string;
  readonly version: string;
  /** Seconds since 1970. */
  now(): number;
}

/** The licence of a desktop installation. */
export interface License {
  /** Why the licence is not valid now, or null. Stores the time, so that a clock set back is detected. */
  problem(): Promise<LicenseProblem | null>;
  info(): Promise<LicenseInfo>;
  /** The key in use, or null. */
  key(): string | null;
  /** The others reject with `license.<problem>`; a refused activation leaves the current licence in force. */
  activate(key: string, forAllUsers: boolean): Promise<void>;
  trial(person: { email: string; name: string; company: string }): Promise<void>;
  sync(): Promise<void>;
  deactivate(): Promise<void>;
}

/** The state of the licence: its document, or why there is none. */
type Known = { readonly document: LicenseDocument; lastSeen: number; readonly signed: string } | Unknown;
type Unknown = { readonly document: null; readonly problem: 'none' | 'altered' | 'no-service' };

/** Interval at which the time seen is stored, seconds. */
const noteEvery = 600;

/** Reads the stored licence and provides its state. */
export async function openLicense(options: LicenseOptions): Promise<License> {
  const { authority, file } = options;
  const now = () => Math.floor(options.now());
  let known = await load(options);
  let changes = 0;
  const online = createProbe(authority, options.now);

  const note = async (time: number) => {
    if (known.document === null || time < known.lastSeen + noteEvery) return;
    known.lastSeen = time;
    // A full disk must not lock people out of their data: the time is then kept only in memory.
    await file.write({ license: known.signed, lastSeen: time }).catch(() => undefined);
  };
  const problem = async () => {
    if (known.document === null) return known.problem;
    const time = now();
    const found = licenseProblemAt(factsOf(known.document, known.lastSeen), time);
    await note(time);
    return found;
  };
  const holder = (isForAll: boolean): LicenseHolder => ({
    installation: options.installation,
    user: isForAll ? null : options.user,
    nonce: makeToken(),
    version: options.version,
  });
  const change = async (next: Known) => {
    changes += 1;
    if (next.document === null) await file.remove();
    else await file.write({ license: next.signed, lastSeen: next.lastSeen });
    known = next;
    changes += 1;
  };
  const take = async (signed: string, asked: LicenseHolder, isOnlyIfValid: boolean) => {
    const document = readAnswer(signed, asked, options.publicKey);
    const lastSeen = now();
    const found = licenseProblemAt(factsOf(document, lastSeen), lastSeen);
    if (found === null || !isOnlyIfValid) await change({ document, lastSeen, signed });
    if (found !== null) throw new AppError(`license.${found}`);
  };
  /** Reads the file again, unless it is being changed. */
  const reload = async () => {
    const before = changes;
    const loaded = await load(options, known);
    if (changes === before) known = loaded;
  };
  const current = (): ActivationRequest => {
    if (known.document === null) throw new AppError(`license.${known.problem}`);
    const { activation, key, user } = known.document;
    return { ...holder(user === null), key, activation };
  };

  return {
    problem,
    key: () => known.document?.key ?? null,
    info: async () => {
      await reload();
      const service = !authority.isConfigured
        ? 'none'
        : (await online())
          ? 'maybe-online'
          : 'definitely-offline';
      return describe(known.document, await problem(), service, options.anchor);
    },
    activate: async (key, forAllUsers) => {
      const request = { ...holder(forAllUsers), key: normaliseLicenseKey(key) };
      await take(await authority.activate(request), request, true);
    },
    trial: async (person) => {
      const request = { ...holder(false), ...person };
      await take(await authority.trial(request), request, true);
    },
    sync: async () => {
      const request = current();
      await take(await authority.sync(request), request, false);
    },
    deactivate: async () => {
      await authority.deactivate(current()).catch((error: unknown) => {
        const isGone = error instanceof AppError && error.code === 'license.activation-not-found';
        if (!isGone) throw error;
      });
      await change({ document: null, problem: 'none' });
    },
  };
}

/** Reads the file; a later time seen since it was written is kept. */
async function load(options: LicenseOptions, before?: Known): Promise<Known> {
  const kept = await options.file.read();
  if (kept === null) return { document: null, problem: 'none' };
  if (options.publicKey === null) return { document: null, problem: 'no-service' };
  const document = kept === 'altered' ? null : readSignedLicense(kept.license, options.publicKey);
  if (kept === 'altered' || document === null || !isOurs(document, options)) {
    return { document: null, problem: 'altered' };
  }
  const seen = before?.document ? before.lastSeen : 0;
  return { document, lastSeen: Math.max(kept.lastSeen, seen), signed: kept.license };
}

function isOurs(document: LicenseDocument, { installation, user }: LicenseOptions): boolean {
  return document.installation === installation && (document.user === null || document.user === user);
}

/** The licence in a response, if it is signed and belongs to the request. Throws `license.bad-answer`. */
function readAnswer(signed: string, asked: LicenseHolder, publicKey: KeyObject | null): LicenseDocument {
  const document = publicKey === null ? null : readSignedLicense(signed, publicKey);
  const isAnswer =
    document !== null &&
    document.nonce === asked.nonce &&
    document.installation === asked.installation &&
    document.user === asked.user;
  if (!isAnswer) throw new AppError('license.bad-answer');
  return document;
}

function factsOf(document: LicenseDocument, lastSeen: number) {
  return {
    status: document.status,
    trial: document.trial,
    expiresAt: document.expires_at,
    graceEnd: document.grace_end,
    issuedAt: document.issued_at,
    lastSeen,
  };
}

function describe(
  document: LicenseDocument | null,
  problem: LicenseProblem | null,
  service: LicenseInfo['service'],
  anchor: LicenseAnchor,
): LicenseInfo {
  return {
    key: document?.key ?? null,
    addons: document?.addons ?? {},
    activated_at: document?.activated_at ?? null,
    expires_at: document?.expires_at ?? null,
    grace_end: document ? graceEndOf({ graceEnd: document.grace_end, issuedAt: document.issued_at }) : null,
    all_users: document !== null && document.user === null,
    trial: document?.trial ?? false,
    ok: problem === null,
    status: licenseStatusOf(problem),
    problem,
    service,
    anchor,
  };
}

/** Whether the service responds, checked at most every 30 seconds. */
function createProbe(authority: LicenseAuthority, now: () => number): () => Promise<boolean> {
  let last: { readonly time: number; readonly answer: Promise<boolean> } | null = null;
  return () => {
    const time = now();
    if (last === null || Math.abs(time - last.time) >= licenseTimes.probe) {
      last = { time, answer: authority.probe() };
    }
    return last.answer;
  };
}
