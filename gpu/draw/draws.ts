import type { WorldPoint } from '#domain/view/camera.ts';
import type { Rgba } from '#viewport/display.ts';
import type { DeviceBuffer, DeviceTexture } from '../resources/device-data.ts';

/** Points to draw: one node of a cloud. */
export interface PointsDraw {
  readonly drawId: number;
  /** Packed points (see `pack-points.ts`). */
  readonly buffer: DeviceBuffer;
  /** Point sources and times; null where they are not loaded. */
  readonly flight: DeviceBuffer | null;
  readonly count: number;
  /** World position of the middle of the points, the origin of stored positions. */
  readonly origin: WorldPoint;
  /** World units of a stored step. */
  readonly scale: WorldPoint;
  readonly hasRgb: boolean;
  readonly hasClassification: boolean;
  readonly hasReturns: boolean;
  readonly hasTime: boolean;
  /** Origin of stored times. */
  readonly timeBase: number;
  /** Distances between neighbouring points in the octants round `middle`, in the order of `childKeys`, world units. */
  readonly spacings: readonly number[];
  readonly middle: WorldPoint;
}

/** Columns of the target in which a draw is visible: start, and end, exclusive; device pixels. */
export type Columns = readonly [from: number, to: number];

/** One tile of a terrain. */
export interface TerrainDraw {
  readonly drawId: number;
  readonly heights: DeviceTexture;
  readonly slopes: DeviceTexture;
  readonly mask: DeviceTexture;
  /** World position of the tile's north-west corner; z is the origin of heights. */
  readonly origin: WorldPoint;
  /** World edges of a cell, eastwards and southwards. */
  readonly cellSize: readonly [number, number];
  readonly cells: readonly [number, number];
  readonly skirt: number;
  /** Bits 0 to 3: west, north, east, south. */
  readonly skirtEdges: number;
  /** Edges that an outer skirt extends from, level outwards, and how far, world units; bits as above. */
  readonly outerEdges: number;
  readonly reach: number;
  /** An outer skirt is hidden by anything else that is visible. */
  readonly givesWay: boolean;
  readonly opacity: number;
  /** Default: visible everywhere. */
  readonly columns?: Columns;
}

/** One tile of an image from above. */
export interface ImageDraw {
  /** `rgba8unorm`, opacity not multiplied in. */
  readonly texture: DeviceTexture;
  /** Positions of its area's corners in the texture, texels. */
  readonly low: readonly [x: number, y: number];
  readonly high: readonly [x: number, y: number];
  /** World position of the corner of its area that has `low`; z is the lowest elevation under it. */
  readonly origin: WorldPoint;
  /** Edges of the area in plan, from the origin. */
  readonly across: readonly [x: number, y: number];
  readonly down: readonly [x: number, y: number];
  /** From the lowest to the highest elevation under it. */
  readonly height: number;
  /** Where no terrain is drawn, its height over the lowest elevation. */
  readonly level: number;
  readonly opacity: number;
  /** Its pixels are unavailable: the texture is a pattern in screen space. */
  readonly isGap: boolean;
  /** In space at its own level, behind what is nearer, instead of draped. */
  readonly isLevel: boolean;
  /** Default: visible everywhere. */
  readonly columns?: Columns;
}

/** Kind of a feature batch; each kind has a pipeline of its own. */
export type FeatureDrawKind = 'lines' | 'fills' | 'symbols';

/** Lines, fills or symbols of neighbouring features of one layer. */
export interface FeatureDraw {
  readonly drawId: number;
  readonly kind: FeatureDrawKind;
  readonly vertices: DeviceBuffer;
  readonly styles: DeviceBuffer;
  readonly vertexCount: number;
  readonly origin: WorldPoint;
  /** Fills only: some of them are draped over the scene. */
  readonly hasDrapes: boolean;
  /** Some of them are visible through what is in front of them. */
  readonly hasSeenThrough: boolean;
  /** Lines only: the part behind the scene is dashed. */
  readonly isHiddenDashed: boolean;
}

/** A triangulated surface. */
export interface TinDraw {
  readonly drawId: number;
  readonly positions: DeviceBuffer;
  readonly triangles: DeviceBuffer;
  readonly triangleCount: number;
  readonly origin: WorldPoint;
  readonly edge: Rgba;
  readonly fill: Rgba;
  readonly edgeWidthPx: number;
  /** What is coloured by elevation in place of `edge` or `fill`. */
  readonly byElevation: 'none' | 'edge' | 'fill';
}

/** A photo placed in space. */
export interface PhotoDraw {
  readonly drawId: number;
  /** `rgba8unorm`. */
  readonly texture: DeviceTexture;
  /** World position of the image's left top corner. */
  readonly origin: WorldPoint;
  /** From the left top corner to the right top, right bottom and left bottom one. */
  readonly corners: readonly [WorldPoint, WorldPoint, WorldPoint];
}

/** Labels in the image. */
export interface LabelDraw {
  /** One `LabelGlyph` of the labels' shader per glyph, positioned in the whole image. */
  readonly glyphs: DataView<ArrayBuffer>;
  readonly count: number;
  readonly atlas: DeviceTexture;
  /** From the anchor of a label to its farthest glyph, device pixels. */
  readonly reachPx: number;
}

/** A query for the labels that the scene hides. */
export interface OcclusionRequest {
  /** One `LabelAnchor` of the shader per label. */
  readonly anchors: DataView<ArrayBuffer>;
  /** At least 1. */
  readonly count: number;
  /** Receives the result, a number per label, not 0 where it is hidden; null after a device loss. */
  onResult(hidden: Uint32Array | null): void;
}

/** All draws of a frame. `overlays` keep the order of the layers. */
export interface FrameDraws {
  readonly points: PointsDraw[];
  readonly terrain: TerrainDraw[];
  /** The drape surface beyond the terrain and over its holes; not visible itself. */
  readonly outerSkirts: TerrainDraw[];
  /** Drawn under everything. */
  readonly basemap: ImageDraw[];
  /** In the order of the layers. */
  readonly images: ImageDraw[];
  readonly overlays: (
    | ({ type: 'features' } & FeatureDraw)
    | ({ type: 'tin' } & TinDraw)
    | ({ type: 'photo' } & PhotoDraw)
  )[];
  /** Drawn over everything; null for none. */
  labels: LabelDraw | null;
  /** Null requests nothing. */
  labelOcclusion: OcclusionRequest | null;
}

export function emptyDraws(): FrameDraws {
  return {
    points: [],
    terrain: [],
    outerSkirts: [],
    basemap: [],
    images: [],
    overlays: [],
    labels: null,
    labelOcclusion: null,
  };
}
