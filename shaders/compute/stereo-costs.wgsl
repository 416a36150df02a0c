// Matching costs of tiles: the census bits in which a left pixel and its partner differ, four disparities a word.
#import "common/stereo.wgsl"

@group(0) @binding(0) var<uniform> plane_size: vec2u;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>;
@group(0) @binding(2) var<storage, read> left: array<vec2u>;
@group(0) @binding(3) var<storage, read> right: array<vec2u>;
@group(0) @binding(4) var<storage, read_write> costs: array<u32>;

fn cost_at(own: vec2u, line: u32, column: i32) -> u32 {
  if (column < 0 || column >= i32(plane_size.x)) {
    return NO_PARTNER;
  }
  let other = right[line + u32(column)];
  if ((other.y & USABLE) == 0u) {
    return NO_PARTNER;
  }
  let bits = countOneBits(own ^ other);
  return bits.x + bits.y;
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let tile = tiles[id.z];
  let place = vec2u(id.x >> 3u, id.y);
  if (any(place >= tile.size)) {
    return;
  }
  let line = (tile.origin.y + place.y) * plane_size.x;
  let column = tile.origin.x + place.x;
  let own = left[line + column];
  let to = tile.start + (place.y * tile.size.x + place.x) * tile.words;
  for (var word = local.x; word < tile.words; word += 8u) {
    var packed = NO_PARTNER * 0x01010101u;
    if ((own.y & USABLE) != 0u) {
      let partner = i32(column) - tile.first - i32(4u * word);
      packed = cost_at(own, line, partner) | (cost_at(own, line, partner - 1) << 8u) |
        (cost_at(own, line, partner - 2) << 16u) | (cost_at(own, line, partner - 3) << 24u);
    }
    costs[to + word] = packed;
  }
}
