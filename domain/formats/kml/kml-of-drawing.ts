import type { CrsTable } from '../../crs/table.ts';
import type { CrsDefinition } from '../../crs/types.ts';
import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import { drawingExtent } from '../exchange-geometry.ts';
import type { ExchangeDrawing } from '../exchange-model.ts';
import { metresAboveSea, toWgs84 } from '../wgs84.ts';
import { kmlChanges } from './changes.ts';
import { writeKml } from './write-kml.ts';

/** A drawing as KML, in pieces, and what the format changed. */
export interface WrittenKml {
  readonly pieces: Iterable<string>;
  readonly changes: readonly ErrorRecord[];
}

/**
 * A drawing of any system on the earth as KML. Heights are written where the system says that they are above the sea.
 * @param name of the document, and of the file in errors
 * @throws export.kml-no-system, those of `toWgs84` and of `writeKml`
 */
export function kmlOfDrawing(
  drawing: ExchangeDrawing,
  definition: CrsDefinition | null,
  name: string,
  table: CrsTable,
): WrittenKml {
  const extent = drawingExtent({
    ...drawing,
    features: [
      ...drawing.features,
      ...(drawing.texts ?? []).map(({ x, y, z, layer }) => ({
        kind: 'point' as const,
        coordinates: Float64Array.of(x, y, z),
        layer,
      })),
    ],
  });
  const middle = (axis: 0 | 1) => (extent ? (extent.min[axis]! + extent.max[axis]!) / 2 : 0);
  const toGeographic = toWgs84(definition, [middle(0), middle(1)], table);
  if (toGeographic === null) throw new AppError('export.kml-no-system', { file: name });
  const metres = metresAboveSea(definition, drawing.unit);
  return {
    pieces: writeKml(drawing, { name, toGeographic, metresAboveSea: metres }),
    changes: kmlChanges(drawing, metres !== null),
  };
}

/** The one file of a KMZ archive. */
export function kmzInput(pieces: Iterable<string>): { readonly name: string; readonly bytes: Uint8Array } {
  const encoder = new TextEncoder();
  const parts = [...pieces].map((piece) => encoder.encode(piece));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return { name: 'doc.kml', bytes };
}
