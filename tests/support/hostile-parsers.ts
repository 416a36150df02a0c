import { searchFilter } from '#contract/schemas/project.ts';
import { readCompletion, readInitiated, readPartPage } from '#contract/store/multipart-xml.ts';
import { readCrsWith } from '#domain/crs/read-crs.ts';
import { searchCrsWith } from '#domain/crs/search-crs.ts';
import type { CrsTable } from '#domain/crs/table.ts';
import { parseWkt } from '#domain/crs/wkt-parse.ts';
import { memorySink } from '#domain/formats/byte-sink.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import { createCopcWriter } from '#domain/formats/copc/copc-writer.ts';
import { readHierarchy } from '#domain/formats/copc/hierarchy.ts';
import { copcInfoRecordId, copcUserId, parseCopcInfo } from '#domain/formats/copc/info.ts';
import { readExif } from '#domain/formats/exif/read-exif.ts';
import { readGeoJson } from '#domain/formats/geojson/read-geojson.ts';
import { decodeJpeg } from '#domain/formats/jpeg/decode/decode-jpeg.ts';
import { encodeJpeg } from '#domain/formats/jpeg/encode-jpeg.ts';
import { readJpegHead } from '#domain/formats/jpeg/read-head.ts';
import { readLandXml } from '#domain/formats/landxml/read-surfaces.ts';
import { readExtraValues } from '#domain/formats/las/extra-bytes.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import { readUncompressedRecords } from '#domain/formats/las/read-records.ts';
import { addRecords, createSummary } from '#domain/formats/las/summary.ts';
import { findVlr, readVlrData } from '#domain/formats/las/vlr.ts';
import { findCloudChunks } from '#domain/formats/laz/cloud-chunks.ts';
import { countPoints } from '#domain/formats/laz/missing-points.ts';
import { readPointText } from '#domain/formats/point-text/read-point-text.ts';
import { decodeText } from '#domain/formats/table-text/decode-text.ts';
import { readDroneXmp } from '#domain/formats/xmp/drone-xmp.ts';
import { readXmp } from '#domain/formats/xmp/read-xmp.ts';
import { findData, readDirectory, walkZip } from '#domain/formats/zip/read-zip.ts';
import { writeZip } from '#domain/formats/zip/write-zip.ts';
import { readControlFile } from '#domain/photogrammetry/control-files/read-control-file.ts';
import { readScaleBars } from '#domain/photogrammetry/control-files/read-scale-bars.ts';
import { createLazCodec } from '#wasm/bindings/laz.ts';
import { writeCog } from './cog-file.ts';
import { guardedSource } from './guarded-source.ts';
import { loadKernel } from './kernels.ts';
import { sampleLas } from './las-fixture.ts';
import { mixedRecords } from './laz-records.ts';
import { buildExif, buildJpegHead, extendedXmp, xmpPacket } from './photo-fixture.ts';

/** A parser of foreign bytes and sound inputs from which attacks are made. */
export interface HostileParser {
  readonly name: string;
  readonly inputs: readonly Uint8Array[];
  /** Parses as the product does, and looks at what was found. */
  parse(bytes: Uint8Array<ArrayBuffer>): unknown;
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => decodeText(bytes).text;

/** Systems as files declare them. */
export const systemTexts = [
  'PROJCS["NAD83 / UTM zone 17N",GEOGCS["NAD83",DATUM["North_American_Datum_1983",SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",-81],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1],AUTHORITY["EPSG","26917"]]',
  'PROJCRS["x",BASEGEOGCRS["WGS 84",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563]]],CONVERSION["c",METHOD["Lambert Conic Conformal (2SP)",ID["EPSG",9802]],PARAMETER["Latitude of 1st standard parallel",45],PARAMETER["Latitude of 2nd standard parallel",49]],CS[Cartesian,2],AXIS["e",east],AXIS["n",north],LENGTHUNIT["US survey foot",0.304800609601219]]',
  'Projection    TRANSVERSE\nDatum NAD83\nZunits NO\nUnits METERS\nSpheroid GRS80\nXshift 0\nYshift 0\nParameters\n0.9996 /* scale\n-81 0 0.0\n0 0 0\n500000.0\n0.0\n',
  '+proj=lcc +lat_1=45 +lat_2=49 +lat_0=44 +lon_0=-70 +x_0=800000 +datum=NAD83 +units=us-ft +vunits=m +towgs84=1,2,3,0,0,0,0',
  'EPSG:32617+5703',
  'WGS84 UTM 17N',
  'NAD83 / California zone 3 (ftUS)',
];

const geoKeyWords = [
  1, 1, 0, 6, 1024, 0, 1, 1, 1026, 34737, 9, 0, 2054, 0, 1, 9102, 3072, 0, 1, 32617,
].concat([2057, 34736, 1, 0, 3076, 0, 1, 9001]);

function geoKeyBytes(): Uint8Array {
  return new Uint8Array(new Uint16Array(geoKeyWords).buffer);
}

function systemRecords() {
  const record = (recordId: number, data: Uint8Array) => ({
    userId: 'LASF_Projection',
    recordId,
    description: '',
    data,
  });
  return [
    record(2112, utf8(`${systemTexts[0]}\0`)),
    record(34735, geoKeyBytes()),
    record(34736, new Uint8Array(new Float64Array([6378137]).buffer)),
    record(34737, utf8('UTM 17N|\0')),
  ];
}

function lasParser(table: CrsTable, inputs: readonly Uint8Array[]): HostileParser {
  return {
    name: 'LAS',
    inputs,
    async parse(bytes) {
      const file = await openLas(guardedSource('a.las', bytes));
      const report = readCrsWith(table, file.crsDeclarations, { wktBit: file.header.hasWktBit });
      await countPoints(file);
      const sums = createSummary();
      for await (const records of readUncompressedRecords(file, { acceptTruncated: true })) {
        addRecords(sums, records);
        for (const dimension of file.extraDimensions) readExtraValues(records, dimension);
      }
      return { report, sums };
    },
  };
}

/** Chunks of more points than this are not decoded here: a chunk may take 1 GiB by the codec's own bound. */
const mostChunkPoints = 200_000;

async function copcFile(format: number, extraBytes: number): Promise<Uint8Array> {
  const codec = createLazCodec(loadKernel('laz'));
  const sink = memorySink();
  const nodes = [
    { key: { level: 1, x: 0, y: 1, z: 1 }, records: mixedRecords(format, extraBytes, 40, 2) },
    { key: { level: 0, x: 0, y: 0, z: 0 }, records: mixedRecords(format, extraBytes, 60, 3) },
  ];
  const writer = await createCopcWriter(sink, {
    format,
    recordLength: nodes[0]!.records.recordLength,
    quantisation: { scale: [0.001, 0.001, 0.001], offset: [500_000, 4_000_000, 0] },
    gpsTimeType: 'adjusted-standard',
    cube: { minX: 400_000, minY: 3_900_000, minZ: -100, size: 200_000 },
    spacing: 1562.5,
    vlrs: systemRecords().slice(0, 1),
    hasWktBit: true,
    file: 'a.copc.laz',
  });
  const summary = createSummary();
  for (const { key, records } of nodes) {
    addRecords(summary, records);
    await writer.writeNode({ key, count: records.count, chunk: codec.encodeChunk(records) });
  }
  await writer.finish(summary);
  return sink.bytes();
}

function lazParser(inputs: readonly Uint8Array[]): HostileParser {
  const codec = createLazCodec(loadKernel('laz'));
  return {
    name: 'LAZ',
    inputs,
    async parse(bytes) {
      const source = guardedSource('a.laz', bytes);
      const file = await openLas(source);
      const { chunks, scheme } = await findCloudChunks(file);
      const sums = [];
      for (const { offset, byteLength, pointCount } of chunks) {
        if (pointCount > mostChunkPoints) continue;
        const compressed = await source.read(offset, byteLength);
        sums.push(codec.sumChunk({ scheme, compressed, pointCount, file: 'a.laz', offset }));
      }
      return sums;
    },
  };
}

/** Chunks as they lie in a file: the bytes of one are the attack, its number of points and format are true. */
function chunkParser(): HostileParser {
  const codec = createLazCodec(loadKernel('laz'));
  const formats = [1, 3, 6, 7, 8];
  const inputs = formats.map((format) => {
    const records = mixedRecords(format, 3, 50, format);
    const chunk = codec.encodeChunk(records);
    const bytes = new Uint8Array(1 + chunk.length);
    bytes[0] = format;
    bytes.set(chunk, 1);
    return bytes;
  });
  const lengths = new Map(formats.map((format) => [format, mixedRecords(format, 3, 1).recordLength]));
  return {
    name: 'LAZ chunk',
    inputs,
    parse(bytes) {
      const format = formats.includes(bytes[0]!) ? bytes[0]! : 6;
      const itemVersion = format < 6 ? 2 : 3;
      const scheme = { format, recordLength: lengths.get(format)!, extraBytes: 3, itemVersion } as const;
      const compressed = bytes.subarray(1);
      return codec.decodeChunk({ scheme, compressed, pointCount: 50, file: 'a.laz', offset: 0 });
    },
  };
}

function copcParser(inputs: readonly Uint8Array[]): HostileParser {
  return {
    name: 'COPC',
    inputs,
    async parse(bytes) {
      const source = guardedSource('a.copc.laz', bytes);
      const file = await openLas(source);
      const record = findVlr(file.vlrs, copcUserId, copcInfoRecordId);
      if (!record) return null;
      const info = parseCopcInfo(await readVlrData(source, record), source.size, source.name);
      return await readHierarchy(source, info);
    },
  };
}

async function tiffFiles(): Promise<Uint8Array[]> {
  const common = {
    geotransform: [500_000, 0.5, 0, 4_200_000, 0, -0.5],
    geoKeys: null,
    nodata: -9999,
    tileSize: 16,
  } as const;
  const heights = await writeCog(
    { ...common, width: 40, height: 33, bands: 1, sampleType: 'float32', colour: 'gray' },
    { samples: Float32Array.from({ length: 40 * 33 }, (_, i) => 100 + Math.sqrt(i)) },
  );
  const picture = await writeCog(
    { ...common, nodata: null, width: 20, height: 20, bands: 3, sampleType: 'uint8', colour: 'rgb' },
    { samples: Uint8Array.from({ length: 1200 }, (_, i) => (i * 7) % 256) },
  );
  return [heights.bytes, picture.bytes];
}

/** Pixels on each side and bands of a window: whoever asks for more gets it, up to the reader's own bound of 1 GiB. */
const windowSide = 64;
const mostBands = 4;

function tiffParser(inputs: readonly Uint8Array[]): HostileParser {
  return {
    name: 'TIFF',
    inputs,
    async parse(bytes) {
      const raster = await openRaster(guardedSource('a.tif', bytes));
      for (const [level, { width, height }] of raster.levels.entries()) {
        const window = {
          x: 0,
          y: 0,
          width: Math.min(width, windowSide),
          height: Math.min(height, windowSide),
        };
        const bands = raster.info.bands.slice(0, mostBands).map((_, band) => band);
        await raster.readWindow(level, window, { bands });
      }
      return raster.info;
    },
  };
}

const side = 24;

function jpegParser(): HostileParser {
  const pixels = Uint8Array.from({ length: side * side * 3 }, (_, i) => (i * i) % 251);
  return {
    name: 'JPEG pixels',
    inputs: [encodeJpeg({ width: side, height: side, channels: 3, pixels }, 80)],
    parse: (bytes) => decodeJpeg(bytes, { width: side, height: side, components: 3, isYcc: true }),
  };
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

const geoJson = {
  type: 'FeatureCollection',
  crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32617' } },
  features: [
    {
      type: 'Feature',
      properties: { layer: 'a', name: 1 },
      geometry: { type: 'Point', coordinates: [1, 2, 3] },
    },
    {
      type: 'Feature',
      properties: null,
      geometry: {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
          [1, 2],
        ],
      },
    },
    {
      type: 'Feature',
      geometry: {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [0, 0],
              [9, 0],
              [9, 9],
              [0, 0],
            ],
            [
              [1, 1],
              [2, 1],
              [2, 2],
              [1, 1],
            ],
          ],
        ],
      },
    },
    {
      type: 'Feature',
      geometry: { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2] }] },
    },
  ],
};

const surface =
  '<?xml version="1.0"?><LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2"><Units><Metric linearUnit="meter" volumeUnit="cubicMeter"/></Units><CoordinateSystem desc="a" epsgCode="32617"/><Surfaces><Surface name="Ground"><Definition surfType="TIN"><Pnts><P id="7">0 10 1</P><P id="a">0 20 2</P><P id="9">10 20 3.5</P></Pnts><Faces><F>7 a 9</F><F i="1">7 a 9</F></Faces></Definition></Surface></Surfaces></LandXML>';

const controlFiles = [
  'EPSG:32617\n500000.1 4200000.2 100.3 10 20 a.jpg P1\n500001.1 4200001.2 101.3 30 40 b.jpg P2 check\n',
  'label,x,y,z,sigma_x,type\n"A, 1",1.5,2.5,3,0.01,gcp\nB,2,3,4,,check\n',
  'Name;Rechtswert;Hochwert;Höhe\nA;1,5;2,5;3,25\nB;1.234,5;2,5;3,25\n',
  '{"points":[{"id":"A","position":{"latitude":40.5,"longitude":-81.25,"altitude":100},"observations":[{"shot_id":"a.jpg","projection":[0.1,0.2]}]}]}',
];

/** JSON that cannot be parsed is nobody's attack: the platform refuses it. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function textParsers(table: CrsTable): HostileParser[] {
  const sizes = new Map([['a.jpg', { width: 400, height: 300 }]]);
  const ofText = (
    name: string,
    texts: readonly string[],
    parse: (text: string) => unknown,
  ): HostileParser => ({
    name,
    inputs: texts.map(utf8),
    parse: (bytes) => parse(textOf(bytes)),
  });
  const parts = [1, 2].map(
    (n) => `<Part><PartNumber>${n}</PartNumber><ETag>"ab"</ETag><Size>9</Size></Part>`,
  );
  return [
    ofText('XMP', [packet], (text) => {
      const { values } = readXmp([text]);
      return readDroneXmp(values, 'DJI');
    }),
    ofText('GeoJSON', [JSON.stringify(geoJson)], (text) => readGeoJson(parsedJson(text), 'a.geojson')),
    ofText('control file', controlFiles, (text) => readControlFile(text, 'gcp_list.txt', sizes)),
    ofText('scale bars', ['from,to,length,sigma,unit\nA,B,1.5,0.01,m\nB,C,2.25,0.01,m\n'], (text) =>
      readScaleBars(text, 'bars.csv'),
    ),
    ofText('point file', ['1,100.5,200.5,3.25,EP\n2,101.5,201.5,3.5,"EP, old"\n'], (text) =>
      readPointText(text, { name: 'p.csv' }),
    ),
    ofText('WKT, PRJ, PROJ strings and names', systemTexts, (text) =>
      readCrsWith(table, [{ source: 'user', payload: text }]),
    ),
    ofText('WKT tree', systemTexts.slice(0, 2), parseWkt),
    ofText(
      'completion XML',
      [
        `<A><UploadId>x</UploadId><IsTruncated>true</IsTruncated><NextPartNumberMarker>2</NextPartNumberMarker>${parts.join('')}</A>`,
      ],
      (text) => {
        const answer = [readCompletion(text), readInitiated(text)];
        return [answer, readPartPage(text)];
      },
    ),
    ofText('search', ['{"name":"a","system":["utm","32617"],"state":"Done","images":"<10"}'], (text) => {
      const filter = searchFilter.safeParse(parsedJson(text));
      return [filter, searchCrsWith(table, text.slice(0, 255), 20)];
    }),
  ];
}

const stored = ['manifest.json', 'files/a.bin'];

async function zipFile(): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const inputs = stored.map((name) => ({ name, bytes: utf8(name.repeat(9)) }));
  const streamed = {
    name: 'b',
    size: 3,
    open: async function* () {
      yield utf8('abc');
    },
  };
  for await (const part of writeZip([...inputs, streamed])) parts.push(part.slice());
  return new Uint8Array(Buffer.concat(parts));
}

function zipParser(input: Uint8Array): HostileParser {
  return {
    name: 'ZIP',
    inputs: [input],
    async parse(bytes) {
      const source = guardedSource('a.zip', bytes);
      const directory = await readDirectory(source);
      for (const entry of directory ?? []) await findData(source, entry);
      const walked = [];
      for await (const entry of walkZip(source, () => 3)) walked.push(entry);
      return { directory, walked };
    },
  };
}

function geoKeysParser(table: CrsTable): HostileParser {
  return {
    name: 'GeoKeys',
    inputs: [geoKeyBytes()],
    parse(bytes) {
      const directory = new Uint16Array(bytes.buffer.slice(0, bytes.length - (bytes.length % 2)));
      const payload = { directory, doubles: new Float64Array([6378137, Number.NaN]), ascii: 'UTM 17N|' };
      return readCrsWith(table, [{ source: 'geokeys', payload }]);
    },
  };
}

/** Every parser of files, texts and requests that come from outside. */
export async function hostileParsers(table: CrsTable): Promise<HostileParser[]> {
  const las = [
    await sampleLas(3, 20, { extraBytes: 2, vlrs: systemRecords() }),
    await sampleLas(7, 20, { vlrs: systemRecords(), hasWktBit: true }),
  ];
  const copc = [await copcFile(7, 0), await copcFile(6, 2)];
  return [
    lasParser(table, las),
    lazParser(copc),
    chunkParser(),
    copcParser(copc),
    tiffParser(await tiffFiles()),
    jpegParser(),
    photoParser(),
    {
      name: 'EXIF',
      inputs: [exif(true), exif(false)],
      parse: (bytes) => readExif(guardedSource('a.jpg', bytes)),
    },
    {
      name: 'LandXML',
      inputs: [utf8(surface)],
      parse: (bytes) => readLandXml(guardedSource('a.xml', bytes)),
    },
    zipParser(await zipFile()),
    geoKeysParser(table),
    ...textParsers(table),
  ];
}
