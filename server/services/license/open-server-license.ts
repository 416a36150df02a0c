import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { AppError } from '#domain/errors/app-error.ts';
import type { ServerContext } from '../context.ts';
import { hashToken, readSecret } from '../people/secrets.ts';
import { httpAuthority, noAuthority } from './authority.ts';
import { readPublicKey } from './document.ts';
import { type License, openLicense } from './license.ts';
import { createLicenseFile } from './license-file.ts';
import { releaseKey } from './release-key.ts';

/**
 * The licence of a server by its configuration. The public key is that of the release; developer mode
 * (`PLUMBLINE_LICENSE_DEVELOPER`) takes another one from `PLUMBLINE_LICENSE_PUBLIC_KEY` or `license-authority.pem` in
 * the data folder, and the interface shows that. Throws `server.bad-option` for a licence service without one.
 */
export async function openServerLicense(context: ServerContext, now: () => number): Promise<License> {
  const { config, db } = context;
  const { url } = config.license;
  const keyFile = join(config.dataFolder, 'license-authority.pem');
  const ofDeveloper = config.license.isDeveloper
    ? (config.license.publicKey ?? (await readFile(keyFile, 'utf8').catch(() => null)))
    : null;
  const keyText = ofDeveloper ?? releaseKey;
  if (url !== null && keyText === null) {
    throw new AppError('server.bad-option', {
      option: 'PLUMBLINE_LICENSE_URL',
      value: url,
      wanted: 'an-address-in-a-release-or-a-developer-key',
      keyFile,
    });
  }
  const ownOption = config.license.publicKey === null ? keyFile : 'PLUMBLINE_LICENSE_PUBLIC_KEY';
  const option = ofDeveloper === null ? 'PLUMBLINE_RELEASE_KEY' : ownOption;
  const secret = await readSecret(db, 'license-seal');
  const installation = hashToken(`installation ${secret}`);
  return openLicense({
    authority: url === null ? noAuthority : httpAuthority(url),
    publicKey: keyText === null ? null : readPublicKey(keyText, option),
    anchor: keyText === null ? 'none' : ofDeveloper === null ? 'release' : 'developer',
    file: createLicenseFile(config.dataFolder, secret),
    installation,
    user: hashToken(`${installation} ${userName()}`),
    version: config.version,
    now,
  });
}

/** Name of the user of this process; its number where the system has no name for it. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}
