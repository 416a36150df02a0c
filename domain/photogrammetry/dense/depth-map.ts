/** Depth map of a photo at its matching resolution; row-major, length width × height each. */
export interface DepthMap {
  readonly width: number;
  readonly height: number;
  /** Depth along the camera's axis (z of the camera frame), metres; NaN where unknown. */
  readonly depth: Float32Array<ArrayBuffer>;
  /** Standard deviation of the depth, metres. */
  readonly sigma: Float32Array<ArrayBuffer>;
  /** Bit mask of the pairs that agree on the depth: bit k for the photo's k-th partner. */
  readonly pairs: Uint8Array<ArrayBuffer>;
  /** Number of halvings of the images in which a depth was found: 0 for the map's size. */
  readonly level: Uint8Array<ArrayBuffer>;
}
