import { createHmac, timingSafeEqual } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '#domain/errors/app-error.ts';

const stored = z.object({ license: z.string(), last_seen: z.number().int(), seal: z.string() });

/** The stored licence: the signed document, and the latest time that was seen, in seconds since 1970. */
export interface KeptLicense {
  readonly license: string;
  readonly lastSeen: number;
}

/** The licence on disk: `license.json` in the data folder. */
export interface LicenseFile {
  /** Null where there is none, `altered` where it was not written by this installation. */
  read(): Promise<KeptLicense | 'altered' | null>;
  /** Replaces it atomically. */
  write(kept: KeptLicense): Promise<void>;
  remove(): Promise<void>;
}

/**
 * The file is sealed by HMAC-SHA-256 with `sealKey`, stored in the database, so that a changed time or a file of
 * another installation is detected. The licence in it has its own signature.
 */
export function createLicenseFile(dataFolder: string, sealKey: string): LicenseFile {
  const path = join(dataFolder, 'license.json');
  const sealOf = ({ license, lastSeen }: KeptLicense) =>
    createHmac('sha256', sealKey).update(`${lastSeen}.${license}`).digest();
  return {
    read: async () => {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      return text === null ? null : parse(text, sealOf);
    },
    write: async (kept) => {
      const seal = sealOf(kept).toString('base64url');
      const body = { license: kept.license, last_seen: kept.lastSeen, seal };
      await writeWhole(path, `${JSON.stringify(body)}\n`);
    },
    remove: () => rm(path, { force: true }),
  };
}

function parse(text: string, sealOf: (kept: KeptLicense) => Buffer): KeptLicense | 'altered' {
  try {
    const { license, last_seen, seal } = stored.parse(JSON.parse(text));
    const kept = { license, lastSeen: last_seen };
    const claimed = Buffer.from(seal, 'base64url');
    const real = sealOf(kept);
    return claimed.length === real.length && timingSafeEqual(claimed, real) ? kept : 'altered';
  } catch {
    return 'altered';
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  try {
    const handle = await open(draft, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw writeError(error, path);
  }
}

function writeError(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new AppError('license.system-permissions', {}, { cause: error });
  }
  return code === 'ENOSPC' ? new AppError('store.disk-full', { key: path }, { cause: error }) : error;
}
