import type { CrsDeclaration } from '../../crs/types.ts';
import type { ErrorRecord } from '../../errors/app-error.ts';
import { sizeLimits } from '../../math/size-limits.ts';
import type { ByteSource } from '../byte-source.ts';
import type { LasHeader } from './header.ts';
import { findVlr, readVlrData, type Vlr } from './vlr.ts';

/** User id of the records that declare a coordinate system. */
export const projectionUserId = 'LASF_Projection';

/** Record numbers under that user id. */
export const projectionRecords = { wkt: 2112, geoKeys: 34735, geoDoubles: 34736, geoAscii: 34737 } as const;

const esriWktRecord = 4224;
const latin1 = new TextDecoder('latin1');

function textOf(bytes: Uint8Array): string {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  const used = bytes.subarray(0, end);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(used).trim();
  } catch {
    return latin1.decode(used).trim();
  }
}

function wktSource({ userId, recordId }: Vlr): 'wkt-2112' | 'wkt-liblas' | 'wkt-4224' | undefined {
  if (recordId === esriWktRecord) return 'wkt-4224';
  if (recordId !== projectionRecords.wkt) return undefined;
  if (userId === projectionUserId) return 'wkt-2112';
  return userId === 'liblas' ? 'wkt-liblas' : undefined;
}

async function readGeoKeys(
  source: ByteSource,
  vlrs: readonly Vlr[],
  signal: AbortSignal | undefined,
): Promise<CrsDeclaration | undefined> {
  const take = async (recordId: number) => {
    const vlr = findVlr(vlrs, projectionUserId, recordId);
    return vlr && vlr.dataLength > 0 ? await readVlrData(source, vlr, signal) : undefined;
  };
  const keys = await take(projectionRecords.geoKeys);
  if (!keys) return undefined;
  const doubles = await take(projectionRecords.geoDoubles);
  const ascii = await take(projectionRecords.geoAscii);
  const words = new Uint16Array(Math.floor(keys.byteLength / 2));
  const view = new DataView(keys.buffer);
  for (let index = 0; index < words.length; index++) words[index] = view.getUint16(index * 2, true);
  const numbers = new Float64Array(Math.floor((doubles?.byteLength ?? 0) / 8));
  for (let index = 0; doubles && index < numbers.length; index++) {
    numbers[index] = new DataView(doubles.buffer).getFloat64(index * 8, true);
  }
  return {
    source: 'geokeys',
    payload: { directory: words, doubles: numbers, ascii: ascii ? latin1.decode(ascii) : '' },
  };
}

/** The declarations in the records of a file, and warnings about ignored ones. */
export interface DeclaredSystems {
  readonly declarations: CrsDeclaration[];
  readonly warnings: ErrorRecord[];
}

/**
 * The declarations of the coordinate system in the records of a file, in the order of the records, GeoKeys last: WKT
 * in record 2112 of LASF_Projection and liblas and in record 4224, GeoKeys in 34735–34737. They are not evaluated.
 * Only the first `maxRecords` with WKT are read, since each is compared with EPSG's list, which takes milliseconds;
 * `las.many-systems` reports the others.
 */
export async function collectCrsDeclarations(
  source: ByteSource,
  vlrs: readonly Vlr[],
  signal?: AbortSignal,
  maxRecords: number = sizeLimits['las.systemRecords'].value,
): Promise<DeclaredSystems> {
  const declarations: CrsDeclaration[] = [];
  const texts = vlrs.filter((vlr) => wktSource(vlr) !== undefined && vlr.dataLength > 0);
  for (const vlr of texts.slice(0, maxRecords)) {
    const payload = textOf(await readVlrData(source, vlr, signal));
    if (payload !== '') declarations.push({ source: wktSource(vlr)!, payload });
  }
  const geoKeys = await readGeoKeys(source, vlrs, signal);
  if (geoKeys) declarations.push(geoKeys);
  const params = { file: source.name, found: texts.length, used: maxRecords };
  return {
    declarations,
    warnings: texts.length > maxRecords ? [{ code: 'las.many-systems', params }] : [],
  };
}

/**
 * Where the header's WKT bit contradicts the records: a file of a format from 6 on, or one without GeoTIFF keys,
 * whose WKT other software ignores as the bit is not set; or one whose bit announces missing WKT.
 */
export function wktBitNote(
  { hasWktBit, pointFormat }: Pick<LasHeader, 'hasWktBit' | 'pointFormat'>,
  declarations: readonly CrsDeclaration[],
  file: string,
): ErrorRecord[] {
  const hasWkt = declarations.some(({ source }) => source === 'wkt-2112');
  const hasKeys = declarations.some(({ source }) => source === 'geokeys');
  const used = hasKeys ? 'GeoTIFF' : 'WKT';
  if (hasWkt && !hasWktBit && (pointFormat >= 6 || !hasKeys))
    return [{ code: 'las.wkt-bit-unset', params: { file, used } }];
  return hasWktBit && !hasWkt && hasKeys ? [{ code: 'las.wkt-bit-alone', params: { file } }] : [];
}

/** True for records that declare the coordinate system, which a writer replaces by its own. */
export function isCrsRecord(vlr: Pick<Vlr, 'userId' | 'recordId'>): boolean {
  if (vlr.userId === projectionUserId) return true;
  return (
    vlr.recordId === esriWktRecord || (vlr.userId === 'liblas' && vlr.recordId === projectionRecords.wkt)
  );
}
