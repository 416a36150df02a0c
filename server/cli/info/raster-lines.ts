import type { CrsReport } from '#domain/crs/types.ts';
import type { GeoTiffInfo, RasterBand } from '#domain/formats/tiff/info.ts';
import { translate } from '../../messages.ts';
import { byteSize, crsRows, layOut, number, type Row, warningRows } from './lines.ts';

function bandText(band: RasterBand, index: number): string {
  const parts = [`${index + 1}: ${band.type}`, band.colour];
  if (band.unit !== null) parts.push(band.unit);
  if (band.nodata !== null) parts.push(translate('info.nodata-text', { value: String(band.nodata) }));
  if (band.description !== null) parts.push(band.description);
  return parts.join(', ');
}

/** The lines `plumbline info` prints of a GeoTIFF. */
export function rasterLines(info: GeoTiffInfo, crs: CrsReport): string[] {
  const rows: Row[] = [
    ['info.file', `${info.name} (${byteSize(info.size)})`],
    ['info.format', `${info.cog ? 'COG' : info.bigTiff ? 'BigTIFF' : 'GeoTIFF'}, ${info.compression}`],
    ['info.raster-size', `${number(info.width)} × ${number(info.height)}`],
    ['info.bands', info.bands.map(bandText)],
  ];
  if (info.geotransform) rows.push(['info.geotransform', info.geotransform.join(' ')]);
  if (info.overviews.length > 0) {
    rows.push([
      'info.overviews',
      info.overviews.map(({ width, height }) => `${width} × ${height}`).join(', '),
    ]);
  }
  return layOut([...rows, ...crsRows(crs), ...warningRows(info.warnings)]);
}
