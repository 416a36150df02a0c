/**
 * Sorts points along a Z-order (Morton) curve: quantised to 16 bits an axis over the range's own bounds, the
 * codes sorted by radix. Two ranges whose codes differ in one bit are strictly separated by a line parallel to
 * an axis, because quantising is monotone.
 */

/** Spreads 16 bits to the even bits of 32. */
// @ts-ignore: decorator
@inline
function spread(value: u32): u32 {
  let v = value;
  v = (v | (v << 8)) & 0x00ff00ff;
  v = (v | (v << 4)) & 0x0f0f0f0f;
  v = (v | (v << 2)) & 0x33333333;
  return (v | (v << 1)) & 0x55555555;
}

const radixBits: i32 = 11;
const radixSize: i32 = 1 << radixBits;
const histogram = memory.data(3 * 4 * 2048);

/**
 * Sorts `count` pairs (code in the low half of a u64, payload in the high half) by code, stably.
 * The result is at the returned address, `from` or `to`.
 */
function radixSort(from: usize, to: usize, count: i32): usize {
  memory.fill(histogram, 0, 3 * 4 * radixSize);
  for (let i = 0; i < count; i++) {
    const code = load<u32>(from + (<usize>i << 3));
    for (let pass = 0; pass < 3; pass++) {
      const bin = histogram + (((<usize>pass << radixBits) + ((code >> (<u32>(pass * radixBits))) & (radixSize - 1))) << 2);
      store<u32>(bin, load<u32>(bin) + 1);
    }
  }
  for (let pass = 0; pass < 3; pass++) {
    const bins = histogram + (<usize>(pass * radixSize) << 2);
    let sum: u32 = 0;
    for (let i = 0; i < radixSize; i++) {
      const bin = bins + (<usize>i << 2);
      const size = load<u32>(bin);
      store<u32>(bin, sum);
      sum += size;
    }
    const shift = <u64>(pass * radixBits);
    for (let i = 0; i < count; i++) {
      const pair = load<u64>(from + (<usize>i << 3));
      const bin = bins + (<usize>((<u32>pair >> <u32>shift) & (radixSize - 1)) << 2);
      const place = load<u32>(bin);
      store<u32>(bin, place + 1);
      store<u64>(to + (<usize>place << 3), pair);
    }
    const swap = from;
    from = to;
    to = swap;
  }
  return from;
}

/**
 * Sorts the entries `[low, high)` of `order` by the codes of the bounds of the points that they name, and
 * writes the codes and the points in that order.
 * @param input points, `step` bytes apart, of which the first two doubles are x and y
 * @param points f64 pairs @param order u32 indices into the input @param codes u32
 * @param scratch room for 16 bytes a point
 * @returns false when all are the same point (nothing is moved then, but the points are written)
 */
export function sortRange(
  input: usize, step: usize, points: usize, order: usize, codes: usize, scratch: usize, low: i32, high: i32,
): bool {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = low; i < high; i++) {
    const at = input + <usize>load<u32>(order + (<usize>i << 2)) * step;
    const x = load<f64>(at);
    const y = load<f64>(at, 8);
    minX = min(minX, x);
    maxX = max(maxX, x);
    minY = min(minY, y);
    maxY = max(maxY, y);
  }
  const isOnePoint = minX == maxX && minY == maxY;
  const scaleX = maxX > minX ? 65535.0 / (maxX - minX) : 0;
  const scaleY = maxY > minY ? 65535.0 / (maxY - minY) : 0;
  const count = high - low;
  for (let i = 0; i < count; i++) {
    const index = load<u32>(order + (<usize>(low + i) << 2));
    const at = input + <usize>index * step;
    const qx = min<u32>(65535, <u32>((load<f64>(at) - minX) * scaleX));
    const qy = min<u32>(65535, <u32>((load<f64>(at, 8) - minY) * scaleY));
    store<u64>(scratch + (<usize>i << 3), <u64>((spread(qx) << 1) | spread(qy)) | (<u64>index << 32));
  }
  const sorted = isOnePoint ? scratch : radixSort(scratch, scratch + (<usize>count << 3), count);
  for (let i = 0; i < count; i++) {
    const pair = sorted + (<usize>i << 3);
    const index = load<u32>(pair, 4);
    const from = input + <usize>index * step;
    const to = points + (<usize>(low + i) << 4);
    store<u32>(order + (<usize>(low + i) << 2), index);
    store<u32>(codes + (<usize>(low + i) << 2), load<u32>(pair));
    store<f64>(to, load<f64>(from));
    store<f64>(to, load<f64>(from, 8), 8);
  }
  return !isOnePoint;
}
