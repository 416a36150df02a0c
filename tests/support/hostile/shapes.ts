import { readClip } from '#domain/drawing/clip/drawing-clip.ts';
import { parseDrawing } from '#domain/drawing/parse/parse-drawing.ts';
import { readGeoJson } from '#domain/formats/geojson/read-geojson.ts';
import { readLandXmlDrawing } from '#domain/formats/landxml/read-drawing.ts';
import { readLandXml } from '#domain/formats/landxml/read-surfaces.ts';
import { guardedSource } from '../guarded-source.ts';
import { type HostileParser, parsedJson, textParser, utf8 } from './parser.ts';

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

const drawing = {
  schemaVersion: 1,
  layers: [{ id: 'l', name: 'Edge', colour: '#ff0000', isVisible: true, rank: 1 }],
  features: [
    { id: 'p', kind: 'point', layerId: 'l', code: 'EP', name: '1', coordinates: [1, 2, null], rank: 1 },
    {
      id: 'q',
      kind: 'polygon',
      purpose: 'crop-bounds',
      layerId: 'l',
      code: '',
      name: '',
      coordinates: [0, 0, 1, 9, 0, 1, 9, 9, 1],
      rank: 2,
    },
  ],
  views: [],
};

const drawingWithOverlay = {
  ...drawing,
  schemaVersion: 5,
  codes: [],
  overlays: [
    {
      id: 'o',
      name: 'Plan',
      image: { hash: '0a'.repeat(32), source: 'plan.png', width: 800, height: 600, isPlaced: false },
      fit: 'affine',
      pairs: [{ id: 'a', colour: '#ff0000', isVisible: true, image: [1, 2], site: [3, 4] }],
      opacity: 1,
      isVisible: true,
      isDraped: false,
      elevation: 3,
      rank: 1,
    },
  ],
};

const landXmlLines =
  '<LandXML version="1.2"><Units><Metric linearUnit="meter"/></Units><CoordinateSystem epsgCode="6677"/><CgPoints name="a"><CgPoint name="1" code="EP">1 2 3<Feature><Property label="a" value="b"/></Feature></CgPoint><CgPoint name="2" pntRef="1"/></CgPoints><Parcels><Parcel name="p"><CoordGeom><Line><Start>0 0 1</Start><End>0 9 1</End></Line><Curve rot="ccw" radius="5"><Start>0 9 1</Start><Center>4 9</Center><End>0 0 1</End></Curve></CoordGeom></Parcel></Parcels><Alignments><Alignment name="x" staStart="5"><CoordGeom><Spiral length="6" radiusStart="INF" radiusEnd="20" rot="cw" spiType="clothoid"><Start>0 0</Start><PI>0 4</PI><End>1 6</End></Spiral><IrregularLine><Start pntRef="1"/><End>7 7</End><PntList2D>1 2 3 4</PntList2D></IrregularLine><Chain>1 2</Chain></CoordGeom></Alignment></Alignments></LandXML>';

const copied = JSON.stringify({
  plumblineFeatures: 1,
  system: { wkt: null, name: 'Site', planMetres: 1, heightMetres: 0.3048, isAngular: false },
  drawing,
});

/** Parsers of drawings and surfaces. */
export function shapeParsers(): HostileParser[] {
  return [
    textParser('GeoJSON', [JSON.stringify(geoJson)], (text) => readGeoJson(parsedJson(text), 'a.geojson')),
    {
      name: 'LandXML',
      inputs: [utf8(surface)],
      parse: (bytes) => readLandXml(guardedSource('a.xml', bytes)),
    },
    {
      name: 'LandXML of lines',
      inputs: [utf8(landXmlLines)],
      parse: (bytes) => readLandXmlDrawing(guardedSource('a.xml', bytes)),
    },
    textParser('copied features', [copied], readClip),
    textParser('drawing', [JSON.stringify(drawing), JSON.stringify(drawingWithOverlay)], (text) =>
      parseDrawing(parsedJson(text)),
    ),
  ];
}
