/** The rows of a predictor: a sample and the one it predicts are `stride` samples apart. */
export interface PredictorRows {
  /** Samples per row. */
  readonly rowSamples: number;
  readonly rows: number;
  readonly stride: number;
}

type Summable = Uint8Array | Uint16Array | Uint32Array;

/**
 * Undoes horizontal differencing in place on native-order samples of 8, 16 or 32 bits (signed ones as
 * their unsigned twins, the sums wrap alike). Source: TIFF 6.0, section 14 (1992).
 */
export function undoDifferences(samples: Summable, { rowSamples, rows, stride }: PredictorRows): void {
  for (let row = 0; row < rows; row++) {
    const end = (row + 1) * rowSamples;
    for (let i = row * rowSamples + stride; i < end; i++) samples[i] = samples[i]! + samples[i - stride]!;
  }
}

/** The same for 64-bit samples, given as pairs of 32-bit words, low word first. */
export function undoDifferences64(words: Uint32Array, { rowSamples, rows, stride }: PredictorRows): void {
  for (let row = 0; row < rows; row++) {
    const end = (row + 1) * rowSamples;
    for (let i = row * rowSamples + stride; i < end; i++) {
      const low = words[2 * i]! + words[2 * (i - stride)]!;
      words[2 * i] = low;
      words[2 * i + 1] = words[2 * i + 1]! + words[2 * (i - stride) + 1]! + (low > 0xffffffff ? 1 : 0);
    }
  }
}

/** Applies horizontal differencing in place; the inverse of `undoDifferences`. */
export function applyDifferences(samples: Summable, { rowSamples, rows, stride }: PredictorRows): void {
  for (let row = 0; row < rows; row++) {
    const start = row * rowSamples + stride;
    for (let i = (row + 1) * rowSamples - 1; i >= start; i--) samples[i] = samples[i]! - samples[i - stride]!;
  }
}

/**
 * Undoes the floating point predictor: byte differences along the row, then the byte planes (most
 * significant first) gathered into little-endian numbers. In place.
 * Source: Adobe Photoshop TIFF Technical Note 3 (2005).
 */
export function undoFloatPredictor(bytes: Uint8Array, size: number, shape: PredictorRows): void {
  const { rowSamples, rows, stride } = shape;
  const rowBytes = rowSamples * size;
  const planes = new Uint8Array(rowBytes);
  for (let row = 0; row < rows; row++) {
    const line = bytes.subarray(row * rowBytes, (row + 1) * rowBytes);
    for (let i = stride; i < rowBytes; i++) line[i] = line[i]! + line[i - stride]!;
    planes.set(line);
    for (let plane = 0; plane < size; plane++) {
      const from = plane * rowSamples;
      for (let i = 0, to = size - 1 - plane; i < rowSamples; i++, to += size) line[to] = planes[from + i]!;
    }
  }
}

/** Applies the floating point predictor in place to little-endian numbers; the inverse of `undoFloatPredictor`. */
export function applyFloatPredictor(bytes: Uint8Array, size: number, shape: PredictorRows): void {
  const { rowSamples, rows, stride } = shape;
  const rowBytes = rowSamples * size;
  const original = new Uint8Array(rowBytes);
  for (let row = 0; row < rows; row++) {
    const line = bytes.subarray(row * rowBytes, (row + 1) * rowBytes);
    original.set(line);
    for (let plane = 0; plane < size; plane++) {
      const to = plane * rowSamples;
      for (let i = 0, from = size - 1 - plane; i < rowSamples; i++, from += size)
        line[to + i] = original[from]!;
    }
    for (let i = rowBytes - 1; i >= stride; i--) line[i] = line[i]! - line[i - stride]!;
  }
}
