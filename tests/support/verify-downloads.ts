import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'content-disposition';
import type { Product } from '#contract/schemas/product.ts';
import type { Caller, TestApi } from './api.ts';
import { runHere } from './run-cli.ts';

/** Checksum kinds of a product's downloads by name, and whether the files verify. */
export interface VerifiedDownloads {
  readonly kinds: Readonly<Record<string, string>>;
  readonly code: number;
  /** The same after the last byte but 20 of each file was changed: codes of the errors by name. */
  readonly changed: Readonly<Record<string, string | null>>;
}

async function verify(folder: string) {
  const { code, out } = await runHere('verify', folder, '--json');
  const { files } = JSON.parse(out) as {
    files: { file: string; kind: string; error: { code: string } | null }[];
  };
  return { code, files: files.map((found) => ({ ...found, name: found.file.slice(folder.length + 1) })) };
}

/** Saves the downloads of a product and their sums in a folder, as a user would, and runs `plumbline verify` there. */
export async function verifyDownloads(
  api: TestApi,
  caller: Caller | null,
  product: Product,
): Promise<VerifiedDownloads> {
  const get = (url: string) =>
    api.app.inject({ method: 'GET', url, headers: caller ? { cookie: caller.cookie } : {} });
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-downloads-'));
  try {
    const sums = await get(product.proofs_url ?? '/');
    const saveAs = parse(String(sums.headers['content-disposition'])).parameters['filename'] ?? '?';
    await writeFile(join(folder, saveAs), sums.rawPayload);
    const names = product.files.filter(({ tag }) => tag === 'exportable');
    for (const { name, url } of names) await writeFile(join(folder, name), (await get(url)).rawPayload);
    const { code, files } = await verify(folder);
    for (const { name } of files) {
      const bytes = await readFile(join(folder, name));
      bytes[bytes.length - 20]! ^= 1;
      await writeFile(join(folder, name), bytes);
    }
    const after = await verify(folder);
    return {
      code,
      kinds: Object.fromEntries(files.map(({ name, kind }) => [name, kind])),
      changed: Object.fromEntries(after.files.map(({ name, error }) => [name, error?.code ?? null])),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
