import { extname } from 'node:path';
import { readLandXmlDrawing } from '#domain/formats/landxml/read-drawing.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import type { DrawingInput } from './drawing-input.ts';

/** True for paths of LandXML, which holds surfaces and drawings. */
export function isLandXml(path: string): boolean {
  return ['.xml', '.landxml'].includes(extname(path).toLowerCase());
}

/** Points, lines and areas of a LandXML file, and the names of its surfaces. Errors: io.*, landxml.*, xml.* */
export async function readLandXmlFeatures(
  path: string,
  signal: AbortSignal,
): Promise<DrawingInput & { readonly surfaceNames: readonly string[] }> {
  const source = await openFileSource(path);
  try {
    const { system, notes, ...drawing } = await readLandXmlDrawing(source, signal);
    return { ...drawing, epsg: system.kind === 'epsg' ? system.epsg : null, faults: notes };
  } finally {
    await source.close();
  }
}
