import type { FeatureKind } from '#domain/drawing/document.ts';
import type { Rgba } from '#domain/view/display.ts';
import { parseHexColour } from '#domain/view/ramps.ts';
import { defaultFeatureStyle, type FeatureStyle } from '#domain/view/scene.ts';

/** `#rrggbb` with an opacity. */
export function rgba(hex: string, opacity: number): Rgba {
  const [red, green, blue] = parseHexColour(hex);
  return [red / 255, green / 255, blue / 255, opacity];
}

const selectedHex = '#3fd0ff';
const draftHex = '#ff5fa2';

/** A drawn feature: in its layer's colour, brighter when selected. */
export function featureStyle(colour: string, isSelected: boolean): FeatureStyle {
  const hex = isSelected ? selectedHex : colour;
  return {
    ...defaultFeatureStyle,
    colour: rgba(hex, 1),
    fill: rgba(hex, isSelected ? 0.22 : 0.14),
    widthPx: isSelected ? 3 : 2,
    sizePx: isSelected ? 11 : 9,
  };
}

/** What is being drawn or was measured. */
export function draftStyle(kind: FeatureKind): FeatureStyle {
  return {
    ...defaultFeatureStyle,
    colour: rgba(draftHex, 1),
    fill: rgba(draftHex, kind === 'polygon' ? 0.16 : 0),
    widthPx: 2.5,
    symbol: 'ring',
    sizePx: 11,
  };
}

/** A style as it stands out from any ground. */
export function inHighContrast(style: FeatureStyle): FeatureStyle {
  return { ...style, widthPx: style.widthPx + 1, sizePx: style.sizePx + 2, edgePx: 2 };
}

/** A vertex of the draft. */
export const draftVertexStyle: FeatureStyle = {
  ...defaultFeatureStyle,
  colour: rgba(draftHex, 1),
  sizePx: 8,
};

/** A handle of the selected feature. */
export function handleStyle(kind: 'vertex' | 'insert', isChosen: boolean): FeatureStyle {
  const hex = isChosen ? '#ffffff' : selectedHex;
  return {
    ...defaultFeatureStyle,
    colour: rgba(hex, kind === 'insert' ? 0.6 : 1),
    symbol: kind === 'insert' ? 'ring' : 'square',
    sizePx: kind === 'insert' ? 8 : isChosen ? 12 : 10,
  };
}
