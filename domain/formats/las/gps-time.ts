import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import type { LasHeader } from './header.ts';
import { pointFormat } from './point-format.ts';
import type { PointRecords } from './points.ts';

const weekSeconds = 604_800;
/** Adjusted standard GPS time is GPS time less this (LAS 1.4, section 2.4, global encoding bit 0). */
const adjustment = 1e9;

/** What the times of a file count from; null where its points have none. */
export function timeTypeOf(header: Pick<LasHeader, 'gpsTimeType' | 'pointFormat'>) {
  return pointFormat(header.pointFormat).gpsTime === undefined ? null : header.gpsTimeType;
}

/**
 * Files whose times cannot be put beside those of the others, as seconds of a week beside adjusted standard times:
 * `process.mixed-times`. Null where all count from the same moment.
 */
export function findMixedTimes(
  files: readonly {
    readonly name: string;
    readonly header: Pick<LasHeader, 'gpsTimeType' | 'pointFormat'>;
  }[],
): ErrorRecord | null {
  const ofType = (type: LasHeader['gpsTimeType']) =>
    files.find(({ header }) => timeTypeOf(header) === type)?.name;
  const [file, otherFile] = [ofType('week'), ofType('adjusted-standard')];
  if (file === undefined || otherFile === undefined) return null;
  return { code: 'process.mixed-times', params: { file, otherFile } };
}

/**
 * Turns seconds of a GPS week into adjusted standard GPS time, in place. Records without times are unchanged.
 * @param week full number of the week since 6 January 1980 Error: `las.not-week-seconds` where a time is outside a
 * week.
 */
export function adjustWeekTimes(records: PointRecords, week: number, file: string): void {
  const { bytes, count, recordLength, format } = records;
  const field = pointFormat(format).gpsTime;
  if (field === undefined) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = field; at < count * recordLength; at += recordLength) {
    const time = view.getFloat64(at, true);
    if (!(time >= 0 && time <= weekSeconds)) throw new AppError('las.not-week-seconds', { file, time });
    view.setFloat64(at, week * weekSeconds + time - adjustment, true);
  }
}
