/** Depths of a photo at the size that it was matched at; row by row, length width × height each. */
export interface DepthMap {
  readonly width: number;
  readonly height: number;
  /** Depth along the camera's axis (z of the camera frame), metres; NaN where none is known. */
  readonly depth: Float32Array<ArrayBuffer>;
  /** Standard deviation of the depth, metres. */
  readonly sigma: Float32Array<ArrayBuffer>;
  /** Pairs that agree on the depth, a bit each: bit k for the k-th of the photo's partners. */
  readonly pairs: Uint8Array<ArrayBuffer>;
  /** Number of halvings of the images in which a depth was found: 0 for the map's size. */
  readonly level: Uint8Array<ArrayBuffer>;
}
