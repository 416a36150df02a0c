import { AppError } from '#domain/errors/app-error.ts';
import type { ExchangeDrawing } from '#domain/formats/exchange-model.ts';

/** What lies on one layer of a drawing; the drawing itself without a name. @throws export.no-such-layer */
export function onlyLayer(drawing: ExchangeDrawing, name: string | undefined): ExchangeDrawing {
  if (name === undefined) return drawing;
  const layers = drawing.layers.filter((layer) => layer.name === name);
  if (layers.length === 0) {
    const known = drawing.layers.map((layer) => layer.name).join(', ');
    throw new AppError('export.no-such-layer', { layer: name, layers: known });
  }
  const isOn = ({ layer }: { readonly layer: string }) => layer === name;
  return {
    ...drawing,
    layers,
    features: drawing.features.filter(isOn),
    texts: (drawing.texts ?? []).filter(isOn),
    surfaces: (drawing.surfaces ?? []).filter(isOn),
  };
}
