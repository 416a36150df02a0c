import type { ErrorRecord } from '../../errors/app-error.ts';
import type { ExchangeDrawing } from '../exchange-model.ts';
import { drawingText, layerNames } from './tags.ts';

/** The layers of a DXF file by the drawing's names; layer 0 is in every file. */
export function fileLayers({ layers }: Pick<ExchangeDrawing, 'layers'>): Map<string, string> {
  return layerNames(['0', ...layers.map(({ name }) => name).filter((name) => name !== '0')]);
}

/** Tells of layers whose names DXF does not take, with the names that they get. */
export function renamedNotes(drawing: Pick<ExchangeDrawing, 'layers'>): ErrorRecord[] {
  return [...fileLayers(drawing)].flatMap(([layer, written]): ErrorRecord[] =>
    drawingText(layer) === written ? [] : [{ code: 'export.layer-renamed', params: { layer, written } }],
  );
}
