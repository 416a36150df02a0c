import { memorySource } from '#domain/formats/byte-source.ts';
import { readExif } from '#domain/formats/exif/read-exif.ts';
import { countScans } from '#domain/formats/jpeg/count-scans.ts';
import { decodeJpeg } from '#domain/formats/jpeg/decode/decode-jpeg.ts';
import { encodeJpeg } from '#domain/formats/jpeg/encode-jpeg.ts';
import { hideExif } from '#domain/formats/jpeg/hide-exif.ts';
import { readJpegHead } from '#domain/formats/jpeg/read-head.ts';
import { readPictureSize } from '#domain/formats/picture-size.ts';
import { encodePng } from '#domain/formats/png/encode-png.ts';
import { readDroneXmp } from '#domain/formats/xmp/drone-xmp.ts';
import { readXmp } from '#domain/formats/xmp/read-xmp.ts';
import { guardedSource } from '../guarded-source.ts';
import { buildExif, buildJpegHead, extendedXmp, xmpPacket } from '../photo-fixture.ts';
import { progressiveJpeg } from '../progressive-jpeg.ts';
import { type HostileParser, textParser } from './parser.ts';

const side = 24;

function jpegParsers(): HostileParser[] {
  const pixels = Uint8Array.from({ length: side * side * 3 }, (_, i) => (i * i) % 251);
  const colour = encodeJpeg({ width: side, height: side, channels: 3, pixels }, 80);
  const grey = progressiveJpeg({ width: side, height: side, scans: 4 });
  const size = { width: side, height: side };
  return [
    {
      name: 'JPEG pixels',
      inputs: [colour],
      parse: (bytes) => decodeJpeg(bytes, { ...size, components: 3, isYcc: true }),
    },
    {
      name: 'progressive JPEG pixels',
      inputs: [grey],
      parse: (bytes) => decodeJpeg(bytes, { ...size, components: 1, isYcc: false }),
    },
    {
      name: 'JPEG segments',
      inputs: [colour, grey],
      async parse(bytes) {
        const scans = await countScans(memorySource('a.jpg', bytes));
        hideExif(bytes);
        return scans;
      },
    },
  ];
}

const guid = '0123456789ABCDEF0123456789ABCDEF';
const exif = (littleEndian: boolean) =>
  buildExif(
    {
      main: {
        271: { ascii: 'DJI' },
        272: { ascii: 'FC6310' },
        274: { short: [1] },
        306: { ascii: '2020:01:02 03:04:05' },
      },
      exif: {
        37386: { rational: [[880, 100]] },
        40962: { long: [5472] },
        41989: { short: [24] },
        37521: { ascii: '123' },
      },
      gps: {
        1: { ascii: 'N' },
        2: {
          rational: [
            [40, 1],
            [30, 1],
            [1234, 100],
          ],
        },
        3: { ascii: 'W' },
        4: {
          rational: [
            [81, 1],
            [3, 1],
            [4, 1],
          ],
        },
        5: { byte: [0] },
        6: { rational: [[1000, 10]] },
      },
    },
    littleEndian,
  );
const packet = xmpPacket(
  { 'drone-dji': 'http://www.dji.com/drone-dji/1.0/', xmpNote: 'http://ns.adobe.com/xmp/note/' },
  {
    'drone-dji:GpsLatitude': '+40.5',
    'drone-dji:GimbalPitchDegree': '-90.0',
    'drone-dji:DewarpData': '2020-01-01;1,2,3,4,5,6,7,8,9',
    'xmpNote:HasExtendedXMP': guid,
  },
);

function photoParser(): HostileParser {
  const head = buildJpegHead({
    width: 5472,
    height: 3648,
    exif: exif(true),
    xmp: packet,
    segments: extendedXmp(guid, packet.repeat(2), 700),
  });
  return {
    name: 'JPEG head with EXIF and XMP',
    inputs: [head],
    async parse(bytes) {
      const { exif: body, xmp, ...size } = await readJpegHead(guardedSource('a.jpg', bytes));
      const { values } = readXmp(xmp);
      const facts = body ? await readExif(guardedSource('a.jpg', body)) : null;
      return { size, facts, drone: readDroneXmp(values, facts?.make ?? null) };
    },
  };
}

const picture = encodePng({ width: 4, height: 3, channels: 3, pixels: new Uint8Array(36) });

/** Parsers of photos: pixels, headers, EXIF and XMP. */
export function pictureParsers(): HostileParser[] {
  return [
    ...jpegParsers(),
    photoParser(),
    {
      name: 'size of a picture',
      inputs: [buildJpegHead({ width: 800, height: 600 }), picture],
      parse: (bytes) => readPictureSize(guardedSource('a.png', bytes)),
    },
    {
      name: 'EXIF',
      inputs: [exif(true), exif(false)],
      parse: (bytes) => readExif(guardedSource('a.jpg', bytes)),
    },
    textParser('XMP', [packet], (text) => {
      const { values } = readXmp([text]);
      return readDroneXmp(values, 'DJI');
    }),
  ];
}
