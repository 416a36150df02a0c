/** Half the window of the refinement. */
const reachX: i32 = 4;
const reachY: i32 = 3;
const pixels: f32 = 63;
/** A refinement further than this is a different match. */
const farthest: f32 = 0.8;
const rounds: i32 = 2;
/** Least mean squared gradient of a window, grey values² a pixel²: flatter ones tell nothing. */
const leastTexture: f32 = 3;

/**
 * Refines disparities between pixels: the shift of the right image that makes a window most like the left one's, by
 * least squares on their grey values (B. Lucas and T. Kanade, 1981, along the row) brought to one mean and contrast,
 * since exposures differ. Where the window is flat or leaves the image the disparity stays.
 */
export function refineDisparities(
  left: usize,
  right: usize,
  leftValid: usize,
  rightValid: usize,
  width: i32,
  height: i32,
  source: usize,
  target: usize,
): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (<usize>(y * width + x)) << 2;
      const start = load<f32>(source + at);
      let value = start;
      if (start == start && y >= reachY && y < height - reachY && x >= reachX && x < width - reachX) {
        for (let round = 0; round < rounds; round++) {
          const shift = shiftAt(left, right, leftValid, rightValid, width, x, y, value);
          if (shift != shift) break;
          value -= shift;
          if (abs(value - start) > farthest) {
            value = start;
            break;
          }
        }
      }
      store<f32>(target + at, value);
    }
  }
}

/** How far to the right the window's partner should move, pixels; NaN where it cannot be told. */
function shiftAt(
  left: usize,
  right: usize,
  leftValid: usize,
  rightValid: usize,
  width: i32,
  x: i32,
  y: i32,
  disparity: f32,
): f32 {
  const place = <f32>x - disparity;
  const whole = <i32>floor(place);
  const part = place - <f32>whole;
  if (whole - reachX - 1 < 0 || whole + reachX + 2 >= width) return NaN;
  // Grey values from those of the windows' middles: sums of squares stay small.
  const leftBase = <f32>load<u8>(left + <usize>(y * width + x));
  const rightBase = <f32>load<u8>(right + <usize>(y * width + whole));
  let sumL: f32 = 0;
  let sumR: f32 = 0;
  let sumG: f32 = 0;
  let sumGG: f32 = 0;
  let sumGL: f32 = 0;
  let sumGR: f32 = 0;
  let sumRR: f32 = 0;
  let sumLL: f32 = 0;
  for (let dy = -reachY; dy <= reachY; dy++) {
    const line = <usize>((y + dy) * width);
    const l = left + line + <usize>(x - reachX);
    const lv = leftValid + line + <usize>(x - reachX);
    const r = right + line + <usize>(whole - reachX - 1);
    const rv = rightValid + line + <usize>(whole - reachX - 1);
    if (!(load<u8>(lv) & load<u8>(lv + <usize>(2 * reachX)) & load<u8>(rv) & load<u8>(rv + <usize>(2 * reachX + 3)))) {
      return NaN;
    }
    for (let k: usize = 0; k <= <usize>(2 * reachX); k++) {
      const a = <f32>load<u8>(r + k);
      const b = <f32>load<u8>(r + k, 1);
      const c = <f32>load<u8>(r + k, 2);
      const d = <f32>load<u8>(r + k, 3);
      const value = b - rightBase + (c - b) * part;
      const gradient = <f32>0.5 * (c - a + (d - b - (c - a)) * part);
      const grey = <f32>load<u8>(l + k) - leftBase;
      sumL += grey;
      sumR += value;
      sumG += gradient;
      sumGG += gradient * gradient;
      sumGL += gradient * grey;
      sumGR += gradient * value;
      sumRR += value * value;
      sumLL += grey * grey;
    }
  }
  const spread = sumGG - (sumG * sumG) / pixels;
  if (spread < leastTexture * pixels) return NaN;
  const spreadL = sumLL - (sumL * sumL) / pixels;
  const spreadR = sumRR - (sumR * sumR) / pixels;
  if (!(spreadL > 0 && spreadR > 0)) return NaN;
  const contrast = sqrt<f32>(spreadR / spreadL);
  return (contrast * (sumGL - (sumG * sumL) / pixels) - (sumGR - (sumG * sumR) / pixels)) / spread;
}
