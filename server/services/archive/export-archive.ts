import { createHash } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { archiveEntries, archivePaths } from '#contract/schemas/archive.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { writeZip, type ZipInput, zipLength } from '#domain/formats/zip/write-zip.ts';
import { fastCrc32 } from '#workers/io/fast-crc32.ts';
import type { ProjectRow } from '../../db/schema/projects.ts';
import { task } from '../../db/schema/work.ts';
import type { ServerContext } from '../context.ts';
import { listDrawings } from '../drawings/drawings.ts';
import { type ArchiveChoice, gatherManifest, readDrawingBytes } from './manifest.ts';

/** Characters that some systems do not allow in file names. */
const unsafe = /[<>:"/\\|?*\p{Cc}]/gu;

/** An archive that has not been written yet. */
export interface PlannedArchive {
  /** Such as `Pit.plumbline.zip`. */
  readonly fileName: string;
  /** Size in bytes, known because nothing is compressed again: clouds, images and rasters already are. */
  readonly length: number;
  /** Its bytes, read on demand. Throws `archive.changed`, `store.not-found`. */
  pieces(): AsyncGenerator<Uint8Array>;
}

/**
 * Plans the archive of a project: manifest, drawings, products, its inputs if wanted, and the SHA-256 of each. Throws
 * `archive.busy` while the project's files change, and the errors of `gatherManifest`.
 */
export async function planArchive(
  context: ServerContext,
  project: ProjectRow,
  choice: ArchiveChoice,
): Promise<PlannedArchive> {
  await requireNoTask(context, project);
  const { manifest, keys } = await gatherManifest(context, project, choice);
  const hashes = new Map<string, string>();
  const drawings = await listDrawings(context, project.pk);
  const revisions = new Map(
    manifest.drawings.map(({ path, drawing, revision }) => [
      path,
      { pk: drawings[drawing - 1]!.pk, revision },
    ]),
  );
  const head: ZipInput = { name: archiveEntries.manifest, bytes: toJson(manifest) };
  hashes.set(head.name, createHash('sha256').update(head.bytes).digest('hex'));
  const files = archivePaths(manifest).map(({ path, size }): ZipInput => {
    const revision = revisions.get(path);
    const open = async function* () {
      const source =
        revision === undefined
          ? await context.store.read(keys.get(path) ?? '')
          : [await readDrawingBytes(context, revision.pk, revision.revision)];
      const hash = createHash('sha256');
      for await (const piece of source as AsyncIterable<Uint8Array>) {
        hash.update(piece);
        yield piece;
      }
      hashes.set(path, hash.digest('hex'));
    };
    return { name: path, size, open };
  });
  const checksums = (): ZipInput => ({ name: archiveEntries.checksums, bytes: checksumBytes(hashes) });
  const unknown = new Map([head, ...files].map(({ name }) => [name, '0'.repeat(64)]));
  const placeholder = { name: archiveEntries.checksums, bytes: checksumBytes(unknown) };
  return {
    fileName: `${project.name.replace(unsafe, '_')}.plumbline.zip`,
    length: zipLength([head, ...files, placeholder]),
    pieces: () => writeZip([head, ...files, checksums], fastCrc32),
  };
}

function toJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 1)}\n`);
}

function checksumBytes(entries: ReadonlyMap<string, string>): Uint8Array {
  return toJson({ algorithm: 'sha256', entries: Object.fromEntries(entries) });
}

/** Only a project whose files do not change while they are read is exported. */
async function requireNoTask({ db }: ServerContext, { pk, name, state }: ProjectRow): Promise<void> {
  const active = await db
    .select({ pk: task.pk })
    .from(task)
    .where(and(eq(task.imagesetPk, pk), inArray(task.status, ['queued', 'running'])))
    .limit(1);
  const isAtRest = state === 'completed' || state === 'errored';
  if (!isAtRest || active.length > 0) throw new AppError('archive.busy', { name, state });
}
