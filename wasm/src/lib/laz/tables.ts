/** Context tables of the point coders, indexed by number of returns and return number: facts of the format. */

const MAP_8: usize = memory.data<u8>([
  15, 14, 13, 12, 11, 10, 9, 8,
  14, 0, 1, 3, 6, 10, 10, 9,
  13, 1, 2, 4, 7, 11, 11, 10,
  12, 3, 4, 5, 8, 12, 12, 11,
  11, 6, 7, 8, 9, 13, 13, 12,
  10, 10, 11, 12, 13, 14, 14, 13,
  9, 10, 11, 12, 13, 14, 15, 14,
  8, 9, 10, 11, 12, 13, 14, 15,
]);

const MAP_16: usize = memory.data<u8>([
  0, 1, 2, 3, 4, 5, 3, 4, 4, 5, 5, 5, 5, 5, 5, 5,
  1, 0, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
  2, 1, 2, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3,
  3, 3, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
  4, 3, 4, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
  5, 3, 4, 4, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
  3, 3, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4,
  4, 3, 4, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4,
  4, 3, 4, 4, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4, 4, 4,
  5, 3, 4, 4, 4, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4, 4,
  5, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4,
  5, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 4, 4, 4,
  5, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 4, 4,
  5, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 4,
  5, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5,
  5, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5,
]);

/** Context of point formats 0 to 5: 0 … 15. */
@inline
export function returnContext8(returns: u32, number: u32): u32 {
  return load<u8>(MAP_8 + ((returns << 3) | number));
}

/** Context of point formats 6 to 10: 0 … 5. */
@inline
export function returnContext16(returns: u32, number: u32): u32 {
  return load<u8>(MAP_16 + ((returns << 4) | number));
}

/** Distance of the return from the last one, 0 … 7. */
@inline
export function returnLevel(returns: u32, number: u32): u32 {
  return min(<u32>abs(<i32>returns - <i32>number), 7);
}
