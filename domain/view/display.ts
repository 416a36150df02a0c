import { type PointFilter, seeAll } from './point-filter.ts';

/** What decides the colour of points. */
export type ColourMode = 'rgb' | 'elevation' | 'intensity' | 'classification' | 'return' | 'source' | 'time';

/** A colour as red, green, blue, opacity, each 0 to 1, sRGB, opacity not multiplied in. */
export type Rgba = readonly [red: number, green: number, blue: number, opacity: number];

/** Name of a colour ramp, low to high; the ramps are in `ramps.ts`. */
export type RampName = 'terrain' | 'spectrum' | 'viridis' | 'grey';

/**
 * How large points are drawn: `fixed` on the screen; `attenuated`, larger near and smaller far, `pointSizePx` at the
 * camera's target; `adaptive`, grown to meet their neighbours where they lie sparse.
 */
export type PointSizeMode = 'fixed' | 'attenuated' | 'adaptive';

/** How the picture looks: plain data, replaced whole or in part by `setDisplay`. */
export interface DisplaySettings extends PointFilter {
  readonly colourMode: ColourMode;
  /** A second colouring mixed in, and its share, 0 to 1; null mixes in none. */
  readonly blendMode: ColourMode | null;
  readonly blendShare: number;
  readonly ramp: RampName;
  /** The person's own colours, low to high, `#rrggbb`, two at least, in place of `ramp`; null for none. */
  readonly ownRamp: readonly string[] | null;
  /** Colours of LAS classes other than their standard ones, `#rrggbb` by class number. */
  readonly classColours: Readonly<Record<number, string>>;
  /** Elevations (vertical unit) at the ends of the ramp; null takes the range of what is loaded. */
  readonly elevationRange: readonly [low: number, high: number] | null;
  /** Stored intensities shown black and white; null takes the range of what is loaded. */
  readonly intensityRange: readonly [low: number, high: number] | null;
  /** Diameter of a point, CSS pixels. */
  readonly pointSizePx: number;
  readonly pointSizeMode: PointSizeMode;
  /** Discs; false draws squares. */
  readonly hasRoundPoints: boolean;
  /** Closes gaps of a pixel or two between points. */
  readonly hasHoleFilling: boolean;
  /** Points drawn at most, over all clouds; null lets the viewport choose for the machine. */
  readonly pointBudget: number | null;
  /** Eye-dome lighting: shades edges of depth so that shape reads without normals. */
  readonly hasEdl: boolean;
  /** 0 to 1. */
  readonly edlStrength: number;
  /** How far its neighbours lie, CSS pixels. */
  readonly edlRadiusPx: number;
  readonly hasHillshade: boolean;
  /** Compass bearing of the sun, degrees clockwise from north. */
  readonly sunAzimuthDeg: number;
  /** Height of the sun above the horizon, degrees. */
  readonly sunAltitudeDeg: number;
  /** z is multiplied by this for display only. */
  readonly verticalExaggeration: number;
  readonly theme: 'dark' | 'light';
  readonly hasGrid: boolean;
}

/** What a viewport starts with. */
export const defaultDisplay: DisplaySettings = {
  ...seeAll,
  colourMode: 'elevation',
  blendMode: null,
  blendShare: 0.5,
  ramp: 'terrain',
  ownRamp: null,
  classColours: {},
  elevationRange: null,
  intensityRange: null,
  pointSizePx: 2.5,
  pointSizeMode: 'adaptive',
  hasRoundPoints: true,
  hasHoleFilling: false,
  pointBudget: null,
  hasEdl: true,
  edlStrength: 0.5,
  edlRadiusPx: 1,
  hasHillshade: true,
  sunAzimuthDeg: 315,
  sunAltitudeDeg: 45,
  verticalExaggeration: 1,
  theme: 'dark',
  hasGrid: true,
};

/** Whether the picture asks for times or point sources, which clouds are read without otherwise. */
export function needsFlightData(display: DisplaySettings): boolean {
  const isOf = (mode: ColourMode | null) => mode === 'time' || mode === 'source';
  return isOf(display.colourMode) || isOf(display.blendMode) || display.seenTimes !== null;
}
