import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archiveHead, archiveManifest } from '#contract/schemas/archive.ts';
import { findData, readDirectory, walkZip } from '#domain/formats/zip/read-zip.ts';
import { writeZip } from '#domain/formats/zip/write-zip.ts';
import { extractEntry, listZip } from '#server/pipeline/photo/engines/read-zip.ts';
import { guardedSource } from '../guarded-source.ts';
import { type HostileParser, parsedJson, textParser, utf8 } from './parser.ts';

const stored = ['manifest.json', 'files/a.bin'];

async function zipFile(): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const inputs = stored.map((name) => ({ name, bytes: utf8(name.repeat(9)) }));
  const streamed = {
    name: 'b',
    size: 3,
    open: async function* () {
      yield utf8('abc');
    },
  };
  for await (const part of writeZip([...inputs, streamed])) parts.push(part.slice());
  return new Uint8Array(Buffer.concat(parts));
}

function zipParser(input: Uint8Array): HostileParser {
  return {
    name: 'ZIP',
    inputs: [input],
    async parse(bytes) {
      const source = guardedSource('a.zip', bytes);
      const directory = await readDirectory(source);
      for (const entry of directory ?? []) await findData(source, entry);
      const walked = [];
      for await (const entry of walkZip(source, () => 3)) walked.push(entry);
      return { directory, walked };
    },
  };
}

/** The archive of a service's products, whose files are written to one folder. */
function serviceZipParser(input: Uint8Array): HostileParser {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-zip-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return {
    name: 'ZIP of a service',
    inputs: [input],
    async parse(bytes) {
      const source = guardedSource('all.zip', bytes);
      const entries = await listZip(source);
      for (const entry of entries.slice(0, 3)) await extractEntry(source, entry, join(folder, 'file'));
      return entries;
    },
  };
}

const file = { path: 'p/a.tif', name: 'a.tif', format: 'tif', tag: 'exportable', size: 9 };
const manifest = {
  format: 'plumbline-project',
  version: 1,
  program: 'plumbline 0.1.0',
  when_exported: '2026-01-01T00:00:00.000Z',
  has_inputs: false,
  project: {
    name: 'a',
    description: '',
    is_lidar: true,
    unit_of_measure: 'meters',
    epsg: 32617,
    wkt: null,
    settings: {},
    image_count: 0,
    when_created: '2026-01-01T00:00:00.000Z',
    thumbnail: null,
  },
  products: [
    {
      name: 'digital_elevation_model',
      status: 'Done',
      unit_of_measure: null,
      resolution: 0.5,
      epsg: null,
      wkt: null,
      pixel_width: 9,
      pixel_height: 9,
      meta: { a: [1] },
      error: { code: 'las.not-las', params: { file: 'a' } },
      is_compressed: null,
      when_created: '2026-01-01T00:00:00.000Z',
      when_completed: null,
      inputs: [],
      files: [file],
    },
  ],
  drawings: [
    { path: 'd.json', revision: 1, snapshot: null, when_saved: '2026-01-01T00:00:00.000Z', size: 9 },
  ],
};

/** Parsers of archives and of their list of contents. */
export async function archiveParsers(): Promise<HostileParser[]> {
  const zip = await zipFile();
  return [
    zipParser(zip),
    serviceZipParser(zip),
    textParser('manifest', [JSON.stringify(manifest)], (text) => {
      const data = parsedJson(text);
      return [archiveHead.safeParse(data), archiveManifest.safeParse(data)];
    }),
  ];
}
