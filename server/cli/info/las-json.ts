import type { CrsReport } from '#domain/crs/types.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { ExtraDimension } from '#domain/formats/las/extra-bytes.ts';
import type { LasFile } from '#domain/formats/las/las-file.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import { colourBits, type PointSummary, summaryBounds } from '#domain/formats/las/summary.ts';
import { describeRecord } from '../../messages.ts';
import { crsJson } from './crs-json.ts';
import type { InspectedCloud } from './inspect-cloud.ts';

/** Non-zero counts of a histogram by its index. */
function counts(values: Float64Array): Record<string, number> {
  const entries = Array.from(values, (count, index) => [String(index), count] as const);
  return Object.fromEntries(entries.filter(([, count]) => count > 0));
}

/** The statistics of the points, as `--json` prints them; `isWhole` where every point was read. */
function pointsJson(file: LasFile, summary: PointSummary, isWhole: boolean) {
  const bounds = summaryBounds(summary, file.header);
  const hasTimes = summary.minTime <= summary.maxTime;
  return {
    read: summary.count,
    isWhole,
    min: bounds?.min ?? null,
    max: bounds?.max ?? null,
    byReturn: counts(summary.byReturn),
    byClass: counts(summary.byClass),
    gpsTime: hasTimes ? [summary.minTime, summary.maxTime] : null,
  };
}

function extraJson({ name, description, type, elements, scale, shift, noData }: ExtraDimension) {
  return {
    name,
    description,
    type,
    elements,
    scale: scale ?? null,
    offset: shift ?? null,
    noData: noData ?? null,
  };
}

/** Warnings as `--json` prints them: code, parameters and the readable text. */
export function warningsJson(warnings: readonly ErrorRecord[]) {
  return warnings.map((warning) => ({ ...warning, message: describeRecord(warning) }));
}

/** An inspected file and the coordinate system that applies to it. */
export interface LasReport extends InspectedCloud {
  readonly crs: CrsReport;
}

/** The bounds to work with: of the points where all were read, else the header's if they are plausible. */
function believedBounds(file: LasFile, summary: PointSummary, isWhole: boolean) {
  const found = isWhole ? summaryBounds(summary, file.header) : file.bounds;
  return found ? { min: found.min, max: found.max } : null;
}

/**
 * Everything `plumbline info --json` prints of a LAS, LAZ or COPC file. `min` and `max` are the header's as stored;
 * `bounds` holds plausible ones.
 */
export function lasJson({ file, crs, summary, isWhole, copcInfo, warnings }: LasReport) {
  const { header, source } = file;
  const format = pointFormat(header.pointFormat);
  return {
    file: source.name,
    format: file.isCopc ? 'COPC' : header.isCompressed ? 'LAZ' : 'LAS',
    size: source.size,
    version: `1.${header.versionMinor}`,
    pointFormat: header.pointFormat,
    compressed: header.isCompressed,
    copc: file.isCopc,
    copcInfo: copcInfo ?? null,
    pointCount: header.pointCount,
    availablePoints: file.availablePoints,
    pointsByReturn: header.pointsByReturn,
    recordLength: header.recordLength,
    headerSize: header.headerSize,
    pointDataOffset: header.pointDataOffset,
    scale: header.scale,
    offset: header.offset,
    min: header.min,
    max: header.max,
    bounds: believedBounds(file, summary, isWhole),
    gpsTimeType: format.gpsTime === undefined ? null : header.gpsTimeType,
    wktBit: header.hasWktBit,
    waveform: format.waveform !== undefined,
    colourBits: format.rgb === undefined ? null : colourBits(summary),
    fileSourceId: header.fileSourceId,
    projectId: header.projectId,
    systemIdentifier: header.systemIdentifier,
    generatingSoftware: header.generatingSoftware,
    creationYear: header.creationYear,
    creationDay: header.creationDay,
    vlrs: file.vlrs.map(({ userId, recordId, description, dataLength, isExtended }) => ({
      userId,
      recordId,
      description,
      length: dataLength,
      extended: isExtended,
    })),
    extraBytes: file.extraDimensions.map(extraJson),
    crs: crsJson(crs),
    points: pointsJson(file, summary, isWhole),
    warnings: warningsJson(warnings),
  };
}
