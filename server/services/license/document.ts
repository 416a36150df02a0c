import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#domain/errors/app-error.ts';

const seconds = z.number().int().nonnegative();

/** The document that a licence service signs. Times in seconds since 1970. */
export const licenseDocument = z
  .object({
    version: z.literal(1),
    /** Null for a trial. */
    key: z.string().max(255).nullable(),
    /** The service's identifier of this activation. */
    activation: z.string().min(1).max(255),
    /** The installation and, unless it is for all users, the user of the licence. */
    installation: z.string(),
    user: z.string().nullable(),
    trial: z.boolean(),
    /** 0 in force, else a number of `contract/rules/license.ts`. */
    status: z.number().int(),
    addons: z.record(z.string(), z.boolean()),
    issued_at: seconds,
    activated_at: seconds,
    expires_at: seconds.nullable(),
    grace_end: seconds,
    /** The nonce of the request; responses to other requests are invalid. */
    nonce: z.string(),
  })
  .refine((license) => license.expires_at === null || license.expires_at >= license.activated_at, {
    message: 'the licence expires before it was activated',
  })
  .refine((license) => !license.trial || license.expires_at !== null, { message: 'a trial must end' });

export type LicenseDocument = z.output<typeof licenseDocument>;

/** The bytes that are signed: the payload after a prefix that separates it from other uses of the key. */
export function signedBytes(payload: string): Buffer {
  return Buffer.from(`plumbline-license-1.${payload}`);
}

/** Reads a public key, PEM or the base64 of its DER. Throws `server.bad-option` for anything but Ed25519. */
export function readPublicKey(text: string, option: string): KeyObject {
  const wanted = 'an-ed25519-public-key';
  const bad = (cause?: unknown) =>
    new AppError('server.bad-option', { option, value: text.slice(0, 60), wanted }, { cause });
  let key: KeyObject;
  try {
    key = text.includes('-----BEGIN')
      ? createPublicKey(text.replaceAll('\\n', '\n'))
      : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  } catch (cause) {
    throw bad(cause);
  }
  if (key.asymmetricKeyType !== 'ed25519') throw bad();
  return key;
}

/**
 * Reads a signed licence: `<payload>.<signature>`, both base64url, the payload a JSON document and the signature
 * Ed25519 over `signedBytes(payload)`. Null where signature or structure is wrong.
 */
export function readSignedLicense(text: string, publicKey: KeyObject): LicenseDocument | null {
  const [payload = '', signature = '', ...rest] = text.split('.');
  if (rest.length > 0) return null;
  if (!verify(null, signedBytes(payload), publicKey, Buffer.from(signature, 'base64url'))) return null;
  try {
    return licenseDocument.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  } catch {
    return null;
  }
}
