import { routes } from '#contract/routes/table.ts';
import { safeInputName } from '#contract/schemas/images.ts';
import type { Project } from '#contract/schemas/project.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { readExif } from '#domain/formats/exif/read-exif.ts';
import { readJpegHead } from '#domain/formats/jpeg/read-head.ts';
import type { ApiClient } from '../client.ts';
import type { JournalEntry } from './journal.ts';
import { isCompressedName, parseLidarName } from './lidar-upload.ts';
import type { UploadPart } from './send-parts.ts';

const mebibyte = 1024 * 1024;
/** Bytes of a photo that contain its EXIF. */
const headLength = 256 * 1024;

type Listed = readonly (readonly [name: string, size: number])[];

/** Facts of an interrupted upload. */
export interface MissingFacts {
  /** Bytes as announced; lidar in bytes or in whole MiB. */
  readonly missing: Listed;
  /** Bytes as arrived. */
  readonly uploaded: Listed;
  /** This browser's record of it; null for none. */
  readonly remembered: JournalEntry | null;
  /** Makes of the project's cameras; empty while none is known. */
  readonly makes: readonly string[];
}

/** Lidar is known to the server by its size only, in bytes or in whole MiB. */
const isLidarMatch = (file: File, name: string, expected: number): boolean =>
  isCompressedName(file.name) === isCompressedName(name) &&
  [file.size, Math.ceil(file.size / mebibyte), Math.round(file.size / mebibyte)].includes(expected);

const isNamedMatch = (file: File, name: string, expected: number): boolean =>
  safeInputName(file.name) === name && file.size === expected;

/** The camera make that the head of a JPEG states; null for other files, and where none is stated or can be read. */
export async function readMake(head: Blob): Promise<string | null> {
  try {
    const bytes = new Uint8Array(await head.slice(0, headLength).arrayBuffer());
    const { exif } = await readJpegHead(memorySource('photo', bytes));
    return exif === null ? null : (await readExif(memorySource('photo', exif))).make;
  } catch {
    return null;
  }
}

/** Makes of a project's cameras: as processing found them, else of the first photo that has arrived. */
export async function readProjectMakes(
  client: ApiClient,
  project: Project,
  read: typeof fetch = fetch,
): Promise<string[]> {
  if (project.sensors.length > 0) return project.sensors.map((sensor) => sensor.make);
  const [photo] = await client.call(routes.imagesList, { params: { pk: project.pk } });
  if (photo === undefined) return [];
  const headers = { range: `bytes=0-${headLength - 1}` };
  const answer = await read(photo.url, { headers, credentials: 'include' });
  const make = answer.ok ? await readMake(await answer.blob()) : null;
  return make === null ? [] : [make];
}

const plain = (make: string) => make.trim().toLowerCase();

/** A photo must be of the project's camera make; photos without a make are compared by name and size alone. */
async function isOfMake(file: File, makes: readonly string[]): Promise<boolean> {
  if (makes.length === 0 || !/\.jpe?g$/i.test(file.name)) return true;
  const make = await readMake(file);
  return make === null || makes.some((known) => plain(known) === plain(make));
}

/**
 * Finds the dropped files that an interrupted upload waits for: images by name, size and camera make, control files by
 * name and size, lidar by size in whole MiB. Where this browser remembers the upload, lidar is also found by its own
 * name and exact size, then by exact size, so that parts of one size are not confused. Whether the bytes are those of
 * the interrupted upload is checked by hashes when it resumes.
 */
export async function findMissing(facts: MissingFacts, files: readonly File[]): Promise<UploadPart[]> {
  const left = [...files];
  const take = (isMatch: (file: File) => boolean): File | undefined => {
    const at = left.findIndex(isMatch);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const takeLidar = (name: string, expected: number): File | undefined => {
    const known = facts.remembered?.parts.find((part) => part.name === name);
    if (known) {
      return (
        take((file) => file.name === known.fileName && file.size === known.size) ??
        take((file) => isLidarMatch(file, name, known.size) && file.size === known.size)
      );
    }
    const arrived = new Set(facts.uploaded.map(([, size]) => size));
    return (
      take((file) => isLidarMatch(file, name, expected) && !arrived.has(file.size)) ??
      take((file) => isLidarMatch(file, name, expected))
    );
  };
  const found: UploadPart[] = [];
  for (const [name, expected] of facts.missing) {
    const lidar = parseLidarName(name);
    const file = lidar ? takeLidar(name, expected) : take((entry) => isNamedMatch(entry, name, expected));
    if (file !== undefined && (lidar || (await isOfMake(file, facts.makes))))
      found.push({ file, name, lidar });
  }
  return found;
}
