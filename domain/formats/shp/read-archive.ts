import { AppError } from '../../errors/app-error.ts';
import { appendAll } from '../../math/extremes.ts';
import type { ByteSource } from '../byte-source.ts';
import { memorySource } from '../byte-source.ts';
import type { DeclaredSystem, ExchangeFeature, ExchangeLayer, ReadDrawing } from '../exchange-model.ts';
import { openWholeEntries, type WholeEntries } from '../zip/read-whole-entry.ts';
import type { ZipEntry } from '../zip/read-zip.ts';
import { readShapefile, type ShapefileParts } from './read-shapefile.ts';

/** Entries of one name by their endings in lower case. */
type EntrySet = ReadonlyMap<string, ZipEntry>;

const endings = ['.shp', '.shx', '.dbf', '.prj', '.cpg'];

/**
 * Reads every shapefile of a ZIP archive as one drawing; features without a layer of their own are on one of their
 * file's name.
 * @throws shp.no-set, shp.mixed-systems, those of `readShapefile`, and archive.* of entries
 */
export async function readShapefileArchive(source: ByteSource, signal?: AbortSignal): Promise<ReadDrawing> {
  const archive = await openWholeEntries(source);
  const sets = setsOf(archive.entries);
  if (sets.size === 0) throw new AppError('shp.no-set', { file: source.name });
  const layers = new Map<string, ExchangeLayer>();
  const features: ExchangeFeature[] = [];
  const notes: ReadDrawing['notes'][number][] = [];
  let system: DeclaredSystem = { kind: 'none' };
  let records = 0;
  for (const [stem, set] of sets) {
    const parts = await partsOf(archive, stem, set, source.name);
    const layer = stem.slice(stem.lastIndexOf('/') + 1);
    const read = await readShapefile(parts, { layer, ...(signal ? { signal } : {}) });
    for (const each of read.layers) if (!layers.has(each.name)) layers.set(each.name, each);
    for (const feature of read.features) features.push({ ...feature, record: records + feature.record! });
    records += 1 + (read.features.at(-1)?.record ?? -1);
    appendAll(notes, read.notes);
    system = agreeing(system, read.system, source.name);
  }
  return { layers: [...layers.values()], features, unit: null, system, notes };
}

/** Sets by path without ending; what programs of macOS add beside files is none. */
function setsOf(entries: readonly ZipEntry[]): ReadonlyMap<string, EntrySet> {
  const sets = new Map<string, Map<string, ZipEntry>>();
  for (const entry of entries) {
    const dot = entry.name.lastIndexOf('.');
    const ending = entry.name.slice(dot).toLowerCase();
    if (dot < 0 || !endings.includes(ending) || /(?:^|\/)(?:__MACOSX\/|\._)/.test(entry.name)) continue;
    const stem = entry.name.slice(0, dot);
    const set = sets.get(stem) ?? new Map<string, ZipEntry>();
    set.set(ending, entry);
    sets.set(stem, set);
  }
  return new Map([...sets].filter(([, set]) => set.has('.shp')));
}

async function partsOf(
  archive: WholeEntries,
  stem: string,
  set: EntrySet,
  file: string,
): Promise<ShapefileParts> {
  const bytesOf = async (ending: string) => {
    const entry = set.get(ending);
    return entry ? await archive.read(entry) : undefined;
  };
  const sourceOf = async (ending: string) => {
    const bytes = await bytesOf(ending);
    return bytes && memorySource(`${file}/${stem}${ending}`, bytes);
  };
  const textOf = async (ending: string) => {
    const bytes = await bytesOf(ending);
    return bytes && new TextDecoder().decode(bytes);
  };
  const [shx, dbf] = [await sourceOf('.shx'), await sourceOf('.dbf')];
  const [prj, cpg] = [await textOf('.prj'), await textOf('.cpg')];
  return {
    shp: (await sourceOf('.shp'))!,
    ...(shx ? { shx } : {}),
    ...(dbf ? { dbf } : {}),
    ...(prj === undefined ? {} : { prj }),
    ...(cpg === undefined ? {} : { cpg }),
  };
}

/** The system of both; one that says nothing agrees with any. */
function agreeing(first: DeclaredSystem, second: DeclaredSystem, file: string): DeclaredSystem {
  if (first.kind === 'none') return second;
  if (second.kind === 'none' || JSON.stringify(first) === JSON.stringify(second)) return first;
  throw new AppError('shp.mixed-systems', { file });
}
