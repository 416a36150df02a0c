import { AppError } from '../../errors/app-error.ts';
import { fieldOffsets, type PointFormat, pointFormat, wavePacketLength } from './point-format.ts';
import type { PointRecords } from './points.ts';

/** The formats that LAZ 1.4 and COPC are written in. */
export type ModernFormat = 6 | 7 | 8;

/** What a conversion may lose, named as the person reads it in the refusal. */
export type DroppedField = 'waveform' | 'colour' | 'nir';

export interface ConversionOptions {
  /** Losses the caller agrees to; anything else that would be lost is refused. */
  readonly drop?: readonly DroppedField[];
  /** Named in errors. */
  readonly file?: string;
}

/** Units of the 16-bit scan angle, degrees. */
const scanAngleStep = 0.006;
/** Class 12 of the older formats marks overlap; the newer ones have a flag for it. */
const overlapClass = 12;
const overlapFlag = 1 << 3;

/** The format of 6, 7 and 8 that keeps everything of `format` except waveforms. */
export function modernFormatOf(format: number): ModernFormat {
  const { rgb, nir } = pointFormat(format);
  if (nir !== undefined) return 8;
  return rgb === undefined ? 6 : 7;
}

/** What converting between two formats would lose. */
export function lossesOf(from: number, to: number): DroppedField[] {
  const [source, target] = [pointFormat(from), pointFormat(to)];
  const losses: DroppedField[] = [];
  if (source.waveform !== undefined && target.waveform === undefined) losses.push('waveform');
  if (source.rgb !== undefined && target.rgb === undefined) losses.push('colour');
  if (source.nir !== undefined && target.nir === undefined) losses.push('nir');
  return losses;
}

function checkLosses(from: number, to: number, { drop = [], file = '' }: ConversionOptions): void {
  const refused = lossesOf(from, to).filter((field) => !drop.includes(field));
  if (refused.length === 0) return;
  throw new AppError('las.would-drop', { file, from, to, fields: refused.join(', ') });
}

/** Head of a record of formats 0–5, up to the point source id, into formats 6–8. */
function widenHead(source: DataView, at: number, target: DataView, to: number): void {
  const returns = source.getUint8(at + fieldOffsets.returns);
  const classByte = source.getUint8(at + 15);
  const classification = classByte & 31;
  const overlap = classification === overlapClass ? overlapFlag : 0;
  target.setUint8(to + fieldOffsets.returns, (returns & 7) | (((returns >> 3) & 7) << 4));
  target.setUint8(to + fieldOffsets.flags, (classByte >> 5) | overlap | (returns & 0xc0));
  target.setUint8(to + 16, classification);
  target.setUint8(to + 17, source.getUint8(at + 17));
  target.setInt16(to + 18, Math.round(source.getInt8(at + 16) / scanAngleStep), true);
  target.setUint16(to + 20, source.getUint16(at + 18, true), true);
}

function copyField(
  source: Uint8Array,
  at: number,
  target: Uint8Array,
  to: number,
  [from, into, length]: readonly [from: number | undefined, into: number | undefined, length: number],
): void {
  if (from === undefined || into === undefined) return;
  for (let index = 0; index < length; index++) {
    target[to + into + index] = source[at + from + index] as number;
  }
}

function sharedFields(source: PointFormat, target: PointFormat) {
  return [
    [source.gpsTime, target.gpsTime, 8],
    [source.rgb, target.rgb, 6],
    [source.nir, target.nir, 2],
    [source.waveform, target.waveform, wavePacketLength],
  ] as const;
}

/**
 * Raw records in another format, extra bytes carried over. From formats 0–5 to 6–10: return numbers, class flags,
 * class, scan angle (degrees to 0.006° steps), user data, source id and time keep their meaning; class 12 also
 * sets the overlap flag. Fields the source lacks are zero. Equal formats are answered with the input itself.
 * Errors: `las.would-drop` names what would be lost and was not listed in `drop`; `las.conversion` from formats
 * 6–10 to 0–5.
 */
export function convertRecords(
  records: PointRecords,
  to: number,
  options: ConversionOptions = {},
): PointRecords {
  if (records.format === to) return records;
  const [from, into] = [pointFormat(records.format), pointFormat(to)];
  if (from.extended && !into.extended) {
    throw new AppError('las.conversion', { file: options.file ?? '', from: from.id, to });
  }
  checkLosses(from.id, to, options);
  const extra = records.recordLength - from.length;
  const recordLength = into.length + extra;
  const bytes = new Uint8Array(records.count * recordLength);
  const source = new DataView(records.bytes.buffer, records.bytes.byteOffset, records.bytes.byteLength);
  const target = new DataView(bytes.buffer);
  const shared = sharedFields(from, into);
  const sameHead = from.extended === into.extended;
  const head = [0, 0, sameHead ? (from.extended ? 22 : 20) : fieldOffsets.returns] as const;
  const tail = [from.length, into.length, extra] as const;
  for (let point = 0; point < records.count; point++) {
    const at = point * records.recordLength;
    const start = point * recordLength;
    copyField(records.bytes, at, bytes, start, head);
    if (!sameHead) widenHead(source, at, target, start);
    for (const field of shared) copyField(records.bytes, at, bytes, start, field);
    copyField(records.bytes, at, bytes, start, tail);
  }
  return { format: to, recordLength, count: records.count, bytes };
}
