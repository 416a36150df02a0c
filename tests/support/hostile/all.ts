import type { CrsTable } from '#domain/crs/table.ts';
import { archiveParsers } from './archives.ts';
import { cadParsers } from './cad.ts';
import { cloudParsers } from './clouds.ts';
import { entryParsers } from './entries.ts';
import { gisParsers } from './gis.ts';
import type { HostileParser } from './parser.ts';
import { pictureParsers } from './pictures.ts';
import { rasterParsers } from './rasters.ts';
import { requestParsers } from './requests.ts';
import { shapeParsers } from './shapes.ts';
import { systemParsers } from './systems.ts';
import { tableParsers } from './tables.ts';

/**
 * Every parser of files, texts and requests that come from outside. No other format is read: PNG, PDF and meshes are
 * written only.
 */
export async function hostileParsers(table: CrsTable): Promise<HostileParser[]> {
  return [
    ...(await cloudParsers(table)),
    ...(await rasterParsers()),
    ...pictureParsers(),
    ...shapeParsers(),
    ...cadParsers(),
    ...(await gisParsers(table)),
    ...(await archiveParsers()),
    ...systemParsers(table),
    ...tableParsers(),
    ...entryParsers(),
    ...requestParsers(table),
  ];
}
