import { Readable } from 'node:stream';
import { writeStream } from '#workers/io/write-stream.ts';
import type { ProjectRow } from '../../db/schema/projects.ts';
import type { ServerContext } from '../context.ts';
import { writeIntoFolder } from '../products/export-to-disk.ts';
import { planArchive } from './export-archive.ts';
import type { ArchiveChoice } from './manifest.ts';

/**
 * Writes a project's archive into a folder at or below the projects folder. Throws the errors of `planArchive` and
 * `writeIntoFolder`.
 */
export async function exportToFolder(
  context: ServerContext,
  project: ProjectRow,
  options: ArchiveChoice & { readonly folder: string },
): Promise<{ path: string; size: number }> {
  const archive = await planArchive(context, project, options);
  const { fileName: name, length: size } = archive;
  const path = await writeIntoFolder(context, { folder: options.folder, name, size }, (draft) =>
    writeStream(draft, [Readable.from(archive.pieces())], { flush: true }),
  );
  return { path, size };
}
