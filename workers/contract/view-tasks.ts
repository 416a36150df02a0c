import type { CrsDeclaration } from '#domain/crs/types.ts';
import type { LayerName } from '#domain/formats/las/points.ts';
import type { GroundBeyond } from '#domain/view/ground-beyond.ts';
import type { ImageRecipe, ImageSamples } from '#domain/view/image-tile.ts';
import type { PackedPoints } from '#domain/view/pack-points.ts';
import type { TerrainTexels, TileBeyond } from '#domain/view/terrain-tile.ts';
import type { ImagePixels, Relocation, WarpArea, WarpGrid, WarpInput } from '#domain/warp/image-warp.ts';
import type { MapRelocation } from '#domain/warp/map-warp.ts';
import type { RelocatedExtent } from '#domain/warp/warp-extent.ts';
import type { LazChunkInput } from './format-tasks.ts';

/** Tasks that prepare data for display. Inputs may be, outputs are transferred. */
export interface ViewTasks {
  /**
   * `laz.decodeLayers`, then `packPoints`. `shift` as `rgbShift` found it for the cloud; null: not known yet, and found
   * in these points if they have colours. Errors: those of `laz.decodeLayers`.
   */
  'view.packChunk': {
    input: { chunk: LazChunkInput; wanted: LayerName[]; shift: 0 | 8 | null };
    output: { packed: PackedPoints; shift: 0 | 8 | null };
  };
  /** `prepareTerrainTile` on `size`² elevations, NaN where there is none. */
  'view.prepareTerrain': {
    input: {
      values: Float32Array<ArrayBuffer>;
      size: number;
      cellWidth: number;
      cellHeight: number;
      beyond: TileBeyond | null;
    };
    output: TerrainTexels;
  };
  /** `groundBeyond`; the values may be transferred. */
  'view.groundBeyond': {
    input: { values: Float32Array<ArrayBuffer>; width: number; height: number };
    output: GroundBeyond | null;
  };
  /** `composeImage`; the samples may be transferred. */
  'view.composeImage': {
    input: { samples: ImageSamples; recipe: ImageRecipe; factor: number };
    output: ImagePixels & { isEmpty: boolean };
  };
  /**
   * The pixels of a JPEG, PNG or WebP as stored (EXIF orientation not applied, colours not converted), shrunk so that
   * its longer side is at most `maxSide`; the bytes may be transferred. Errors: `photo.corrupt`; `photo.unsupported`
   * outside a browser.
   */
  'view.decodeImage': {
    input: { bytes: Uint8Array<ArrayBuffer>; name: string; maxSide: number };
    output: ImagePixels & { isEmpty: boolean };
  };
  /** `imageRange`. */
  'view.imageRange': {
    input: { samples: ImageSamples; recipe: ImageRecipe };
    output: readonly [low: number, high: number] | null;
  };
  /**
   * The position of an image in another system; `moved` is null where it is that of its own system, or one of the
   * systems is unknown. `isShiftMissing`: their datums differ and no shift between them is known.
   */
  'view.relocateImage': {
    input: Pick<Relocation, 'geotransform' | 'width' | 'height'> & {
      from: readonly CrsDeclaration[];
      to: readonly CrsDeclaration[];
    };
    output: {
      moved: { relocation: Relocation; extent: RelocatedExtent } | null;
      isShiftMissing: boolean;
    };
  };
  /** `warpGrid`. */
  'view.warpGrid': { input: { relocation: Relocation | MapRelocation; area: WarpArea }; output: WarpGrid };
  /** `warpImage`. */
  'view.warpImage': {
    input: { pixels: WarpInput; grid: WarpGrid; size: number };
    output: ImagePixels & { isEmpty: boolean };
  };
}
