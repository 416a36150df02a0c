import type { Reason } from '#domain/errors/reason.ts';
import type { EncodedTile, TileCoding } from '#domain/formats/cog/encode-tile.ts';
import type { TilePixels } from '#domain/formats/cog/spec.ts';
import type { PngImage } from '#domain/formats/png/encode-png.ts';
import type { BlockCoding } from '#domain/formats/tiff/block-coding.ts';
import type { SampleArray } from '#domain/formats/tiff/sample-types.ts';
import type { WarpPiece, WarpRules, WarpTarget } from '#domain/warp/warp-rules.ts';

/**
 * Heights with a border of one cell on every side, so that tiles shade without seams. Rows run from north to south. A
 * cell without a height is NaN, in the border too (at the raster's edge).
 */
export interface TerrainWindow {
  /** Cells across and down, the border not counted. */
  readonly width: number;
  readonly height: number;
  /** `(width + 2) × (height + 2)`, row-major. Copied or transferred as the caller says; not changed. */
  readonly heights: Float32Array<ArrayBuffer>;
  /** Cell edges in the unit of the heights. */
  readonly cellX: number;
  readonly cellY: number;
}

/** How light falls. */
export interface Lighting {
  /** `single`: from `azimuth`; `multiple`: from 225°, 270°, 315° and 360°, each slope most by the light it faces (Mark 1992). */
  readonly mode: 'single' | 'multiple';
  /** Degrees clockwise from north. Default 315. */
  readonly azimuth?: number;
  /** Degrees over the horizon. Default 45. */
  readonly altitude?: number;
  /** Heights are multiplied by this. Default 1. */
  readonly exaggeration?: number;
}

/** A colour at a height; between stops colours run straight, beyond them they stay. 0 to 255. */
export interface ColourStop {
  readonly height: number;
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** Ramps by name run from `low` to `high`. */
export type ColourRamp =
  | { readonly name: 'terrain' | 'gray' | 'heat'; readonly low: number; readonly high: number }
  | { readonly stops: readonly ColourStop[] };

export interface StoredBlock {
  readonly coding: BlockCoding;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Errors of the data are a result, to which the reader adds file and place. */
export type DecodedBlock =
  | { readonly samples: SampleArray }
  | { readonly fault: 'damaged' | 'unsupported'; readonly reason: Reason };

/** Tasks on rasters. All outputs are transferred to the caller. */
export interface RasterTasks {
  /**
   * Decodes blocks of a TIFF; their bytes may be transferred. Two of DEFLATE take less time together. Fails with
   * `task.failed` only on our own bugs.
   */
  'raster.decodeBlocks': {
    input: { blocks: readonly StoredBlock[] };
    output: { results: readonly DecodedBlock[] };
  };
  /** Encodes one tile of a COG and halves it. */
  'raster.encodeTile': { input: { coding: TileCoding; tile: TilePixels }; output: EncodedTile };
  /** Shaded relief, one byte a cell: 1 to 255, 0 where there is no height. */
  'raster.hillshade': {
    input: { terrain: TerrainWindow; lighting: Lighting };
    output: { shade: Uint8Array<ArrayBuffer> };
  };
  /** Steepness a cell, NaN where there is no height. */
  'raster.slope': {
    input: { terrain: TerrainWindow; unit: 'degrees' | 'percent' };
    output: { slope: Float32Array<ArrayBuffer> };
  };
  /** Direction of fall a cell, degrees clockwise from north; NaN on flat cells and where there is no height. */
  'raster.aspect': { input: { terrain: TerrainWindow }; output: { aspect: Float32Array<ArrayBuffer> } };
  /** Colours by height under shaded relief, RGBA a cell; transparent where there is no height. */
  'raster.relief': {
    input: { terrain: TerrainWindow; lighting: Lighting | null; ramp: ColourRamp };
    output: { rgba: Uint8Array<ArrayBuffer> };
  };
  /** Resamples a piece of a raster; its buffers may be transferred. */
  'raster.warpTile': {
    input: { piece: WarpPiece; rules: WarpRules; target: WarpTarget };
    output: TilePixels;
  };
  'raster.encodePng': { input: PngImage; output: { bytes: Uint8Array<ArrayBuffer> } };
}
