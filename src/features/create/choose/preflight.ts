import { limits } from '#contract/limits.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import type { CrsDeclaration, CrsReport } from '#domain/crs/types.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { blobSource } from '#domain/formats/blob-source.ts';
import { type LasFile, openLas } from '#domain/formats/las/las-file.ts';
import { countPoints } from '#domain/formats/laz/missing-points.ts';
import { isLidarName, isPrjName } from './survey-files.ts';

/** A file whose header could be read, with its declared coordinate system. */
export interface ReadableFile {
  readonly file: File;
  readonly las: LasFile;
  readonly crs: CrsReport;
  /** Points that the file declares but lacks, or that are found despite a wrong chunk table. */
  readonly missing: readonly ErrorRecord[];
}

/** Result of analysing dropped files, before anything is uploaded. */
export interface Preflight {
  readonly files: readonly ReadableFile[];
  /** Why the files cannot make a project together; empty when they can. */
  readonly refusals: readonly ErrorRecord[];
  /** A `.prj` text dropped along that declares the system which the files lack. */
  readonly prj: string | null;
}

const extensionOf = (name: string): string => /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? '';

/** Reads headers and coordinate systems of dropped files. A `.prj` among them applies to files that declare nothing. */
export async function preflight(dropped: readonly File[]): Promise<Preflight> {
  const prjFile = dropped.find((file) => isPrjName(file.name));
  const prj = prjFile === undefined ? null : (await prjFile.text()).trim();
  const clouds = dropped.filter((candidate) => candidate !== prjFile);
  const count = clouds.length;
  if (count > limits.lidarFiles) {
    const params = { count, most: limits.lidarFiles };
    return { files: [], refusals: [{ code: 'create.too-many-lidar', params }], prj: null };
  }
  const files: ReadableFile[] = [];
  const refusals: ErrorRecord[] = [];
  for (const file of clouds) {
    try {
      files.push(await readOne(file, prj));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusals.push({ code: error.code, params: { file: file.name, ...error.params } });
    }
  }
  const isPrjUsed = files.some(({ crs }) => crs.source === 'prj');
  if (files.length === 0 && refusals.length === 0) refusals.push({ code: 'create.only-prj', params: {} });
  return { files, refusals: [...refusals, ...disagreements(files)], prj: isPrjUsed ? prj : null };
}

/** Whether a file declares no coordinate system, so that the user must. */
export function lacksSystem({ files }: Preflight): boolean {
  return files.some(({ crs }) => crs.kind === 'unknown' || crs.kind === 'vertical');
}

/** Whether points are missing, so that the user must consent to a project of the remaining ones. */
export function lacksPoints({ files }: Preflight): boolean {
  return files.some(({ missing }) => missing.some(({ code }) => code === 'las.fewer-points'));
}

/** Conflicts with the differences of their systems; transforms are loaded only where there are any. */
async function withOffsets(crs: CrsReport, place: readonly number[] | undefined): Promise<CrsReport> {
  const { measureSystemOffsets } = await import('#domain/crs/system-offsets.ts');
  return await measureSystemOffsets(crs, place);
}

async function readOne(file: File, prj: string | null): Promise<ReadableFile> {
  if (!isLidarName(file.name)) throw new AppError('create.not-lidar', { file: file.name });
  const las = await openLas(blobSource(file, file.name));
  if (las.header.pointCount === 0) throw new AppError('create.no-points', { file: file.name });
  const fromPrj: CrsDeclaration[] = prj === null ? [] : [{ source: 'prj', payload: prj }];
  const place = las.bounds?.min;
  const read = await readCrs([...las.crsDeclarations, ...fromPrj], {
    wktBit: las.header.hasWktBit,
    ...(place === undefined ? {} : { place }),
  });
  const crs = read.conflicts.length === 0 ? read : await withOffsets(read, place);
  return { file, las, crs, missing: (await countPoints(las)).warnings };
}

/** Files of a project share type, coordinate system and unit (spec part 2, section 5). */
function disagreements(files: readonly ReadableFile[]): ErrorRecord[] {
  const [first, ...others] = files;
  if (first === undefined) return [];
  const facts = {
    type: ({ file }: ReadableFile) => extensionOf(file.name),
    'coordinate-system': ({ crs }: ReadableFile) => String(crs.epsg ?? crs.name ?? 'not-stated'),
    unit: ({ crs }: ReadableFile) => crs.horizontalUnit?.name ?? 'not-stated',
    'unit-of-heights': ({ crs }: ReadableFile) => crs.verticalUnit?.name ?? 'not-stated',
  };
  return Object.entries(facts).flatMap(([fact, read]) => {
    const other = others.find((candidate) => read(candidate) !== read(first));
    if (other === undefined) return [];
    const params = {
      file: other.file.name,
      other: first.file.name,
      fact,
      says: read(other),
      otherSays: read(first),
    };
    return [{ code: 'create.mixed-files' as const, params }];
  });
}
