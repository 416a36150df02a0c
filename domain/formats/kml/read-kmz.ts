import { AppError } from '../../errors/app-error.ts';
import type { ByteSource } from '../byte-source.ts';
import { memorySource } from '../byte-source.ts';
import type { ReadDrawing } from '../exchange-model.ts';
import { openWholeEntries } from '../zip/read-whole-entry.ts';
import { type ReadKmlOptions, readKml } from './read-kml.ts';

/**
 * Reads the KML file of a KMZ archive: `doc.kml`, else the first at its root, else the first; others are told.
 * @throws kml.no-kml, those of `readKml`, and archive.* of entries
 */
export async function readKmz(source: ByteSource, options: ReadKmlOptions): Promise<ReadDrawing> {
  const archive = await openWholeEntries(source);
  const files = archive.entries.filter(({ name }) => /\.kml$/i.test(name));
  const main =
    files.find(({ name }) => name.toLowerCase() === 'doc.kml') ??
    files.find(({ name }) => !name.includes('/')) ??
    files[0];
  if (!main) throw new AppError('kml.no-kml', { file: source.name });
  const bytes = await archive.read(main);
  const drawing = await readKml(memorySource(`${source.name}/${main.name}`, bytes), options);
  if (files.length === 1) return drawing;
  const params = { file: source.name, count: files.length - 1 };
  return { ...drawing, notes: [...drawing.notes, { code: 'kml.other-files', params }] };
}
