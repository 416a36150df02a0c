import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileProof } from '#contract/schemas/file-proofs.ts';
import { type CogWriter, createCogWriter } from '#domain/formats/cog/cog-writer.ts';
import { createRasterSummer, type RasterSummer } from '#domain/formats/cog/raster-sums.ts';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { readExactly, writeFully } from '#workers/io/full-transfer.ts';
import { createOutputFile } from '#workers/io/output-file.ts';
import { publish } from '../proof/publish.ts';

/** A raster product being written: tiles are compressed on the pool and the file appears when it is complete. */
export interface RasterFile extends Omit<CogWriter, 'finish'> {
  /** Completes the file, which appears once it was read back. Errors: those of `proveRaster`. */
  commit(): Promise<FileProof>;
  /** Removes the unfinished file; no effect after `commit`. */
  discard(): Promise<void>;
}

/** Starts a cloud-optimised GeoTIFF at `path`. Errors: `cog.bad-spec`, those of writing files. */
export async function createRasterFile(
  path: string,
  spec: CogSpec,
  pool: TaskPool,
  signal?: AbortSignal,
): Promise<RasterFile> {
  const output = await createOutputFile(path);
  const scratchPath = join(dirname(path), `.${randomUUID().slice(0, 8)}.tiles`);
  const scratch = await open(scratchPath, 'w+');
  let isOpen = true;
  let summer: RasterSummer | undefined;

  async function closeScratch(): Promise<void> {
    if (!isOpen) return;
    isOpen = false;
    await scratch.close();
    await rm(scratchPath, { force: true });
  }

  const writer = createCogWriter(
    spec,
    { write: (_offset, bytes) => output.append(bytes) },
    {
      scratch: {
        write: (offset, bytes) => writeFully(scratch, bytes, offset),
        read: (offset, length) => readExactly(scratch, length, offset, scratchPath),
      },
      watch: (levels, tileSize) => {
        summer = createRasterSummer(spec, levels, tileSize);
        return summer;
      },
      encode: (coding, tile) => pool.run('raster.encodeTile', { coding, tile }, signal ? { signal } : {}),
      ...(signal ? { signal } : {}),
    },
  );

  return {
    ...writer,
    async commit() {
      await writer.finish();
      await closeScratch();
      return publish(output, { kind: 'raster', ...summer!.sums() }, { pool, signal });
    },
    async discard() {
      await closeScratch();
      await output.discard();
    },
  };
}
