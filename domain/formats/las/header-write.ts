import { globalEncodingBits, type LasHeader, type Triple } from './header.ts';

/** What a writer decides; everything else of the header follows from it. */
export interface HeaderPlan {
  readonly versionMinor: 0 | 1 | 2 | 3 | 4;
  readonly pointFormat: number;
  readonly isCompressed: boolean;
  readonly recordLength: number;
  readonly scale: Triple;
  readonly offset: Triple;
  /** Bounds of the points in the file's CRS; zeros where there are none. */
  readonly min: Triple;
  readonly max: Triple;
  readonly pointCount: number;
  /** Points by return number, from return 1; up to 15. */
  readonly pointsByReturn: readonly number[];
  readonly gpsTimeType: LasHeader['gpsTimeType'];
  /** Set where the CRS is declared as WKT (LAS 1.4 only). */
  readonly hasWktBit: boolean;
  readonly pointDataOffset: number;
  readonly vlrCount: number;
  readonly evlrOffset: number;
  readonly evlrCount: number;
  readonly fileSourceId?: number;
  /** 32 hexadecimal digits. */
  readonly projectId?: string;
  readonly systemIdentifier?: string;
  readonly generatingSoftware?: string;
  /** Fixed by the caller, so that the same input gives the same bytes; zeros mean unknown. */
  readonly creationDay?: number;
  readonly creationYear?: number;
}

const sizes = [227, 227, 227, 235, 375] as const;

/** Length in bytes of the header of LAS 1.`versionMinor`. */
export function headerLength(versionMinor: HeaderPlan['versionMinor']): number {
  return sizes[versionMinor];
}

/** Writes text into a fixed-length field, cut where it is too long, the rest NUL. Characters are Latin-1. */
export function putText(target: Uint8Array, offset: number, length: number, text: string): void {
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    target[offset + index] = index >= text.length ? 0 : code < 256 ? code : 0x3f;
  }
}

function putTriple(view: DataView, offset: number, values: Triple, stride = 8): void {
  values.forEach((value, axis) => {
    view.setFloat64(offset + axis * stride, value, true);
  });
}

function putCounts(view: DataView, plan: HeaderPlan): void {
  const fitsLegacy =
    plan.pointFormat < 6 &&
    plan.pointCount <= 0xffff_ffff &&
    plan.pointsByReturn.every((count) => count <= 0xffff_ffff);
  if (fitsLegacy) {
    view.setUint32(107, plan.pointCount, true);
    for (let index = 0; index < 5; index++) {
      view.setUint32(111 + index * 4, plan.pointsByReturn[index] ?? 0, true);
    }
  }
  if (plan.versionMinor < 4) return;
  view.setBigUint64(247, BigInt(plan.pointCount), true);
  for (let index = 0; index < 15; index++) {
    view.setBigUint64(255 + index * 8, BigInt(plan.pointsByReturn[index] ?? 0), true);
  }
}

/**
 * The public header block as bytes (owned by the caller). Legacy counts are set for formats 0–5 where they fit and
 * left zero for formats 6–10, as LAS 1.4 R15 requires.
 */
export function encodeHeader(plan: HeaderPlan): Uint8Array<ArrayBuffer> {
  const size = headerLength(plan.versionMinor);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  putText(bytes, 0, 4, 'LASF');
  view.setUint16(4, plan.fileSourceId ?? 0, true);
  const time = plan.gpsTimeType === 'adjusted-standard' ? globalEncodingBits.adjustedStandardTime : 0;
  view.setUint16(6, time | (plan.hasWktBit ? globalEncodingBits.wkt : 0), true);
  const guid = plan.projectId ?? '';
  for (let index = 0; index < 16; index++) {
    bytes[8 + index] = Number.parseInt(guid.slice(index * 2, index * 2 + 2) || '0', 16);
  }
  view.setUint8(24, 1);
  view.setUint8(25, plan.versionMinor);
  putText(bytes, 26, 32, plan.systemIdentifier ?? '');
  putText(bytes, 58, 32, plan.generatingSoftware ?? 'Plumbline');
  view.setUint16(90, plan.creationDay ?? 0, true);
  view.setUint16(92, plan.creationYear ?? 0, true);
  view.setUint16(94, size, true);
  view.setUint32(96, plan.pointDataOffset, true);
  view.setUint32(100, plan.vlrCount, true);
  view.setUint8(104, plan.pointFormat | (plan.isCompressed ? 0x80 : 0));
  view.setUint16(105, plan.recordLength, true);
  putCounts(view, plan);
  putTriple(view, 131, plan.scale);
  putTriple(view, 155, plan.offset);
  putTriple(view, 179, plan.max, 16);
  putTriple(view, 187, plan.min, 16);
  if (plan.versionMinor >= 4) {
    view.setBigUint64(235, BigInt(plan.evlrOffset), true);
    view.setUint32(243, plan.evlrCount, true);
  }
  return bytes;
}
