// Census transform of a plane (R. Zabih and J. Woodfill, 1994): a bit for each of 62 neighbours that is darker.
#import "common/stereo.wgsl"

const REACH: vec2u = vec2u(4u, 3u);

@group(0) @binding(0) var<uniform> plane_size: vec2u;
// Two pixels a word, low half first: grey value in the low byte, 1 in the high byte where valid.
@group(0) @binding(1) var<storage, read> pixels: array<u32>;
// Low and high word a pixel.
@group(0) @binding(2) var<storage, read_write> census: array<vec2u>;

fn pixel_at(index: u32) -> u32 {
  return (pixels[index >> 1u] >> ((index & 1u) * 16u)) & 0xffffu;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let place = id.xy;
  if (place.x >= plane_size.x) {
    return;
  }
  let index = place.y * plane_size.x + place.x;
  if (any(place < REACH) || any(place + REACH >= plane_size)) {
    census[index] = vec2u(0u);
    return;
  }
  let centre = pixel_at(index) & 0xffu;
  var bits = vec2u(0u);
  var valid = 0x100u;
  for (var row = 0u; row <= 2u * REACH.y; row++) {
    let line = index + row * plane_size.x - REACH.y * plane_size.x - REACH.x;
    for (var column = 0u; column <= 2u * REACH.x; column++) {
      let other = pixel_at(line + column);
      valid &= other;
      if (row == REACH.y && column == REACH.x) {
        continue;
      }
      bits = vec2u((bits.x << 1u) | u32((other & 0xffu) < centre), (bits.y << 1u) | (bits.x >> 31u));
    }
  }
  census[index] = bits | vec2u(0u, select(0u, USABLE, valid != 0u));
}
