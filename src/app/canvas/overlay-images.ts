import { createSHA256 } from 'hash-wasm';
import { errorOfAnswer } from '#api/client.ts';
import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { fillPath } from '#contract/routes/route.ts';
import { overlayNameOf } from '#contract/schemas/overlay.ts';
import type { OverlayImages } from '#core/ports/overlay-images.ts';
import type { CrsDefinition } from '#domain/crs/types.ts';
import { placeOverlay } from '#domain/drawing/overlay.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { blobSource } from '#domain/formats/blob-source.ts';
import { fileKindBytes, fileKindOf } from '#domain/formats/file-kind.ts';
import { openPicture, type PixelSource } from '#gpu/streaming/image-source.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { openHttpSource } from '#workers/io/http-source.ts';
import { download } from './draft-file.ts';
import { writeOverlay } from './write-overlay.ts';

/** Characters that some systems do not allow in file names. */
const unsafe = /[<>:"/\\|?*\p{Cc}]/gu;
/** Share of adding a picture that is its reading; the rest is its upload. */
const readShare = 0.7;

/** Pictures over the site, stored under their hash at the project's server. */
export function createOverlayImages(
  projectPk: number,
  pool: TaskPool,
  system: CrsDefinition | null,
): OverlayImages {
  const opened = new Map<string, Promise<PixelSource>>();
  const pathOf = (hash: string) =>
    fillPath(rawRoutes.overlayGet.path, { pk: projectPk, name: overlayNameOf(hash) });

  function open(hash: string): Promise<PixelSource> {
    const known = opened.get(hash);
    if (known) return known;
    const { signal } = new AbortController();
    const opening = openHttpSource(pathOf(hash)).then((source) => openPicture(source, pool, signal));
    opened.set(hash, opening);
    opening.catch(() => opened.delete(hash));
    return opening;
  }

  return {
    address: pathOf,
    async add(file, signal, report) {
      const { stored, width, height, isPlaced } = await prepare(pool, file, signal, (fraction) =>
        report(fraction * readShare),
      );
      const hash = await sha256Of(stored, signal);
      await upload(pathOf(hash), stored, signal);
      report(1);
      return { hash, source: file.name, width, height, isPlaced };
    },
    async save(overlay, signal, report) {
      const { fit, pairs, image } = overlay;
      const name = `${overlay.name.replace(unsafe, '_')}.tif`;
      const source = await open(image.hash);
      if (fit === 'file') return downloadFrom(pathOf(image.hash), name);
      const { map } = placeOverlay(fit, pairs, image);
      download(await writeOverlay(source, { name, map, system, signal, report }, pool), name);
    },
    async read(hash, box, texel, signal) {
      const source = await open(hash);
      signal.throwIfAborted();
      return source.read(box, texel, signal);
    },
  };
}

function downloadFrom(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

interface Prepared {
  readonly stored: Blob;
  readonly width: number;
  readonly height: number;
  readonly isPlaced: boolean;
}

/** A TIFF is stored as it is, once it was opened; other pictures are made into one. */
async function prepare(
  pool: TaskPool,
  file: File,
  signal: AbortSignal,
  report: (fraction: number) => void,
): Promise<Prepared> {
  const head = new Uint8Array(await file.slice(0, fileKindBytes).arrayBuffer());
  if (fileKindOf(head) === 'tiff') {
    const { width, height, geotransform } = await openPicture(blobSource(file, file.name), pool, signal);
    return { stored: file, width, height, isPlaced: geotransform !== null };
  }
  const made = await pool.run(
    'overlay.encodeImage',
    { file, name: file.name },
    { signal, onProgress: ({ fraction }) => report(fraction) },
  );
  return { stored: made.file, width: made.width, height: made.height, isPlaced: false };
}

async function sha256Of(blob: Blob, signal: AbortSignal): Promise<string> {
  const hash = await createSHA256();
  const reader = blob.stream().getReader();
  for (;;) {
    signal.throwIfAborted();
    const { done, value } = await reader.read();
    if (done) return hash.digest();
    hash.update(value);
  }
}

async function upload(url: string, body: Blob, signal: AbortSignal): Promise<void> {
  const { method } = rawRoutes.overlayPut;
  const headers = { 'content-type': 'image/tiff' };
  const response = await fetch(url, { method, headers, body, signal, credentials: 'include' }).catch(
    (cause: unknown) => {
      if (signal.aborted) throw cause;
      throw new AppError('client.unreachable', { method, url }, { cause });
    },
  );
  if (!response.ok) throw errorOfAnswer(method, url, response.status, await response.text());
}
