/** From one plane to another; NaN where a place has no counterpart. */
export type PlaceOf = (x: number, y: number) => readonly [number, number];

/** Extent of a reprojected image: a north-up raster in the target CRS that covers it. */
export interface RelocatedExtent {
  readonly west: number;
  readonly north: number;
  /** Edge of its square pixels, about as large as the image's own. */
  readonly cellSize: number;
  readonly width: number;
  readonly height: number;
}
