import { nextRank } from '#domain/drawing/document.ts';
import { type DrawingLayer, layerColours } from '#domain/drawing/layer.ts';
import type { EditorPorts } from '../ports/editor-ports.ts';

type Layers = Readonly<Record<string, DrawingLayer>>;

/** The layer of a name; undefined where there is none. */
export function layerNamed(layers: Layers, name: string): DrawingLayer | undefined {
  return Object.values(layers).find((layer) => layer.name === name);
}

/** A layer behind the others, in a colour that none of them has where there is one left. */
export function newLayer(
  { createId }: Pick<EditorPorts, 'createId'>,
  layers: Layers,
  name: string,
  colour?: string,
): DrawingLayer {
  const taken = Object.values(layers).map((layer) => layer.colour);
  const free = layerColours.find((candidate) => !taken.includes(candidate)) ?? layerColours[0]!;
  return { id: createId(), name, colour: colour ?? free, isVisible: true, rank: nextRank(layers) };
}
