/** What decides the colour of points. */
export type ColourMode = 'rgb' | 'elevation' | 'intensity' | 'classification' | 'return';

/** A colour as red, green, blue, opacity, each 0 to 1, sRGB, opacity not multiplied in. */
export type Rgba = readonly [red: number, green: number, blue: number, opacity: number];

/** Name of a colour ramp, low to high; the ramps are in `ramps.ts`. */
export type RampName = 'terrain' | 'spectrum' | 'viridis' | 'grey';

/** How the picture looks: plain data, replaced whole or in part by `setDisplay`. */
export interface DisplaySettings {
  readonly colourMode: ColourMode;
  readonly ramp: RampName;
  /** Elevations (vertical unit) at the ends of the ramp; null takes the range of what is loaded. */
  readonly elevationRange: readonly [low: number, high: number] | null;
  /** Stored intensities shown black and white; null takes the range of what is loaded. */
  readonly intensityRange: readonly [low: number, high: number] | null;
  /** Diameter of a point, CSS pixels. */
  readonly pointSizePx: number;
  /** Points drawn at most, over all clouds; null lets the viewport choose for the machine. */
  readonly pointBudget: number | null;
  /** Eye-dome lighting: shades edges of depth so that shape reads without normals. */
  readonly hasEdl: boolean;
  /** 0 to 1. */
  readonly edlStrength: number;
  readonly hasHillshade: boolean;
  /** Compass bearing of the sun, degrees clockwise from north. */
  readonly sunAzimuthDeg: number;
  /** Height of the sun above the horizon, degrees. */
  readonly sunAltitudeDeg: number;
  /** z is multiplied by this for display only. */
  readonly verticalExaggeration: number;
  /** LAS classes that are not drawn. */
  readonly hiddenClasses: readonly number[];
  readonly theme: 'dark' | 'light';
  readonly hasGrid: boolean;
}

/** What a viewport starts with. */
export const defaultDisplay: DisplaySettings = {
  colourMode: 'elevation',
  ramp: 'terrain',
  elevationRange: null,
  intensityRange: null,
  pointSizePx: 2.5,
  pointBudget: null,
  hasEdl: true,
  edlStrength: 0.5,
  hasHillshade: true,
  sunAzimuthDeg: 315,
  sunAltitudeDeg: 45,
  verticalExaggeration: 1,
  hiddenClasses: [],
  theme: 'dark',
  hasGrid: true,
};
