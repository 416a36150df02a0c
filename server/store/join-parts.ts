import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredPart } from '#contract/store/multipart-xml.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { sizeLimits } from '#domain/math/size-limits.ts';
import { writeStream } from '#workers/io/write-stream.ts';
import { flushFolder, writeFlushed } from './atomic-write.ts';

/** A part on disk: `file` in the folder of its upload. */
export type NamedPart = StoredPart & { readonly file: string };

const journalFile = 'join.json';
const joinedFile = 'joined';

/** Parts of an upload whose join has started, in order; null before that. */
export async function readJoin(place: string): Promise<readonly NamedPart[] | null> {
  const text = await readFile(join(place, journalFile), 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
}

/**
 * Records which parts are joined, in which order: from here on an upload can only be completed or aborted. Throws
 * `upload.part-missing` where a part was truncated on disk.
 */
export async function beginJoin(place: string, parts: readonly NamedPart[]): Promise<void> {
  for (const part of parts) await requireWhole(place, part);
  const draft = join(place, `${journalFile}.draft`);
  await writeFlushed(draft, JSON.stringify(parts));
  await rename(draft, join(place, journalFile));
  await flushFolder(place);
}

/**
 * Joins the parts of a folder into one file: the first becomes it, the others are appended and removed, so that the
 * disk holds little more than the file. A killed join continues: removed parts are in the file, flushed, and what
 * follows their bytes is written again. Throws `upload.part-missing` where the disk lost bytes since the join began.
 * @param batch bytes that are appended before they are flushed and their parts removed: the maximum extra disk space
 * of a join
 * @returns path of the file; null where it was moved before, with all parts removed
 */
export async function joinParts(
  place: string,
  parts: readonly NamedPart[],
  batch: number = sizeLimits['store.joinBytes'].value,
): Promise<string | null> {
  const joined = join(place, joinedFile);
  const found = await stat(joined).catch(() => null);
  let next = await countGone(place, parts);
  if (!found && next === parts.length) return null;
  const [first] = parts as [NamedPart];
  if (!found) {
    if (next > 0) throw missing(first);
    await requireWhole(place, first);
    await rename(join(place, first.file), joined);
    await flushFolder(place);
    next = 1;
  }
  let end = parts.slice(0, next).reduce((sum, { size }) => sum + size, 0);
  if ((await stat(joined)).size < end) throw missing(first);
  while (next < parts.length) {
    const some = nextBatch(parts, next, batch);
    for (const part of some) {
      await requireWhole(place, part);
      await append(join(place, part.file), joined, end);
      end += part.size;
    }
    await flush(joined, end);
    for (const part of some) await rm(join(place, part.file));
    next += some.length;
  }
  await flush(joined, end);
  return joined;
}

const missing = ({ file, partNumber }: NamedPart) =>
  new AppError('upload.part-missing', { key: file, part: partNumber });

/** Number of leading parts that are no longer on disk. */
async function countGone(place: string, parts: readonly NamedPart[]): Promise<number> {
  for (const [index, { file }] of parts.entries()) {
    if (await stat(join(place, file)).catch(() => null)) return index;
  }
  return parts.length;
}

function nextBatch(parts: readonly NamedPart[], from: number, most: number): readonly NamedPart[] {
  let [to, bytes] = [from, 0];
  do bytes += parts[to++]!.size;
  while (to < parts.length && bytes + parts[to]!.size <= most);
  return parts.slice(from, to);
}

async function requireWhole(place: string, part: NamedPart): Promise<void> {
  const facts = await stat(join(place, part.file)).catch(() => null);
  if (facts?.size !== part.size) throw missing(part);
}

async function append(part: string, joined: string, at: number): Promise<void> {
  const bytes = createReadStream(part, { highWaterMark: 2 ** 20 });
  await writeStream(joined, [bytes], { flags: 'r+', start: at });
}

/** Truncates the file to its length, since a killed join may have written more, and flushes it. */
async function flush(path: string, length: number): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.truncate(length);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
