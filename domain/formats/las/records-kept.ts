import type { CrsReport } from '../../crs/types.ts';
import { AppError } from '../../errors/app-error.ts';
import { sizeLimits } from '../../math/size-limits.ts';
import { lazVlrUserId } from '../laz/laz-vlr.ts';
import { isCrsRecord, projectionRecords, projectionUserId } from './crs-declarations.ts';
import type { LasFile } from './las-file.ts';
import { readVlrData, type Vlr, type VlrContent } from './vlr.ts';

/** The records of the new file, and whether they declare the CRS as WKT. */
export interface KeptRecords {
  readonly vlrs: VlrContent[];
  readonly hasWktBit: boolean;
}

/** Records of LASF_Spec that describe waveforms: descriptors and the packets themselves. */
function isWaveformRecord({ userId, recordId }: Vlr): boolean {
  return userId === 'LASF_Spec' && ((recordId >= 100 && recordId < 355) || recordId === 65_535);
}

/** Records that describe the old file's own layout. */
function isLayoutRecord({ userId }: Vlr): boolean {
  return userId === lazVlrUserId || userId === 'copc';
}

/** The records without the description of extra bytes, for points that have none. */
export function withoutExtraBytes({ vlrs, hasWktBit }: KeptRecords): KeptRecords {
  const isDescription = ({ userId, recordId }: VlrContent) => userId === 'LASF_Spec' && recordId === 4;
  return { vlrs: vlrs.filter((vlr) => !isDescription(vlr)), hasWktBit };
}

function wktRecord(wkt: string): VlrContent {
  const data = new TextEncoder().encode(`${wkt}\0`);
  return { userId: projectionUserId, recordId: projectionRecords.wkt, description: 'WKT', data };
}

/**
 * The records to carry into a new file: all but those of the old layout and of waveforms. The coordinate system
 * is written as one WKT record where it is known (`replaceCrs`), else its records are carried as they are. All are held
 * in memory: `las.records-too-large` above `maxBytes`.
 */
export async function keepRecords(
  file: LasFile,
  crs: CrsReport,
  replaceCrs: boolean,
  signal?: AbortSignal,
  maxBytes: number = sizeLimits['las.recordBytes'].value,
): Promise<KeptRecords> {
  const wkt = replaceCrs && crs.kind !== 'unknown' ? crs.wkt : null;
  const vlrs: VlrContent[] = wkt === null ? [] : [wktRecord(wkt)];
  const kept = file.vlrs.filter(
    (vlr) => !isLayoutRecord(vlr) && !isWaveformRecord(vlr) && !(wkt !== null && isCrsRecord(vlr)),
  );
  const length = kept.reduce((sum, { dataLength }) => sum + dataLength, 0);
  if (length > maxBytes) {
    const params = { file: file.source.name, length, limit: maxBytes };
    throw new AppError('las.records-too-large', params);
  }
  for (const vlr of kept) {
    const { userId, recordId, description } = vlr;
    vlrs.push({ userId, recordId, description, data: await readVlrData(file.source, vlr, signal) });
  }
  return { vlrs, hasWktBit: wkt !== null || file.header.hasWktBit };
}
