import { type PointFilter, seeAll } from '#domain/cloud/point-filter.ts';

/** Colour modes of points; `distance`: height over or under the reference surface. */
export type ColourMode =
  | 'rgb'
  | 'elevation'
  | 'intensity'
  | 'classification'
  | 'return'
  | 'source'
  | 'time'
  | 'distance';

/** A colour as red, green, blue, opacity, each 0 to 1, sRGB, opacity not multiplied in. */
export type Rgba = readonly [red: number, green: number, blue: number, opacity: number];

/** Name of a colour ramp, low to high; the ramps are in `ramps.ts`. */
export type RampName = 'terrain' | 'spectrum' | 'viridis' | 'heat' | 'grey';

/**
 * Colour modes of terrain; `plain`: one neutral colour, to show the shape; `difference`: height over or under the
 * reference surface.
 */
export type TerrainColour = 'elevation' | 'slope' | 'aspect' | 'plain' | 'difference';

/** Style of triangulated surfaces: the parts drawn, and their colours by layer or by elevation. */
export type TinLook = 'both' | 'wireframe' | 'shaded';
export type TinColour = 'plain' | 'elevation';

export type SlopeUnit = 'degrees' | 'percent';

/**
 * Light sources of terrain: `single`, the sun; `several`, four lights a quarter of a half circle apart round the sun's
 * bearing, each weighted by its angle across the slope, so that ridges parallel to the sun's bearing remain visible
 * (weights: R. K. Mark, Multidirectional, oblique-weighted, shaded-relief image of the Island of Hawaii, USGS Open-File
 * Report 92-422, 1992; his bearings are those of a sun in the north-west, his lights 30° high, ours have the height of
 * the user's sun).
 */
export type Lighting = 'single' | 'several';

/** Style of terrain. Slopes and aspects are those of the ground, without vertical exaggeration. */
export interface TerrainLook {
  readonly terrainColour: TerrainColour;
  readonly slopeUnit: SlopeUnit;
  readonly slopeRamp: RampName;
  /** Slopes in `slopeUnit` at the ends of the ramp; null takes those of `slopeEnds`. */
  readonly slopeRange: readonly [low: number, high: number] | null;
  readonly hasHillshade: boolean;
  readonly lighting: Lighting;
  /** Compass bearing of the sun, degrees clockwise from north. */
  readonly sunAzimuthDeg: number;
  /** Height of the sun above the horizon, degrees. */
  readonly sunAltitudeDeg: number;
  readonly hasContours: boolean;
  /** Vertical unit, above 0; null takes a round one for the elevations loaded. */
  readonly contourInterval: number | null;
  /** Number of contours from one index line, drawn stronger, to the next; at least 1. */
  readonly contourIndexEvery: number;
}

/**
 * Point size modes: `fixed` on the screen; `attenuated`, larger near and smaller far, `pointSizePx` at the camera's
 * target; `adaptive`, enlarged to meet their neighbours where they are sparse.
 */
export type PointSizeMode = 'fixed' | 'attenuated' | 'adaptive';

/** Paths of drawing points: rasterised by compute shaders, or as two triangles each. */
export const pointPaths = ['compute', 'triangles'] as const;
export type PointPath = (typeof pointPaths)[number];
/** `auto` uses the path that a short measurement found faster on this device. */
export type PointDrawing = 'auto' | PointPath;

/** Two layers of terrain or images on either side of an upright line through the view. */
export interface Swipe {
  /** Layers visible only left, only right of the line. */
  readonly left: string;
  readonly right: string;
  /** Position of the line: share of the view's width from its left edge, 0 to 1. */
  readonly at: number;
}

/** Display settings of the view: plain data, replaced whole or in part by `setDisplay`. */
export interface DisplaySettings extends PointFilter, TerrainLook {
  readonly colourMode: ColourMode;
  /** A second colouring mixed in, and its share, 0 to 1; null mixes in none. */
  readonly blendMode: ColourMode | null;
  readonly blendShare: number;
  readonly ramp: RampName;
  /** The user's own colours, low to high, `#rrggbb`, at least two, in place of `ramp`; null for none. */
  readonly ownRamp: readonly string[] | null;
  /** Colours of LAS classes other than their standard ones, `#rrggbb` by class number. */
  readonly classColours: Readonly<Record<number, string>>;
  /** Elevations (vertical unit) at the ends of the ramp; null takes the range of loaded data. */
  readonly elevationRange: readonly [low: number, high: number] | null;
  /** Stored intensities shown as black and white; null takes the range of loaded data. */
  readonly intensityRange: readonly [low: number, high: number] | null;
  /** Diameter of a point, CSS pixels. */
  readonly pointSizePx: number;
  readonly pointSizeMode: PointSizeMode;
  /** Discs; false draws squares. */
  readonly hasRoundPoints: boolean;
  /** Closes gaps of a pixel or two between points. */
  readonly hasHoleFilling: boolean;
  readonly pointDrawing: PointDrawing;
  /** Blends points close behind the nearest with it, which smooths distant clouds; compute path only. */
  readonly hasPointBlending: boolean;
  /** Maximum number of points drawn, over all clouds; null chooses automatically for the machine. */
  readonly pointBudget: number | null;
  /** Eye-dome lighting: shades depth discontinuities, so that shape is visible without normals. */
  readonly hasEdl: boolean;
  /** 0 to 1. */
  readonly edlStrength: number;
  /** Distance of its neighbour samples, CSS pixels. */
  readonly edlRadiusPx: number;
  /** The terrain layer that elevations are compared with; null for none. */
  readonly comparedWith: string | null;
  /** Height over and depth under that surface at the ends of the ramp, vertical unit, above 0; null takes a round one. */
  readonly differenceRange: number | null;
  readonly swipe: Swipe | null;
  /** Elevation of a water plane over everything below it, vertical unit; null for none. */
  readonly waterLevel: number | null;
  /** z is multiplied by this for display only, beside `heightFactor`. */
  readonly verticalExaggeration: number;
  readonly tinLook: TinLook;
  readonly tinColour: TinColour;
  /** Horizontal units in one vertical unit: corrects heights and slopes where the units differ. */
  readonly heightFactor: number;
  readonly theme: 'dark' | 'light';
  /** Plain backgrounds, stronger depth edges, and lines that contrast with any ground. */
  readonly hasHighContrast: boolean;
  readonly hasGrid: boolean;
  /** Labels of features and lines. */
  readonly hasLabels: boolean;
  /** Labels include the lengths of drawn lines and the areas of polygons. */
  readonly hasMeasureLabels: boolean;
  /** Lines visible through what is in front of them are dashed there. */
  readonly hasDashedHidden: boolean;
}

/** Initial settings of a viewport. */
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
  pointDrawing: 'auto',
  hasPointBlending: false,
  pointBudget: null,
  hasEdl: true,
  edlStrength: 0.5,
  edlRadiusPx: 1,
  terrainColour: 'elevation',
  slopeUnit: 'degrees',
  slopeRamp: 'heat',
  slopeRange: null,
  hasHillshade: true,
  lighting: 'single',
  sunAzimuthDeg: 315,
  sunAltitudeDeg: 45,
  hasContours: false,
  contourInterval: null,
  contourIndexEvery: 5,
  comparedWith: null,
  differenceRange: null,
  swipe: null,
  waterLevel: null,
  verticalExaggeration: 1,
  tinLook: 'both',
  tinColour: 'plain',
  heightFactor: 1,
  theme: 'dark',
  hasHighContrast: false,
  hasGrid: true,
  hasLabels: true,
  hasMeasureLabels: false,
  hasDashedHidden: false,
};

/** Whether the view needs times or point sources, which are otherwise not read. */
export function needsFlightData(display: DisplaySettings): boolean {
  const isOf = (mode: ColourMode | null) => mode === 'time' || mode === 'source';
  return isOf(display.colourMode) || isOf(display.blendMode) || display.seenTimes !== null;
}

/** Factor of z in display space: heights in horizontal units, exaggerated. */
export function heightStretch(
  display: Pick<DisplaySettings, 'verticalExaggeration' | 'heightFactor'>,
): number {
  return display.verticalExaggeration * display.heightFactor;
}

/** Slopes at the ends of the ramp, in the unit shown. */
export function slopeEnds({
  slopeRange,
  slopeUnit,
}: Pick<DisplaySettings, 'slopeRange' | 'slopeUnit'>): readonly [low: number, high: number] {
  return slopeRange ?? (slopeUnit === 'degrees' ? [0, 45] : [0, 100]);
}
