import { AppError, type ErrorParams } from '../../errors/app-error.ts';
import type { Triple } from '../las/header.ts';

/** User id of both COPC records. */
export const copcUserId = 'copc';
/** Number of the info record, the first of the file. */
export const copcInfoRecordId = 1;
/** Number of the extended record that holds the hierarchy. */
export const copcHierarchyRecordId = 1000;
/** Bytes of the info record. */
export const copcInfoBytes = 160;

/** The location of a page of the hierarchy in the file. */
export interface CopcPage {
  readonly offset: number;
  readonly byteLength: number;
}

/** The COPC info record (COPC 1.0, "info VLR"). Lengths are in units of the file's CRS. */
export interface CopcInfo {
  readonly center: Triple;
  /** Half of the root cube's edge. */
  readonly halfSize: number;
  /** Distance between the points of the root node; it halves from level to level. */
  readonly spacing: number;
  readonly rootPage: CopcPage;
  /** Range of the GPS times. */
  readonly gpsTime: readonly [min: number, max: number];
}

/**
 * Reads the payload of the info record. `size` is the length of the file. Error: `copc.info` when the record is cut,
 * the cube is no cube or the root page is outside the file.
 */
export function parseCopcInfo(data: Uint8Array, size: number, file: string): CopcInfo {
  const fail = (reason: string, values: ErrorParams) =>
    new AppError('copc.info', { ...values, file, reason });
  if (data.byteLength < copcInfoBytes) throw fail('so-many-bytes', { bytes: data.byteLength });
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const number = (index: number) => view.getFloat64(index * 8, true);
  const center: Triple = [number(0), number(1), number(2)];
  const [halfSize, spacing] = [number(3), number(4)];
  if (!center.every(Number.isFinite) || !(halfSize > 0) || !Number.isFinite(halfSize) || !(spacing > 0)) {
    throw fail('a-cube-that-cannot-be', { centre: center.join(' '), halfSize, spacing });
  }
  const offset = Number(view.getBigUint64(40, true));
  const byteLength = Number(view.getBigUint64(48, true));
  if (byteLength === 0 || offset + byteLength > size) {
    throw fail('root-page-beyond-the-file', { bytes: byteLength, at: offset, size });
  }
  return { center, halfSize, spacing, rootPage: { offset, byteLength }, gpsTime: [number(7), number(8)] };
}

/** The payload of the info record. */
export function encodeCopcInfo(info: CopcInfo): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(copcInfoBytes);
  const view = new DataView(data.buffer);
  const numbers = [...info.center, info.halfSize, info.spacing];
  for (const [index, value] of numbers.entries()) view.setFloat64(index * 8, value, true);
  view.setBigUint64(40, BigInt(info.rootPage.offset), true);
  view.setBigUint64(48, BigInt(info.rootPage.byteLength), true);
  view.setFloat64(56, info.gpsTime[0], true);
  view.setFloat64(64, info.gpsTime[1], true);
  return data;
}
