import { memorySource } from '#domain/formats/byte-source.ts';
import { readShapefileArchive } from '#domain/formats/shp/read-archive.ts';
import { readShapefile } from '#domain/formats/shp/read-shapefile.ts';
import { writeShapefiles } from '#domain/formats/shp/write-shapefiles.ts';
import { writeZip } from '#domain/formats/zip/write-zip.ts';
import { createExportDrawing } from '../export-drawing.ts';
import { guardedSource } from '../guarded-source.ts';
import type { HostileParser } from './parser.ts';

const { files } = writeShapefiles(createExportDrawing(), { prj: 'GEOGCS["a"]' });
const bytesOf = (ending: string) =>
  files.filter(({ name }) => name.endsWith(ending)).map(({ bytes }) => bytes);

async function archive(): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of writeZip(files)) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

/** A parser of one file of a set, whose others are sound. */
function partParser(ending: '.shp' | '.shx' | '.dbf'): HostileParser {
  const whole = (wanted: string) => memorySource(`a${wanted}`, bytesOf(wanted).at(-1)!);
  return {
    name: `shapefile ${ending}`,
    inputs: bytesOf(ending),
    parse(bytes) {
      const source = (wanted: string) =>
        wanted === ending ? guardedSource(`a${wanted}`, bytes) : whole(wanted);
      return readShapefile({ shp: source('.shp'), shx: source('.shx'), dbf: source('.dbf') }, { layer: 'a' });
    },
  };
}

/** Parsers of files of geographic information systems. */
export async function gisParsers(): Promise<HostileParser[]> {
  return [
    partParser('.shp'),
    partParser('.shx'),
    partParser('.dbf'),
    {
      name: 'shapefiles in a ZIP',
      inputs: [await archive()],
      parse: (bytes) => readShapefileArchive(guardedSource('a.zip', bytes)),
    },
  ];
}
