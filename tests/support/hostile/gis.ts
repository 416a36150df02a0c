import type { CrsTable } from '#domain/crs/table.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { readGpkg } from '#domain/formats/gpkg/read-gpkg.ts';
import { readGpkgGeometry } from '#domain/formats/gpkg/read-wkb.ts';
import { writeGpkg } from '#domain/formats/gpkg/write-gpkg.ts';
import { gpkgGeometry } from '#domain/formats/gpkg/write-wkb.ts';
import { readKml } from '#domain/formats/kml/read-kml.ts';
import { readKmz } from '#domain/formats/kml/read-kmz.ts';
import { readShapefileArchive } from '#domain/formats/shp/read-archive.ts';
import { readShapefile } from '#domain/formats/shp/read-shapefile.ts';
import { writeShapefiles } from '#domain/formats/shp/write-shapefiles.ts';
import { writeZip } from '#domain/formats/zip/write-zip.ts';
import { openSql } from '#workers/io/open-sql.ts';
import { createExportDrawing } from '../export-drawing.ts';
import { guardedSource } from '../guarded-source.ts';
import { type HostileParser, utf8 } from './parser.ts';

const { files } = writeShapefiles(createExportDrawing(), { prj: 'GEOGCS["a"]' });
const bytesOf = (ending: string) =>
  files.filter(({ name }) => name.endsWith(ending)).map(({ bytes }) => bytes);

const kml = `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>Site</name>
<Schema id="s" name="s"><SimpleField type="double" name="a"/><SimpleField type="bool" name="b"/></Schema>
<Style id="l"><LineStyle><color>7fff00ff</color><width>2</width></LineStyle><PolyStyle><color>ff00ff00</color></PolyStyle></Style>
<StyleMap id="m"><Pair><key>normal</key><styleUrl>#l</styleUrl></Pair></StyleMap>
<Folder><name>A</name><visibility>0</visibility><Placemark><name>1 &amp; 2</name><styleUrl>#m</styleUrl><TimeSpan><begin>2026</begin></TimeSpan><ExtendedData><Data name="c"><value>7</value></Data><SchemaData schemaUrl="#s"><SimpleData name="a">1.5</SimpleData><SimpleData name="b">1</SimpleData></SchemaData></ExtendedData><Point><altitudeMode>absolute</altitudeMode><coordinates>1,2,3</coordinates></Point></Placemark>
<Placemark><MultiGeometry><LineString><coordinates>1,2 3,4 5,6</coordinates></LineString><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 9,0 9,9 0,0</coordinates></LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>1,1 2,1 2,2 1,1</coordinates></LinearRing></innerBoundaryIs></Polygon></MultiGeometry></Placemark></Folder>
<Placemark><gx:Track><when>2026</when><gx:coord>1 2 3</gx:coord><gx:coord>4 5 6</gx:coord></gx:Track></Placemark>
<GroundOverlay><name>o</name><Icon><href>a.png</href></Icon><LatLonBox><north>1</north></LatLonBox></GroundOverlay><NetworkLink/></Document></kml>`;

async function archive(inputs: readonly { name: string; bytes: Uint8Array }[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of writeZip(inputs)) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

/** A parser of one file of a set, whose others are sound. */
function partParser(ending: '.shp' | '.shx' | '.dbf'): HostileParser {
  const whole = (wanted: string) => memorySource(`a${wanted}`, bytesOf(wanted).at(-1)!);
  return {
    name: `shapefile ${ending}`,
    inputs: bytesOf(ending),
    parse(bytes) {
      const source = (wanted: string) =>
        wanted === ending ? guardedSource(`a${wanted}`, bytes) : whole(wanted);
      return readShapefile({ shp: source('.shp'), shx: source('.shx'), dbf: source('.dbf') }, { layer: 'a' });
    },
  };
}

/** Parsers of files of geographic information systems. */
export async function gisParsers(table: CrsTable): Promise<HostileParser[]> {
  return [
    partParser('.shp'),
    partParser('.shx'),
    partParser('.dbf'),
    {
      name: 'shapefiles in a ZIP',
      inputs: [await archive(files)],
      parse: (bytes) => readShapefileArchive(guardedSource('a.zip', bytes)),
    },
    {
      name: 'GeoPackage',
      inputs: [(await writeGpkg(createExportDrawing(), { definition: null }, openSql, table)).bytes],
      parse: (bytes) => readGpkg(guardedSource('a.gpkg', bytes), openSql),
    },
    {
      name: 'geometry of a GeoPackage',
      inputs: createExportDrawing().features.map((feature) =>
        gpkgGeometry(feature, { srsId: 1, hasZ: true, tolerance: 1 }),
      ),
      parse: (bytes) => readGpkgGeometry(bytes),
    },
    {
      name: 'KML',
      inputs: [utf8(kml)],
      parse: (bytes) => readKml(guardedSource('a.kml', bytes), { layer: 'a' }),
    },
    {
      name: 'KMZ',
      inputs: [await archive([{ name: 'doc.kml', bytes: utf8(kml) }])],
      parse: (bytes) => readKmz(guardedSource('a.kmz', bytes), { layer: 'a' }),
    },
  ];
}
