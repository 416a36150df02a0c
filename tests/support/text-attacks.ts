import { readCompletion, readInitiated, readPartPage } from '#contract/store/multipart-xml.ts';
import { readCrsWith } from '#domain/crs/read-crs.ts';
import { searchCrsWith } from '#domain/crs/search-crs.ts';
import type { CrsTable } from '#domain/crs/table.ts';
import { parseWkt } from '#domain/crs/wkt/wkt-parse.ts';
import { usualControlWords } from '#domain/drawing/codes/control-codes.ts';
import { codeDictionary } from '#domain/drawing/codes/dictionary.ts';
import { parseDescription } from '#domain/drawing/codes/parse-description.ts';
import { readCodeCsv } from '#domain/drawing/codes/read-code-csv.ts';
import { parseEntry } from '#domain/drawing/entry/parse-entry.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { readDxf } from '#domain/formats/dxf/read/read-dxf.ts';
import { readGeoJson } from '#domain/formats/geojson/read-geojson.ts';
import { isWithinBounds } from '#domain/formats/json-bounds.ts';
import { readKml } from '#domain/formats/kml/read-kml.ts';
import { readLandXmlDrawing } from '#domain/formats/landxml/read-drawing.ts';
import { readLandXml } from '#domain/formats/landxml/read-surfaces.ts';
import { readPointText } from '#domain/formats/point-text/read-point-text.ts';
import { decodeText } from '#domain/formats/table-text/decode-text.ts';
import { parseGdalMetadata, parsePointSpacing } from '#domain/formats/tiff/gdal-metadata.ts';
import { readDroneXmp } from '#domain/formats/xmp/drone-xmp.ts';
import { readXmp } from '#domain/formats/xmp/read-xmp.ts';
import { readControlFile } from '#domain/photogrammetry/control/read-control-file.ts';
import { readScaleBars } from '#domain/photogrammetry/control/read-scale-bars.ts';
import { METRE } from '#domain/units/units.ts';

/** An input of any length that is slow to parse, and its parser. */
export interface Attack {
  readonly name: string;
  /** Creates an input of so many bytes; the returned function parses it. */
  prepare(length: number): () => unknown;
}

const attackBy = (
  name: string,
  make: (length: number) => string,
  parse: (text: string) => unknown,
): Attack => ({
  name,
  prepare(length) {
    const text = make(length);
    return () => parse(text);
  },
});

interface Parser {
  readonly name: string;
  parse(text: string): unknown;
  /** Prefix and suffix of repeated text, so that the parser reaches it. */
  readonly frames: readonly (readonly [before: string, after: string])[];
  /** Pieces in addition to those of every parser. */
  readonly pieces: readonly string[];
}

/** When repeated, they are slow for scanners and regular expressions. */
const commonPieces = ['<', '=', '"', ' ', '1', ',', '(', '-', '\0', 'a', '\n', '&#', '<!--'];

const bytesOf = (text: string) => new TextEncoder().encode(text);

const bare = ['', ''] as const;

const codes = codeDictionary(
  ['A B C D E F G H', 'A'].map((code) => ({ code, name: '', kinds: [], attributes: [] })),
  usualControlWords,
);

/** Continues with the next reader where one refuses. */
function each(...readers: readonly (() => unknown)[]): void {
  for (const read of readers) {
    try {
      read();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
}

function parsersOf(table: CrsTable): Parser[] {
  const system = (source: 'user' | 'prj') => (text: string) =>
    readCrsWith(table, [{ source, payload: text }]);
  return [
    {
      name: 'XMP',
      parse: (text) => readDroneXmp(readXmp([text]).values, null),
      frames: [bare, ['<rdf:Description ', ''], ['<rdf:Description ', '/>'], ['<a:b>', '</a:b>']],
      pieces: ['<a:b>', '</a:b>', '<a:b ', 'a:b="1" ', "a:b='1", 'xmlns:a="b"', '<rdf:li>a</rdf:li>', '= '],
    },
    {
      name: 'LandXML',
      parse: (text) => readLandXml(memorySource('a.xml', bytesOf(text))),
      frames: [bare, ['<LandXML><Surfaces><Surface><Definition><Pnts>', ''], ['<LandXML ', '>']],
      pieces: ['<a>', '<a/>', 'a="1" ', '<P id="1">1 2 3</P>', '<![CDATA[', '<!', '<!-- -', ']]', '<?'],
    },
    {
      name: 'KML',
      parse: (text) => readKml(memorySource('a.kml', bytesOf(text)), { layer: 'a' }),
      frames: [
        ['<kml>', '</kml>'],
        ['<kml><Placemark>', '</Placemark></kml>'],
        ['<kml><Placemark><Point><coordinates>', '</coordinates></Point></Placemark></kml>'],
        ['<kml><Placemark><ExtendedData>', '</ExtendedData></Placemark></kml>'],
        ['<kml><Placemark><MultiGeometry>', '</MultiGeometry></Placemark></kml>'],
        ['<kml><Placemark><Track>', '</Track></Placemark></kml>'],
      ],
      pieces: [
        '<Folder><name>a</name><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark></Folder>',
        '<Placemark><Point><coordinates>1,2</coordinates></Point></Placemark>',
        '<Data name="a"><value>1</value></Data>',
        '<SchemaData schemaUrl="#a"><SimpleData name="a">1</SimpleData></SchemaData>',
        '<StyleMap id="a"><Pair><key>normal</key><styleUrl>#a</styleUrl></Pair></StyleMap>',
        '<MultiGeometry>',
        '<Point><coordinates>1,2</coordinates></Point>',
        '<coord>1 2 3</coord>',
        '1,2 ',
        '1 , ',
      ],
    },
    {
      name: 'LandXML of lines',
      parse: (text) => readLandXmlDrawing(memorySource('a.xml', bytesOf(text))),
      frames: [
        ['<LandXML><CgPoints>', '</CgPoints></LandXML>'],
        ['<LandXML><Parcels><Parcel><CoordGeom>', '</CoordGeom></Parcel></Parcels></LandXML>'],
        ['<LandXML><Parcels><Parcel><CoordGeom><IrregularLine><PntList3D>', ''],
      ],
      pieces: [
        '<CgPoint name="1">1 2 3<Feature><Property label="a" value="b"/></Feature></CgPoint>',
        '<Line><Start>1 2</Start><End pntRef="1"/></Line>',
        '<Line><Start>0 0</Start><End>0 9</End></Line><Line><Start>0 9</Start><End>9 9</End></Line><Line><Start>9 9</Start><End>0 0</End></Line>',
        '<Curve rot="cw" radius="5"><Start>1 2</Start><End>3 4</End></Curve>',
        '<Parcel>',
        '1 2 3 ',
      ],
    },
    {
      name: 'DXF',
      parse: (text) => readDxf(memorySource('a.dxf', bytesOf(text)), { tolerance: 0.01 }),
      frames: [
        ['0\nSECTION\n2\nENTITIES\n', ''],
        ['0\nSECTION\n2\nENTITIES\n0\nMTEXT\n40\n1\n1\n', '\n0\nENDSEC\n0\nEOF\n'],
        ['0\nSECTION\n2\nENTITIES\n0\nHATCH\n91\n9\n', '75\n0\n0\nENDSEC\n0\nEOF\n'],
        ['0\nSECTION\n2\nENTITIES\n0\nMULTILEADER\n', '0\nENDSEC\n0\nEOF\n'],
        ['0\nSECTION\n2\nBLOCKS\n0\nBLOCK\n2\nb\n', '0\nENDSEC\n0\nEOF\n'],
        ['0\nSECTION\n2\nHEADER\n', '0\nENDSEC\n0\nEOF\n'],
      ],
      pieces: [
        '0\nPOINT\n10\n1\n',
        '0\nPOLYLINE\n70\n64\n0\nVERTEX\n70\n128\n71\n1\n',
        '0\nINSERT\n2\nb\n66\n1\n0\nATTRIB\n2\na\n1\nb\n',
        '0\nSPLINE\n71\n3\n',
        '10\n1\n',
        '11\n1\n',
        '40\n1\n',
        '92\n2\n10\n1\n20\n1\n10\n2\n20\n1\n10\n1\n20\n3\n',
        '92\n1\n72\n4\n94\n3\n',
        '302\nLEADER{\n304\nLEADER_LINE{\n10\n1\n',
        '304\na\n',
        '1001\na\n1000\nproperty=1\n',
        '9\n$A\n1\na\n',
        '102\n{A\n',
        '\\S1/2',
        '\\A1',
        '\\U+0041',
        '%%d',
        '^J',
      ],
    },
    {
      name: 'completion XML',
      parse: (text) =>
        each(
          () => readCompletion(text),
          () => readPartPage(text),
          () => readInitiated(text),
        ),
      frames: [bare, ['<Part>', '</Part>']],
      pieces: ['<Part>', '</Part>', '<Part></Part>', '<PartNumber>', '<PartNumber>1', '<UploadId>', '&amp;'],
    },
    {
      name: 'GDAL metadata',
      parse: (text) => [parseGdalMetadata(text), parsePointSpacing(text)],
      frames: [bare, ['<Item ', '>a</Item>'], ['<Item sample="', '']],
      pieces: [
        '<Item ',
        '<Item >',
        '</Item>',
        'sample="',
        'role="a" ',
        '<Item sample="1" role="scale">1</Item>',
      ],
    },
    {
      name: 'control file',
      parse: (text) => readControlFile(text, 'gcp_list.txt'),
      frames: [bare, ['label,x,y,z\n', ''], ['EPSG:32617\n1 2 3 4 5 a.jpg\n', '']],
      pieces: [
        '""',
        '","',
        '1 2 3 4 5 a.jpg\n',
        '1,',
        '1.',
        '1 000',
        "1'000",
        '.jpg ',
        '{"points":[',
        'A,1,2,3\n',
      ],
    },
    {
      name: 'scale bars',
      parse: (text) => readScaleBars(text, 'bars.csv'),
      frames: [bare, ['from,to,length,sigma,unit\n', '']],
      pieces: ['A,B,1,1,m\n', '""', '1 '],
    },
    {
      name: 'typed line',
      parse: (text) =>
        parseEntry(text, { order: 'xyz', hasDecimalComma: false, horizontal: METRE, vertical: METRE }),
      frames: [bare, ['@', ''], ['N45E ', '']],
      pieces: ['1+', '((', '1-', "1'", '--', '1 m*', 'az '],
    },
    {
      name: 'point file',
      parse: (text) => readPointText(text, { name: 'p.txt' }),
      frames: [bare, ['1,2,3,4,5\n', '']],
      pieces: ['1,2,3,4,a\n', '"1,', 'x,', '#\n', '1.2.', '1 2 3 4\n'],
    },
    {
      name: 'feature codes',
      parse: (text) => readCodeCsv(text, 'c.csv'),
      frames: [bare, ['Code,Attributes,Types\n', ''], ['Code\tAttributes\nA\t', '']],
      pieces: ['a:text;', 'a:list(b|', '\\', '(', '|', 'a,a:text,any\n', 'line '],
    },
    {
      name: 'description of a point',
      parse: (text) => parseDescription(text, codes),
      frames: [bare],
      pieces: ['A B C D ', 'A1', 'A9/', 'B ', 'RECT ', '1 '],
    },
    {
      name: 'text of unknown letters',
      parse: (text) => decodeText(Uint8Array.from(text, (letter) => letter.charCodeAt(0) | 0x80)),
      frames: [bare],
      pieces: ['\xff', 'x,'],
    },
    {
      name: 'coordinate system',
      parse: (text) =>
        each(
          () => system('user')(text),
          () => system('prj')(text),
          () => parseWkt(text),
        ),
      frames: [
        bare,
        ['PROJCS["a",', ''],
        ['PROJCS["', '"]'],
        ['+proj=utm ', ''],
        ['EPSG:', 'x'],
        ['Projection UTM\n', '\nParameters\n'],
        ['UTM', ''],
      ],
      pieces: [
        'A[',
        'A[1],',
        '""',
        '1.',
        '+a=1 ',
        'zone 1\n',
        'EPSG:',
        'EPSG:1.',
        '1 + ',
        'UTM ',
        '_',
        '/*',
        '\r',
      ],
    },
    {
      name: 'search for systems',
      parse: (text) => searchCrsWith(table, text.slice(0, 255), 20),
      frames: [bare],
      pieces: ['utm '],
    },
    {
      name: 'bounds of JSON',
      parse: (text) => isWithinBounds(text, { depth: 1e9, values: 1e9, containers: 1e9 }),
      frames: [bare],
      pieces: ['[', '{"a":', '\\'],
    },
    {
      name: 'GeoJSON',
      parse: (text) => readGeoJson(JSON.parse(text), 'a.geojson'),
      frames: [],
      pieces: [],
    },
  ];
}

const geoJsonAttacks = (parse: (text: string) => unknown): Attack[] => {
  const list = (item: string, length: number) =>
    Array(Math.ceil(length / item.length))
      .fill(item)
      .join(',');
  const makers: Record<string, (length: number) => string> = {
    positions: (length) => `{"type":"MultiPoint","coordinates":[${list('[1,2]', length)}]}`,
    rings: (length) => `{"type":"Polygon","coordinates":[${list('[[1,2],[3,4],[1,2]]', length)}]}`,
    properties: (length) => {
      const names = Array.from({ length: Math.ceil(length / 10) }, (_, i) => `"a${i}":1`);
      return `{"type":"Feature","geometry":null,"properties":{${names.join(',')}}}`;
    },
    'collections in each other': (length) => {
      const depth = Math.ceil(length / 45);
      return `${'{"type":"GeometryCollection","geometries":['.repeat(depth)}${']}'.repeat(depth)}`;
    },
  };
  return Object.entries(makers).map(([name, make]) => attackBy(`GeoJSON of ${name}`, make, parse));
};

/** One attack per piece, frame and parser of texts. */
export function textAttacks(table: CrsTable): Attack[] {
  const parsers = parsersOf(table);
  const repeated = parsers.flatMap(({ name, parse, frames, pieces }) =>
    frames.flatMap(([before, after]) =>
      [...commonPieces, ...pieces].map((piece) =>
        attackBy(
          `${name}: ${JSON.stringify(before)} ${JSON.stringify(piece)}… ${JSON.stringify(after)}`,
          (length) => before + piece.repeat(Math.ceil(length / piece.length)) + after,
          parse,
        ),
      ),
    ),
  );
  return [...repeated, ...geoJsonAttacks(parsers.at(-1)!.parse)];
}
