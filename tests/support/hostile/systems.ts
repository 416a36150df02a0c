import { readCrsWith } from '#domain/crs/read-crs.ts';
import type { CrsTable } from '#domain/crs/table.ts';
import { parseWkt } from '#domain/crs/wkt/wkt-parse.ts';
import type { VlrContent } from '#domain/formats/las/vlr.ts';
import { type HostileParser, textParser, utf8 } from './parser.ts';

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

/** The records of a cloud that declare its system in both ways. */
export function systemRecords(): VlrContent[] {
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

/** Parsers of coordinate system declarations. */
export function systemParsers(table: CrsTable): HostileParser[] {
  return [
    geoKeysParser(table),
    textParser('WKT, PRJ, PROJ strings and names', systemTexts, (text) =>
      readCrsWith(table, [{ source: 'user', payload: text }]),
    ),
    textParser('WKT tree', systemTexts.slice(0, 2), parseWkt),
  ];
}
