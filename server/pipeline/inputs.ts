import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { verticalUnitNote } from '#domain/crs/assumed-units.ts';
import { conflictNotes } from '#domain/crs/conflicts.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { measureSystemOffsets } from '#domain/crs/system-offsets.ts';
import type { CrsDeclaration, CrsReport } from '#domain/crs/types.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { findMixedTimes } from '#domain/formats/las/gps-time.ts';
import { type LasFile, openLas } from '#domain/formats/las/las-file.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import { consentToMissing } from '#domain/formats/laz/missing-points.ts';
import { type Unit, unitSymbol } from '#domain/units/units.ts';
import type { FileSource } from '#workers/io/file-source.ts';
import { openSource } from '#workers/io/open-source.ts';
import { readPrjBeside } from '#workers/io/prj-file.ts';
import { hashOf } from './steps.ts';

/** A file to read, and its name in texts and reports. */
export interface InputFile {
  readonly path: string;
  readonly name: string;
}

/** A point cloud file that is open for reading. */
export interface InputCloud {
  readonly name: string;
  readonly source: FileSource;
  readonly file: LasFile;
  readonly crs: CrsReport;
  /** A warning about points that the file announces and lacks. */
  readonly missing: readonly ErrorRecord[];
  /** Changes when the file's content does: a key of name, length, time and both ends of the file. */
  readonly identity: string;
}

const identityBytes = 65_536;

async function identityOf(path: string, source: FileSource): Promise<string> {
  const { mtimeMs } = await stat(path);
  const head = await source.read(0, identityBytes);
  const tail = await source.read(Math.max(0, source.size - identityBytes), identityBytes);
  const ends = [head, tail].map((bytes) => Buffer.from(bytes).toString('latin1'));
  return hashOf([basename(path), source.size, mtimeMs, ends]);
}

/** What a person states about files, and consents to. */
export interface InputChoice {
  /** Coordinate system; overrides the files' own. */
  readonly stated: CrsDeclaration | null;
  /** Reads the points that are there of truncated files. */
  readonly acceptTruncated?: boolean | undefined;
  /** GPS week of files whose times are seconds of the week. */
  readonly gpsWeek?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

async function openInput(
  path: string,
  name: string,
  { stated, acceptTruncated = false, signal }: InputChoice,
): Promise<InputCloud> {
  const source = { ...(await openSource(path, signal)), name };
  try {
    const file = await openLas(source, signal);
    const prj = await readPrjBeside(path);
    const declarations: CrsDeclaration[] = [
      ...(stated ? [stated] : []),
      ...file.crsDeclarations,
      ...(prj === undefined ? [] : [{ source: 'prj', payload: prj } as const]),
    ];
    const place = file.bounds?.min;
    const wktBit = file.header.hasWktBit;
    const read = await readCrs(declarations, { wktBit, ...(place ? { place } : {}) });
    const crs = await measureSystemOffsets(read, place);
    const refused = crs.declarations.find((declaration) => declaration.source === 'user')?.error;
    if (refused) throw new AppError(refused.code, { ...refused.params, file: '--crs' });
    const missing = await consentToMissing(file, acceptTruncated, signal);
    if (file.availablePoints === 0) throw new AppError('process.no-points', { file: name });
    if (crs.kind === 'unknown' || !crs.horizontalUnit) throw new AppError('process.no-crs', { file: name });
    return { name, source, file, crs, missing, identity: await identityOf(path, source) };
  } catch (error) {
    await source.close();
    throw error;
  }
}

const nameOf = (unit: Unit | null) => (unit ? unitSymbol(unit) : '?');
const unitsOf = (crs: CrsReport) => `${nameOf(crs.horizontalUnit)}/${nameOf(crs.verticalUnit)}`;
const typeOf = (path: string) => extname(path).slice(1).toLowerCase();

/** Times of all files have the same epoch, or the stated week gives them one. */
function checkTimes(inputs: readonly InputCloud[], gpsWeek: number | undefined): void {
  const mixed = findMixedTimes(inputs.map(({ name, file }) => ({ name, header: file.header })));
  if (mixed && gpsWeek === undefined) throw new AppError(mixed.code, mixed.params);
}

/** One project's files must agree in type, coordinate system and units; the first decides. */
function checkAgreement(first: InputCloud, other: InputCloud): void {
  const files = { file: other.name, otherFile: first.name };
  if (typeOf(first.name) !== typeOf(other.name)) {
    throw new AppError('process.mixed-types', {
      ...files,
      type: typeOf(other.name),
      otherType: typeOf(first.name),
    });
  }
  if (unitsOf(first.crs) !== unitsOf(other.crs)) {
    throw new AppError('process.mixed-units', {
      ...files,
      units: unitsOf(other.crs),
      otherUnits: unitsOf(first.crs),
    });
  }
  const isSame =
    first.crs.epsg !== null && other.crs.epsg !== null
      ? first.crs.epsg === other.crs.epsg && first.crs.verticalEpsg === other.crs.verticalEpsg
      : first.crs.proj4 === other.crs.proj4 && first.crs.name === other.crs.name;
  if (isSame) return;
  throw new AppError('process.mixed-crs', {
    ...files,
    name: other.crs.name ?? '?',
    otherName: first.crs.name ?? '?',
  });
}

/**
 * Opens the files of one project and checks that they are compatible. Errors: those of reading them, `las.truncated`
 * without consent, `process.no-points`, `process.no-crs`, `process.mixed-types`, `process.mixed-units`,
 * `process.mixed-crs`, `process.mixed-times`.
 */
export async function openInputs(files: readonly InputFile[], choice: InputChoice): Promise<InputCloud[]> {
  const inputs: InputCloud[] = [];
  try {
    for (const { path, name } of files) {
      const input = await openInput(path, name, choice);
      inputs.push(input);
      checkAgreement(inputs[0]!, input);
    }
    checkTimes(inputs, choice.gpsWeek);
    return inputs;
  } catch (error) {
    await closeInputs(inputs);
    throw error;
  }
}

export async function closeInputs(inputs: readonly InputCloud[]): Promise<void> {
  for (const input of inputs) await input.source.close();
}

/** True where two files' records end in the same extra bytes with the same descriptions. */
export function hasSameExtraBytes(one: Pick<InputCloud, 'file'>, other: Pick<InputCloud, 'file'>): boolean {
  const describe = ({ file: { header, extraDimensions } }: Pick<InputCloud, 'file'>) =>
    JSON.stringify([header.recordLength - pointFormat(header.pointFormat).length, extraDimensions]);
  return describe(one) === describe(other);
}

/** Warnings about the files; none of them prevents processing. */
export function inputWarnings(inputs: readonly InputCloud[]): ErrorRecord[] {
  return inputs.flatMap((input): ErrorRecord[] => {
    const { file, crs, name } = input;
    const other = inputs.find((one) => !hasSameExtraBytes(one, input));
    const dropped: ErrorRecord[] = other
      ? [{ code: 'process.extra-bytes-dropped', params: { file: name, otherFile: other.name } }]
      : [];
    return [
      ...file.warnings,
      ...input.missing,
      ...conflictNotes(name, crs.conflicts),
      ...verticalUnitNote(name, crs),
      ...dropped,
    ];
  });
}
