import type { Tin } from '../../geometry/tin/tin.ts';
import { tinArea } from '../../geometry/tin/tin-volume.ts';
import { gatherText } from '../gather-text.ts';
import { type LandXmlOptions, landXmlEnd, landXmlHead } from './write-head.ts';
import { xmlAttributes } from './write-xml.ts';

/**
 * Writes a TIN as a LandXML 1.2 surface, in pieces of text to be encoded as UTF-8. Coordinates keep every digit.
 * Points are numbered from 1 and written northing, easting, elevation.
 */
export function writeLandXml(tin: Tin, options: LandXmlOptions): Generator<string, void> {
  return gatherText(landXmlParts(tin, options));
}

function* landXmlParts(tin: Tin, options: LandXmlOptions): Generator<string, void> {
  yield landXmlHead(options);
  yield '<Surfaces>\n';
  yield* surfaceParts(tin, options);
  yield `</Surfaces>\n${landXmlEnd}`;
}

/** The element of one surface, a line a piece. */
export function* surfaceParts(
  { points, triangles }: Tin,
  { name, description }: { readonly name: string; readonly description?: string },
): Generator<string, void> {
  const { planArea, surfaceArea } = tinArea({ points, triangles });
  let low = Infinity;
  let high = -Infinity;
  for (let i = 2; i < points.length; i += 3) {
    low = Math.min(low, points[i]!);
    high = Math.max(high, points[i]!);
  }
  const definition = xmlAttributes({
    surfType: 'TIN',
    area2DSurf: planArea,
    area3DSurf: surfaceArea,
    elevMax: high,
    elevMin: low,
  });
  const surface = xmlAttributes({ name, ...(description === undefined ? {} : { desc: description }) });
  yield `<Surface ${surface}>\n<Definition ${definition}>\n<Pnts>\n`;
  for (let i = 0; i < points.length; i += 3) {
    yield `<P id="${i / 3 + 1}">${points[i + 1]} ${points[i]} ${points[i + 2]}</P>\n`;
  }
  yield '</Pnts>\n<Faces>\n';
  for (let t = 0; t < triangles.length; t += 3) {
    yield `<F>${triangles[t]! + 1} ${triangles[t + 1]! + 1} ${triangles[t + 2]! + 1}</F>\n`;
  }
  yield '</Faces>\n</Definition>\n</Surface>\n';
}
