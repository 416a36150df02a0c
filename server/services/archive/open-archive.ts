import { createHash } from 'node:crypto';
import { schemaPartReason } from '#contract/schema-reason.ts';
import {
  type ArchiveManifest,
  archiveChecksums,
  archiveEntries,
  archiveFormat,
  archiveHead,
  archiveManifest,
  archivePaths,
  archiveVersion,
  type RefusedEntry,
} from '#contract/schemas/archive.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Reason } from '#domain/errors/reason.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { isWithinBounds, type JsonBounds } from '#domain/formats/json-bounds.ts';
import { beginsAsZip, readDirectory, walkZip, type ZipEntry } from '#domain/formats/zip/read-zip.ts';
import { readWhole } from '#workers/io/read-zip-entry.ts';
import { EntryRefusal, refusalOf } from './entry-refusal.ts';

/** An archive with an intact manifest. */
export interface OpenedArchive {
  readonly source: ByteSource;
  readonly manifest: ArchiveManifest;
  /** Entries that the manifest names, by path; their data have not been read. */
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /** SHA-256 by path; null where the archive is truncated before them or they are damaged. */
  readonly checksums: ReadonlyMap<string, string> | null;
  /** Entries that are already known to be left out. */
  readonly refused: readonly RefusedEntry[];
}

/** Maximum bytes of manifest and checksums, each: of some fifty thousand files. */
/** Maximum compression ratio of an entry of more than a MiB; text reaches 20, higher ones are taken for malicious. */
export const maxRatio = 250;
const maxListBytes = 16 * 1024 * 1024;
/** Maximum values in these: ten per file and more; counted before parsing. */
const listBounds: JsonBounds = { depth: 50, values: 1_000_000, containers: 1_000_000 };

/**
 * Opens an archive of a project; of a truncated one the entries before the cut are available. Nothing in it is
 * trusted: names only refer to the manifest's files. Throws `archive.not-an-archive`, `archive.no-manifest`,
 * `archive.bad-manifest`, `archive.not-project`, `archive.too-new`, `archive.too-many-entries`.
 */
export async function openArchive(source: ByteSource): Promise<OpenedArchive> {
  if (!(await beginsAsZip(source))) throw new AppError('archive.not-an-archive', { file: source.name });
  const found = (await readDirectory(source)) ?? (await walk(source));
  const { entries, refused } = sortOut(found);
  const head = entries.get(archiveEntries.manifest);
  if (!head) throw new AppError('archive.no-manifest', { file: source.name });
  const bytes = await readList(source, head).catch((error: unknown) => {
    const reason = refusalOf(error);
    throw reason === null ? error : badManifest(source, { reason: `importReason.${reason}` });
  });
  const manifest = parseManifest(source, bytes);
  const checksums = await readChecksums(source, entries, bytes);
  if (checksums === null && entries.has(archiveEntries.checksums)) {
    refused.push({ path: archiveEntries.checksums, reason: 'checksum' });
  }
  const listed = new Set(archivePaths(manifest).map(({ path }) => path));
  const own: string[] = Object.values(archiveEntries);
  for (const path of entries.keys()) {
    if (listed.has(path)) continue;
    entries.delete(path);
    if (own.includes(path) || path.endsWith('/')) continue;
    refused.push({ path, reason: isSafe(path) ? 'unlisted' : 'unsafe-name' });
  }
  return { source, manifest, entries, checksums, refused };
}

/** Entries of an archive without a directory: the manifest comes first and states the sizes of the others. */
async function walk(source: ByteSource): Promise<ZipEntry[]> {
  const found: ZipEntry[] = [];
  let sizes: ReadonlyMap<string, number> = new Map();
  for await (const entry of walkZip(source, (name) => sizes.get(name) ?? null)) {
    found.push(entry);
    if (entry.name !== archiveEntries.manifest || found.length > 1) continue;
    const bytes = await readList(source, entry).catch(() => null);
    if (bytes === null) break;
    sizes = new Map(archivePaths(parseManifest(source, bytes)).map(({ path, size }) => [path, size]));
  }
  return found;
}

/** Entries with a unique name and data that no other entry overlaps. */
function sortOut(found: readonly ZipEntry[]): {
  entries: Map<string, ZipEntry>;
  refused: RefusedEntry[];
} {
  const refused: RefusedEntry[] = [];
  const counts = new Map<string, number>();
  for (const { name } of found) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const [path, count] of counts) if (count > 1) refused.push({ path, reason: 'duplicate' });
  const entries = new Map<string, ZipEntry>();
  let end = 0;
  for (const entry of [...found].sort((a, b) => a.offset - b.offset)) {
    const isOver = entry.offset < end;
    end = Math.max(end, entry.offset + entry.compressedSize);
    if ((counts.get(entry.name) ?? 0) > 1) continue;
    if (isOver) refused.push({ path: entry.name, reason: 'overlap' });
    else entries.set(entry.name, entry);
  }
  return { entries, refused };
}

function isSafe(path: string): boolean {
  return !/^([/\\]|[A-Za-z]:)|(^|[/\\])\.\.([/\\]|$)|\0/.test(path);
}

async function readList(source: ByteSource, entry: ZipEntry): Promise<Buffer> {
  if (entry.size > maxListBytes) throw new EntryRefusal('size');
  return readWhole(source, entry, { size: entry.size, sha256: null, maxRatio });
}

function badManifest(source: ByteSource, reason: Reason): AppError {
  return new AppError('archive.bad-manifest', { ...reason, file: source.name });
}

function parseManifest(source: ByteSource, bytes: Buffer): ArchiveManifest {
  const data = parseJson(bytes);
  if (data === null) throw badManifest(source, { reason: 'it-is-not-json' });
  const head = archiveHead.safeParse(data);
  if (!head.success || head.data.format !== archiveFormat) {
    throw new AppError('archive.not-project', { file: source.name });
  }
  const { version } = head.data;
  if (version > archiveVersion) {
    throw new AppError('archive.too-new', { file: source.name, version, known: archiveVersion });
  }
  const parsed = archiveManifest.safeParse(data);
  if (parsed.success) return parsed.data;
  throw badManifest(source, schemaPartReason(parsed.error.issues[0]));
}

function parseJson(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  if (!isWithinBounds(text, listBounds)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The checksums of an archive, unless they are missing, damaged, or of another manifest. */
async function readChecksums(
  source: ByteSource,
  entries: ReadonlyMap<string, ZipEntry>,
  manifestBytes: Buffer,
): Promise<ReadonlyMap<string, string> | null> {
  const entry = entries.get(archiveEntries.checksums);
  const bytes = entry && (await readList(source, entry).catch(() => null));
  const parsed = bytes && archiveChecksums.safeParse(parseJson(bytes));
  if (!parsed?.success) return null;
  const checksums = new Map(Object.entries(parsed.data.entries));
  const own = createHash('sha256').update(manifestBytes).digest('hex');
  return checksums.get(archiveEntries.manifest) === own ? checksums : null;
}
