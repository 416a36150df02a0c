import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 } as const;
const keyLength = 32;

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

/** Hash of a password for storage: `scrypt$N$r$p$salt$key`, base64url (Percival, 2009). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

const unknownAccount = hashPassword(randomBytes(16).toString('hex'));

/** Whether a password matches a stored hash; takes the same time when there is no account (null). */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [scheme, N, r, p, salt = '', key = ''] = (stored ?? (await unknownAccount)).split('$');
  if (scheme !== 'scrypt') return false;
  const wanted = Buffer.from(key, 'base64url');
  const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: 64 * 2 ** 20 };
  const given = await derive(password, Buffer.from(salt, 'base64url'), options);
  return given.length === wanted.length && timingSafeEqual(given, wanted) && stored !== null;
}
