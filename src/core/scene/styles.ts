import type { DrawingFeature, FeatureKind, FeaturePurpose } from '#domain/drawing/feature.ts';
import type { DrawingLayer } from '#domain/drawing/layer.ts';
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

/** Lines and fills of purposes: a faint fill where a polygon may cover the whole survey. */
const purposeLooks: Readonly<
  Partial<Record<FeaturePurpose, { readonly line?: LineLook; readonly fill: number }>>
> = {
  'crop-bounds': { line: { ...solidLine, dash: [16, 4, 3, 4], cap: 'butt' }, fill: 0.04 },
  'ortho-crop': { line: { ...solidLine, dash: [16, 4, 3, 4, 3, 4], cap: 'butt' }, fill: 0.04 },
  flatten: { line: { ...solidLine, dash: [4, 3], cap: 'butt' }, fill: 0.24 },
  hole: { line: { ...solidLine, dash: [6, 3], cap: 'butt' }, fill: 0 },
  'soft-breakline': { line: { ...solidLine, dash: [12, 3], cap: 'butt' }, fill: 0 },
  'work-order-area': { line: { ...solidLine, dash: [12, 4, 2, 4], cap: 'butt' }, fill: 0.06 },
  'grid-exclusion': { line: { ...solidLine, dash: [3, 3], cap: 'butt' }, fill: 0.08 },
};

const plainFill = 0.14;
const pxPerMm = 96 / 25.4;
const plainWidthPx = 2;

/**
 * A drawn feature: in its own or its layer's colour, with its purpose's line, its own or its layer's, brighter when
 * selected.
 */
export function featureStyle(
  layer: Pick<DrawingLayer, 'colour' | 'lineType' | 'lineWeight' | 'transparency'>,
  { purpose, look = {} }: Pick<DrawingFeature, 'purpose' | 'look'>,
  isSelected: boolean,
): FeatureStyle {
  const colour = look.colour ?? layer.colour;
  const lineType = look.lineType ?? layer.lineType ?? 'solid';
  const lineWeight = look.lineWeight ?? layer.lineWeight ?? null;
  const transparency = look.transparency ?? layer.transparency ?? 0;
  const key = [colour, purpose ?? '', lineType, lineWeight, transparency, isSelected].join(' ');
  const known = styles.get(key);
  if (known) return known;
  const ofPurpose = purpose === undefined ? undefined : purposeLooks[purpose];
  const fill = ofPurpose?.fill ?? plainFill;
  const hex = isSelected ? selectedHex : colour;
  const opacity = isSelected ? 1 : 1 - transparency;
  const widthPx = lineWeight === null ? plainWidthPx : Math.max(1, lineWeight * pxPerMm);
  const style: FeatureStyle = {
    ...defaultFeatureStyle,
    line: ofPurpose?.line ?? looks[lineType],
    colour: rgba(hex, opacity),
    fill: rgba(hex, opacity * (isSelected ? fill + 0.08 : fill)),
    widthPx: isSelected ? widthPx + 1 : widthPx,
    sizePx: isSelected ? 11 : 9,
  };
  styles.set(key, style);
  return style;
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
