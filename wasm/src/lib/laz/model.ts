/**
 * Adaptive frequency models of the LAZ range coder (A. Said, HP Labs HPL-2004-76, section 4: periodic updates).
 *
 * Layout of a model of n symbols, in cache lines:
 *   line 0      u32 symbols left until the next update, u32 update cycle, u32 total, u32 n,
 *               u16[16] first cumulative frequency of each block (0xffff past the last)
 *   line 1 + b  block b: u16[16] cumulative frequencies, u16[16] counts of symbols 16b … 16b + 15
 * A symbol is found without branches: one SIMD comparison selects the block, one the lane. A model of more
 * than 256 symbols has its block heads in lines 0 and 1 (48 of them), so its blocks start one line later.
 */

/** Bits of a cumulative frequency. */
export const FREQUENCY_BITS: u32 = 15;
const MAX_TOTAL: u32 = 1 << FREQUENCY_BITS;
const BIT_FREQUENCY_BITS: u32 = 13;

export const LINE: usize = 64;
/** Offset of the block heads in a model. */
export const HEADS: usize = 16;
/** Offset of the counts in a block. */
export const COUNTS: usize = 32;
/** Bytes of a bit model: u32 zeros, u32 total, u32 probability of zero, u32 bits until update, u32 cycle. */
export const BIT_MODEL_SIZE: usize = 64;

/** Offset of block 0 in a model of n symbols. */
@inline
export function blocksOffset(n: u32): usize {
  return n > 256 ? 2 * LINE : LINE;
}

/** Bytes of a model of n symbols. */
@inline
export function modelSize(n: u32): usize {
  return blocksOffset(n) + <usize>((n + 15) >> 4) * LINE;
}

/** Sets a model of n symbols (2 to 768) at `m` to equal counts. */
export function initModel(m: usize, n: u32): void {
  memory.fill(m, 0, modelSize(n));
  memory.fill(m + HEADS, 0xff, blocksOffset(n) - HEADS);
  const blocks = m + blocksOffset(n);
  for (let s: u32 = 0; s < n; s++) {
    store<u16>(blocks + ((s >> 4) << 6) + ((s & 15) << 1), 1, COUNTS);
  }
  store<u32>(m, n, 4);
  store<u32>(m, n, 12);
  updateModel(m);
  const cycle: u32 = (n + 6) >> 1;
  store<u32>(m, cycle);
  store<u32>(m, cycle, 4);
}

/** Sets `count` models of n symbols, one after another, to equal counts; returns the address past the last. */
export function initModels(m: usize, count: u32, n: u32): usize {
  const size = modelSize(n);
  for (let i: u32 = 0; i < count; i++) initModel(m + i * size, n);
  return m + count * size;
}

function halveCounts(blocks: usize, end: usize): u32 {
  const zero = i32x4.splat(0);
  let sums = zero;
  for (let b = blocks; b < end; b += LINE) {
    const low = i16x8.avgr_u(v128.load(b, COUNTS), zero);
    const high = i16x8.avgr_u(v128.load(b, COUNTS + 16), zero);
    v128.store(b, low, COUNTS);
    v128.store(b, high, COUNTS + 16);
    sums = i32x4.add(sums, i32x4.add(i32x4.extadd_pairwise_i16x8_u(low), i32x4.extadd_pairwise_i16x8_u(high)));
  }
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  );
}

/** Running sums of eight u16 lanes. */
@inline
function runningSums(counts: v128): v128 {
  const zero = i32x4.splat(0);
  let sums = i16x8.add(counts, i8x16.shuffle(zero, counts, 0, 1, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29));
  sums = i16x8.add(sums, i8x16.shuffle(zero, sums, 0, 1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27));
  return i16x8.add(sums, i8x16.shuffle(zero, sums, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23));
}

/** Eight cumulative frequencies: (sum before each symbol) × scale / 2^16. */
@inline
function frequencies(before: v128, scale: v128): v128 {
  return i16x8.narrow_i32x4_u(
    i32x4.shr_u(i32x4.mul(i32x4.extend_low_i16x8_u(before), scale), 16),
    i32x4.shr_u(i32x4.mul(i32x4.extend_high_i16x8_u(before), scale), 16),
  );
}

/** Recomputes the cumulative frequencies from the counts and lengthens the update cycle. */
export function updateModel(m: usize): void {
  const n = load<u32>(m, 12);
  const blocks = m + blocksOffset(n);
  const end = m + modelSize(n);
  let cycle = load<u32>(m, 4);
  let total = load<u32>(m, 8) + cycle;
  if (total > MAX_TOTAL) total = halveCounts(blocks, end);
  store<u32>(m, total, 8);

  const scale = i32x4.splat(0x80000000 / total);
  let sum: u32 = 0;
  let head = m + HEADS;
  for (let b = blocks; b < end; b += LINE) {
    const low = v128.load(b, COUNTS);
    const lowSums = runningSums(low);
    const lowFrequencies = frequencies(i16x8.add(i16x8.sub(lowSums, low), i16x8.splat(<i16>sum)), scale);
    sum += i16x8.extract_lane_u(lowSums, 7);
    const high = v128.load(b, COUNTS + 16);
    const highSums = runningSums(high);
    const highFrequencies = frequencies(i16x8.add(i16x8.sub(highSums, high), i16x8.splat(<i16>sum)), scale);
    sum += i16x8.extract_lane_u(highSums, 7);
    v128.store(b, lowFrequencies);
    v128.store(b, highFrequencies, 16);
    store<u16>(head, i16x8.extract_lane_u(lowFrequencies, 0));
    head += 2;
  }
  if (n & 15) markUnused(end - LINE, n & 15);

  const longest = (n + 6) << 3;
  cycle = min((5 * cycle) >> 2, longest);
  store<u32>(m, cycle, 4);
  store<u32>(m, cycle);
}

/** Sets the lanes from `used` on to more than any code value. */
function markUnused(block: usize, used: u32): void {
  const bound = i16x8.splat(<i16>used);
  const low = i16x8.ge_s(i16x8(0, 1, 2, 3, 4, 5, 6, 7), bound);
  const high = i16x8.ge_s(i16x8(8, 9, 10, 11, 12, 13, 14, 15), bound);
  v128.store(block, v128.or(v128.load(block), low));
  v128.store(block, v128.or(v128.load(block, 16), high), 16);
}

/** Sets a bit model at `m` to equal probabilities. */
export function initBitModel(m: usize): void {
  store<u32>(m, 1);
  store<u32>(m, 2, 4);
  store<u32>(m, 1 << (BIT_FREQUENCY_BITS - 1), 8);
  store<u32>(m, 4, 12);
  store<u32>(m, 4, 16);
}

/** Recomputes the probability of a zero bit and lengthens the update cycle. */
export function updateBitModel(m: usize): void {
  let cycle = load<u32>(m, 16);
  let total = load<u32>(m, 4) + cycle;
  let zeros = load<u32>(m);
  if (total > <u32>(1 << BIT_FREQUENCY_BITS)) {
    total = (total + 1) >> 1;
    zeros = (zeros + 1) >> 1;
    if (zeros === total) total++;
  }
  store<u32>(m, zeros);
  store<u32>(m, total, 4);
  store<u32>(m, (zeros * (0x80000000 / total)) >> (31 - BIT_FREQUENCY_BITS), 8);
  cycle = min((5 * cycle) >> 2, 64);
  store<u32>(m, cycle, 16);
  store<u32>(m, cycle, 12);
}
