import sharp from 'sharp';
import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { memorySink } from '#domain/formats/byte-sink.ts';
import { projectionUserId } from '#domain/formats/las/crs-declarations.ts';
import { createLasWriter } from '#domain/formats/las/las-writer.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import { writeCog } from './cog-file.ts';

const side = 40;
const [west, south] = [500_000, 4_000_000];
const format = 6;

const system = (epsg: number) => readCrs([{ source: 'user', payload: `EPSG:${epsg}` }]);

/** A LAS file of gently sloping ground, 40 m a side, a point every half metre. */
export async function flatCloud(epsg = 32617): Promise<Uint8Array<ArrayBuffer>> {
  const { length: recordLength, classification } = pointFormat(format);
  const across = 2 * side;
  const bytes = new Uint8Array(across * across * recordLength);
  const view = new DataView(bytes.buffer);
  for (let point = 0; point < across * across; point++) {
    const at = point * recordLength;
    const [column, row] = [point % across, Math.floor(point / across)];
    view.setInt32(at, 50 * column, true);
    view.setInt32(at + 4, 50 * row, true);
    view.setInt32(at + 8, column + 2 * row, true);
    view.setUint8(at + 14, 0x11);
    view.setUint8(at + classification, 2);
  }
  const sink = memorySink();
  const data = new TextEncoder().encode(`${(await system(epsg)).wkt}\0`);
  const writer = await createLasWriter(sink, {
    format,
    recordLength,
    quantisation: { scale: [0.01, 0.01, 0.01], offset: [west, south, 100] },
    gpsTimeType: 'adjusted-standard',
    hasWktBit: true,
    vlrs: [{ userId: projectionUserId, recordId: 2112, description: 'WKT', data }],
  });
  await writer.write({ format, recordLength, count: across * across, bytes });
  await writer.finish();
  return sink.bytes();
}

/** An orthophoto of the same place, a pixel every half metre. */
export async function flatOrthophoto(epsg = 32617): Promise<Uint8Array<ArrayBuffer>> {
  const across = 2 * side;
  const samples = new Uint8Array(3 * across * across).map((_, at) => (at * 7) % 256);
  const spec = {
    width: across,
    height: across,
    bands: 3,
    sampleType: 'uint8',
    colour: 'rgb',
    geotransform: [west, 0.5, 0, south + side, 0, -0.5],
    geoKeys: geoKeysFor((await system(epsg)).definition!),
    nodata: null,
    tileSize: 64,
  } as const;
  return (await writeCog(spec, { samples })).bytes;
}

/** A JPEG of 640 × 480 pixels with structure at every scale; another for every seed. */
export async function texturedPhoto(seed: number): Promise<Buffer> {
  const [width, height] = [640, 480];
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = (x >> 2) * 31 + (y >> 2) * 17 + seed;
      pixels[y * width + x] = ((cell * 2654435761) >>> 16) & 255;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 95 })
    .withExif({ IFD0: { Make: 'DJI', Model: 'FC6310' } })
    .toBuffer();
}
