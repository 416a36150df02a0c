/** Candidate keypoints. */
export interface KeyPoints {
  readonly count: number;
  /** Pixels of the image, xy per point, length 2n. */
  readonly xy: Float32Array;
  /** Strength, length n. */
  readonly response: Float32Array;
}

/** Features per cell for a uniform distribution. */
const cellQuota = 100;
/** Number of layers that a cell's quota is divided into. */
const layersPerQuota = 5;

/**
 * Orders keypoints by decreasing importance so that any prefix is spread over the image: cells contribute their
 * strongest in layers, and a layer is ordered by strength. Keypoints beyond `most` are dropped.
 * @returns indices of the chosen keypoints, at most `most`. O(n log n).
 */
export function selectFeatures(
  keys: KeyPoints,
  width: number,
  height: number,
  most: number,
): Uint32Array<ArrayBuffer> {
  const { count, xy, response } = keys;
  const cellSide = Math.max(1, Math.sqrt((width * height * cellQuota) / Math.max(1, most)));
  const columns = Math.max(1, Math.ceil(width / cellSide));
  const rows = Math.max(1, Math.ceil(height / cellSide));
  const byStrength = new Uint32Array(count).map((_, i) => i);
  byStrength.sort((a, b) => response[b]! - response[a]! || a - b);
  const held = new Uint32Array(columns * rows);
  const layer = new Uint32Array(count);
  const layerSize = cellQuota / layersPerQuota;
  for (const key of byStrength) {
    const column = Math.min(columns - 1, Math.floor(xy[2 * key]! / cellSide));
    const row = Math.min(rows - 1, Math.floor(xy[2 * key + 1]! / cellSide));
    layer[key] = Math.floor(held[row * columns + column]!++ / layerSize);
  }
  byStrength.sort((a, b) => layer[a]! - layer[b]! || response[b]! - response[a]! || a - b);
  return byStrength.slice(0, Math.max(0, most));
}
