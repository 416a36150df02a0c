import { pointFormat } from '#domain/formats/las/point-format.ts';
import { colourBits, summaryBounds } from '#domain/formats/las/summary.ts';
import { translate } from '../../messages.ts';
import type { LasReport } from './las-json.ts';
import { byteSize, coordinates, crsRows, layOut, number, type Row, warningRows } from './lines.ts';

function histogram(values: ArrayLike<number>, first: number): string[] {
  return Array.from(values)
    .map((count, index) => [index + first, count] as const)
    .filter(([, count]) => count > 0)
    .map(([key, count]) => `${String(key).padStart(3)}: ${number(count)}`);
}

function fileRows({ file }: LasReport): Row[] {
  const { header, source } = file;
  const kind = file.isCopc ? 'COPC' : header.isCompressed ? 'LAZ' : 'LAS';
  const format = translate('info.format-text', {
    kind,
    version: `1.${header.versionMinor}`,
    format: header.pointFormat,
    length: header.recordLength,
  });
  const rows: Row[] = [
    ['info.file', `${source.name} (${byteSize(source.size)})`],
    ['info.format', format],
  ];
  const made = [header.generatingSoftware.trim(), header.systemIdentifier.trim()].filter(
    (text) => text !== '',
  );
  if (header.creationYear > 0)
    made.push(`${header.creationYear}, ${translate('info.day', { day: header.creationDay })}`);
  if (made.length > 0) rows.push(['info.made-by', made.join('; ')]);
  return rows;
}

function pointRows(report: LasReport): Row[] {
  const { file, summary, crs } = report;
  const { header } = file;
  const rows: Row[] = [['info.points', number(header.pointCount)]];
  const returns = histogram(header.pointsByReturn, 1);
  if (returns.length > 0) rows.push(['info.by-return', returns]);
  rows.push(['info.scale', header.scale.join(' ')], ['info.offset', header.offset.join(' ')]);
  if (file.bounds) {
    rows.push(
      ['info.min', coordinates(file.bounds.min, header.scale, crs)],
      ['info.max', coordinates(file.bounds.max, header.scale, crs)],
    );
  }
  const format = pointFormat(header.pointFormat);
  if (format.gpsTime !== undefined)
    rows.push(['info.gps-time', translate(`info.gps-time.${header.gpsTimeType}`)]);
  const bits = colourBits(summary);
  if (bits > 0) rows.push(['info.colour-bits', String(bits)]);
  return rows;
}

function scannedRows({ file, summary, isWhole, crs }: LasReport): Row[] {
  const bounds = summaryBounds(summary, file.header);
  if (!isWhole || !bounds) return [];
  const rows: Row[] = [
    ['info.scanned', number(summary.count)],
    ['info.scanned-min', coordinates(bounds.min, file.header.scale, crs)],
    ['info.scanned-max', coordinates(bounds.max, file.header.scale, crs)],
    ['info.by-class', histogram(summary.byClass, 0)],
  ];
  return rows;
}

/** The lines `plumbline info` prints of a LAS, LAZ or COPC file. */
export function lasLines(report: LasReport): string[] {
  const { vlrs, extraDimensions } = report.file;
  const rows: Row[] = [
    ...fileRows(report),
    ...pointRows(report),
    ...scannedRows(report),
    ...crsRows(report.crs),
  ];
  if (vlrs.length > 0) {
    const texts = vlrs.map(
      ({ userId, recordId, dataLength }) => `${userId} ${recordId}: ${byteSize(dataLength)}`,
    );
    rows.push([
      'info.vlrs',
      texts.length > 20 ? [...texts.slice(0, 20), `… ${number(texts.length)}`] : texts,
    ]);
  }
  if (extraDimensions.length > 0) {
    const texts = extraDimensions.map(
      ({ name, type, elements }) =>
        `${name === '' ? translate('info.unnamed') : name}: ${type}${elements > 1 ? ` × ${elements}` : ''}`,
    );
    rows.push(['info.extra-bytes', texts]);
  }
  return layOut([...rows, ...warningRows(report.warnings)]);
}
