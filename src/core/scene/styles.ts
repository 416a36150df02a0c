import type { FeatureKind, FeaturePurpose } from '#domain/drawing/document.ts';
import type { LineType } from '#domain/formats/exchange-model.ts';
import type { Rgba } from '#viewport/display.ts';
import { parseHexColour } from '#viewport/ramps.ts';
import { defaultFeatureStyle, type FeatureStyle, type LineLook, solidLine } from '#viewport/scene.ts';

/** `#rrggbb` with an opacity. */
export function rgba(hex: string, opacity: number): Rgba {
  const [red, green, blue] = parseHexColour(hex);
  return [red / 255, green / 255, blue / 255, opacity];
}

const selectedHex = '#3fd0ff';
const draftHex = '#ff5fa2';

/** Lengths of dashes and gaps, CSS pixels. */
const looks: Readonly<Record<LineType, LineLook>> = {
  solid: solidLine,
  dashed: { ...solidLine, dash: [9, 5], cap: 'butt' },
  dotted: { ...solidLine, dash: [0, 6] },
  'dash-dot': { ...solidLine, dash: [10, 4, 2, 4], cap: 'butt' },
};

/** Styles by content: features with equal styles share one slot on the device. */
const styles = new Map<string, FeatureStyle>();

/** Style of a purpose: its own line, and a faint fill where a polygon may cover the whole survey. */
const purposeLooks: Readonly<Record<FeaturePurpose, { readonly line: LineLook; readonly fill: number }>> = {
  'crop-bounds': { line: { ...solidLine, dash: [16, 4, 3, 4], cap: 'butt' }, fill: 0.04 },
  'ortho-crop': { line: { ...solidLine, dash: [16, 4, 3, 4, 3, 4], cap: 'butt' }, fill: 0.04 },
  flatten: { line: { ...solidLine, dash: [4, 3], cap: 'butt' }, fill: 0.24 },
};

/** A drawn feature: in its layer's colour, with its purpose's line or else its layer's, brighter when selected. */
export function featureStyle(
  colour: string,
  lineType: LineType,
  isSelected: boolean,
  purpose?: FeaturePurpose,
): FeatureStyle {
  const key = `${colour} ${purpose ?? lineType} ${isSelected}`;
  const hex = isSelected ? selectedHex : colour;
  const look = purpose === undefined ? { line: looks[lineType], fill: 0.14 } : purposeLooks[purpose];
  const style = styles.get(key) ?? makeStyle(hex, look, isSelected);
  styles.set(key, style);
  return style;
}

function makeStyle(
  hex: string,
  { line, fill }: { readonly line: LineLook; readonly fill: number },
  isSelected: boolean,
): FeatureStyle {
  return {
    ...defaultFeatureStyle,
    line,
    colour: rgba(hex, 1),
    fill: rgba(hex, isSelected ? fill + 0.08 : fill),
    widthPx: isSelected ? 3 : 2,
    sizePx: isSelected ? 11 : 9,
  };
}

/** Style of the draft and of measured shapes. */
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

/** A style that contrasts with any ground. */
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
