import { memorySink } from '#domain/formats/byte-sink.ts';
import { createLasWriter } from '#domain/formats/las/las-writer.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';

const utm17 =
  'PROJCS["NAD83 / UTM zone 17N",GEOGCS["NAD83",DATUM["North_American_Datum_1983",' +
  'SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],' +
  'PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",-81],' +
  'PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],' +
  'UNIT["metre",1],AUTHORITY["EPSG","26917"]]';
const compound = `COMPD_CS["NAD83 / UTM zone 17N + height",${utm17},VERT_CS["height",VERT_DATUM["unknown",2005],UNIT["metre",1]]]`;

const side = 120;
const scale = 0.001;

/** Elevation of the small site, metres: a slope with a round hill. */
function elevation(x: number, y: number): number {
  return 0.05 * x + 6 * Math.exp(-((x - 60) ** 2 + (y - 60) ** 2) / 400);
}

/** 14,400 ground points of a site of 120 m by 120 m as LAS 1.4 format 6, with or without its coordinate system. */
export async function surveyBytes(options: { hasSystem: boolean }): Promise<Uint8Array<ArrayBuffer>> {
  const layout = pointFormat(6);
  const count = side * side;
  const bytes = new Uint8Array(count * layout.length);
  const view = new DataView(bytes.buffer);
  for (let point = 0; point < count; point++) {
    const x = (point % side) + ((point * 37) % 100) / 125;
    const y = Math.floor(point / side) + ((point * 53) % 100) / 125;
    const at = point * layout.length;
    view.setInt32(at, Math.round(x / scale), true);
    view.setInt32(at + 4, Math.round(y / scale), true);
    view.setInt32(at + 8, Math.round(elevation(x, y) / scale), true);
    view.setUint16(at + 12, 20_000 + (point % 1000), true);
    view.setUint8(at + 14, 0x11);
    view.setUint8(at + layout.classification, 2);
  }
  const sink = memorySink();
  const data = new TextEncoder().encode(compound);
  const writer = await createLasWriter(sink, {
    format: 6,
    recordLength: layout.length,
    quantisation: { scale: [scale, scale, scale], offset: [500_000, 4_500_000, 200] },
    gpsTimeType: 'adjusted-standard',
    hasWktBit: true,
    vlrs: options.hasSystem ? [{ userId: 'LASF_Projection', recordId: 2112, description: 'WKT', data }] : [],
  });
  await writer.write({ format: 6, recordLength: layout.length, count, bytes });
  await writer.finish();
  return sink.bytes();
}
