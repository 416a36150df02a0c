// Shared code of the passes of dense stereo. Rules and constants are those of the WASM kernel of the same name: sums
// and winners must be the same integers.

// A rectangle of a plane that is matched over its own disparities; positions in pixels of the plane.
struct Tile {
  origin: vec2u,
  size: vec2u,
  // The pixels that are written: from here to `inner_end`, exclusive.
  inner: vec2u,
  inner_end: vec2u,
  // Left column x matches right column x - first - d, 0 <= d < 4 * words.
  first: i32,
  // Words of four disparities a pixel.
  words: u32,
  // First word of the tile's costs; its sums begin at twice that.
  start: u32,
  padding: u32,
}

// Set in a pixel's census where the whole window is valid; the comparisons take 62 bits.
const USABLE: u32 = 0x80000000u;

// Cost of a pixel without a partner.
const NO_PARTNER: u32 = 40u;
