/** Sums of records, as `domain/cloud/point-sums.ts` defines them. */

const SEED_A: u32 = 0x9e3779b9;
const SEED_B: u32 = 0x7f4a7c15;
const STEP_A: u32 = 0x85ebca6b;
const STEP_B: u32 = 0xc2b2ae35;
const APART: u32 = 0x5bd1e995;

@inline
function mix(hash: v128): v128 {
  let mixed = v128.xor(hash, i32x4.shr_u(hash, 16));
  mixed = i32x4.mul(mixed, i32x4.splat(0x85ebca6b));
  mixed = v128.xor(mixed, i32x4.shr_u(mixed, 13));
  mixed = i32x4.mul(mixed, i32x4.splat(0xc2b2ae35));
  return v128.xor(mixed, i32x4.shr_u(mixed, 16));
}

/** The word at one offset in four records. */
@inline
function gather(at: usize, stride: usize): v128 {
  let words = v128.load32_zero(at);
  words = v128.load_lane<u32>(at + stride, words, 1);
  words = v128.load_lane<u32>(at + 2 * stride, words, 2);
  return v128.load_lane<u32>(at + 3 * stride, words, 3);
}

@inline
function rotate(value: v128, by: i32): v128 {
  return v128.or(i32x4.shl(value, by), i32x4.shr_u(value, 32 - by));
}

@inline
function total(lanes: v128): u32 {
  return i32x4.extract_lane(lanes, 0) + i32x4.extract_lane(lanes, 1)
    + i32x4.extract_lane(lanes, 2) + i32x4.extract_lane(lanes, 3);
}

/**
 * Sums `count` records from `records` on, four at a time; writes the sums of positions and of records to `target`, two
 * words each. Up to three records and three bytes after the last one are read and ignored.
 */
export function sumRecords(records: usize, count: u32, length: u32, target: usize): void {
  const stride = <usize>length;
  const whole = stride & ~3;
  const tail = length & 3;
  const tailMask = i32x4.splat((1 << (8 * tail)) - 1);
  const stepA = i32x4.splat(STEP_A), stepB = i32x4.splat(STEP_B), apart = i32x4.splat(APART);
  let placesA = i32x4.splat(0), placesB = i32x4.splat(0);
  let allA = i32x4.splat(0), allB = i32x4.splat(0);
  for (let point: u32 = 0; point < count; point += 4) {
    const start = records + <usize>point * stride;
    const present = v128.not(i32x4.gt_u(i32x4(0, 1, 2, 3), i32x4.splat(count - point - 1)));
    let a = i32x4.splat(SEED_A), b = i32x4.splat(SEED_B);
    for (let at: usize = 0; at < whole; at += 4) {
      const word = gather(start + at, stride);
      a = rotate(i32x4.mul(v128.xor(a, word), stepA), 13);
      b = rotate(i32x4.mul(i32x4.add(b, word), stepB), 17);
      if (at !== 8) continue;
      placesA = i32x4.add(placesA, v128.and(mix(a), present));
      placesB = i32x4.add(placesB, v128.and(mix(v128.xor(b, apart)), present));
    }
    if (tail !== 0) {
      const word = v128.and(gather(start + whole, stride), tailMask);
      a = i32x4.mul(v128.xor(a, word), stepA);
      b = i32x4.mul(i32x4.add(b, word), stepB);
    }
    allA = i32x4.add(allA, v128.and(mix(a), present));
    allB = i32x4.add(allB, v128.and(mix(v128.xor(b, apart)), present));
  }
  store<u32>(target, total(placesA));
  store<u32>(target, total(placesB), 4);
  store<u32>(target, total(allA), 8);
  store<u32>(target, total(allB), 12);
}
