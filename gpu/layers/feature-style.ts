import { code as featureCode } from '#shaders/common/features.wgsl';
import { code as symbolCode } from '#shaders/render/symbols.wgsl';
import type { Rgba } from '#viewport/display.ts';
import {
  type FeatureStyle,
  type LineCap,
  type LineJoin,
  type PointSymbol,
  solidLine,
} from '#viewport/scene.ts';
import { writeStruct } from '../layouts/struct-writer.ts';
import { structLayout, wgslConstant, wgslConstants } from '../layouts/wgsl-layout.ts';
import { packColour } from '../resources/pack-colour.ts';

const constants = wgslConstants(featureCode);
const symbols = wgslConstants(symbolCode);
const constant = (name: string) => wgslConstant(constants, name);
export const styleLayout = structLayout(featureCode, 'FeatureStyle');

const bits = {
  seenThrough: constant('STYLE_SEEN_THROUGH'),
  draped: constant('STYLE_DRAPED'),
  worldDash: constant('STYLE_WORLD_DASH'),
  worldHatch: constant('STYLE_WORLD_HATCH'),
};
const joins: Readonly<Record<LineJoin, number>> = {
  round: constant('JOIN_ROUND'),
  miter: constant('JOIN_MITER'),
  bevel: constant('JOIN_BEVEL'),
};
const caps: Readonly<Record<LineCap, number>> = {
  round: constant('CAP_ROUND'),
  butt: constant('CAP_BUTT'),
  square: constant('CAP_SQUARE'),
};
const symbolNumbers: Readonly<Record<PointSymbol, number>> = {
  disc: wgslConstant(symbols, 'SYMBOL_DISC'),
  ring: wgslConstant(symbols, 'SYMBOL_RING'),
  square: wgslConstant(symbols, 'SYMBOL_SQUARE'),
  diamond: wgslConstant(symbols, 'SYMBOL_DIAMOND'),
  triangle: wgslConstant(symbols, 'SYMBOL_TRIANGLE'),
  cross: wgslConstant(symbols, 'SYMBOL_CROSS'),
};

/** Maximum number of pieces of a pattern in a style. */
const maxPieces = 8;

/** End of each piece of a dash pattern, dashes and gaps alternating; empty for a solid line. */
export function dashEnds(dash: readonly number[]): number[] {
  const whole = dash.length % 2 === 1 ? [...dash, ...dash] : dash;
  let end = 0;
  const ends = whole.slice(0, maxPieces).map((length) => {
    end += Math.max(0, length);
    return end;
  });
  return end > 0 ? ends : [];
}

/** Widest edge that the shaders read, CSS pixels. */
const maxEdgePx = 15;

/** Dark around light symbols, light around dark ones; `isStrong`: black or white. */
function outlineOf(colour: Rgba, isStrong: boolean): Rgba {
  const luminance = 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2];
  const isLight = luminance > 0.35;
  if (isStrong) return isLight ? [0, 0, 0, colour[3]] : [1, 1, 1, colour[3]];
  return isLight ? [0.06, 0.07, 0.09, 0.75 * colour[3]] : [1, 1, 1, 0.85 * colour[3]];
}

/** The part of a style that one kind of batch uses. */
export type StyleUse =
  | { readonly kind: 'lines' }
  | { readonly kind: 'symbols' }
  /** `reach`: half the height of the prisms of draped fills, vertical units. */
  | { readonly kind: 'fills'; readonly reach: number };

/** Writes a style in the shaders' layout. */
export function writeStyle(into: DataView, index: number, style: FeatureStyle, use: StyleUse): void {
  const { line = solidLine, hatch } = style;
  const colour = use.kind === 'fills' ? style.fill : style.colour;
  const ends = use.kind === 'lines' ? dashEnds(line.dash) : [];
  const flags =
    (style.isSeenThrough ? bits.seenThrough : 0) |
    (style.isDraped ? bits.draped : 0) |
    (line.dashUnit === 'world' ? bits.worldDash : 0) |
    (hatch?.unit === 'world' ? bits.worldHatch : 0) |
    (symbolNumbers[style.symbol] << 8) |
    (joins[line.join] << 16) |
    (caps[line.cap] << 18) |
    (Math.min(maxEdgePx, style.edgePx ?? 0) << 20);
  const end = (piece: number) => ends[piece] ?? 0;
  const angle = hatch?.angleRad ?? 0;
  writeStruct(into, index * styleLayout.size, styleLayout, {
    colour: packColour(colour),
    size_px: { lines: style.widthPx, symbols: style.sizePx, fills: use.kind === 'fills' ? use.reach : 0 }[
      use.kind
    ],
    flags,
    outline: packColour(use.kind === 'fills' ? style.colour : outlineOf(colour, style.edgePx !== undefined)),
    world_width: use.kind === 'lines' ? (line.worldWidth ?? 0) : 0,
    miter_limit: Math.max(1, line.miterLimit),
    hatch_spacing: hatch && hatch.spacing > 0 ? hatch.spacing : 0,
    hatch_width: hatch?.width ?? 0,
    hatch_along: [Math.cos(angle), Math.sin(angle)],
    dash_period: ends.at(-1) ?? 0,
    dash_count: ends.length,
    dash_ends_low: [end(0), end(1), end(2), end(3)],
    dash_ends_high: [end(4), end(5), end(6), end(7)],
  });
}

/** Whether a polygon of a style has anything inside its outline. */
export function isFilled({ fill, hatch, colour }: FeatureStyle): boolean {
  return fill[3] > 0 || (hatch !== undefined && hatch.spacing > 0 && colour[3] > 0);
}

/** Whether a line of a style is drawn. */
export function isLined({ widthPx, line }: FeatureStyle): boolean {
  return widthPx > 0 || (line?.worldWidth ?? 0) > 0;
}
