// Winners of tiles: the disparity of the least sum where the match is good, alone and the same from the right side.
#import "common/stereo.wgsl"

// A match whose own census differs in more bits than this counts as noise.
const WORST_COST: u32 = 26u;
// Share of the best sum by which the best disparity away from it must be worse, in 1/64.
const UNIQUENESS: u32 = 4u;

@group(0) @binding(0) var<uniform> plane_size: vec2u;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>;
@group(0) @binding(2) var<storage, read> left: array<vec2u>;
@group(0) @binding(3) var<storage, read> costs: array<u32>;
@group(0) @binding(4) var<storage, read> sums: array<u32>;
// A pixel of the plane: bits 0-9 the disparity in the tile's range, bits 10-20 and 21-31 by how much the sums one
// disparity before and after are larger; 0 where there is no reliable match.
@group(0) @binding(5) var<storage, read_write> winners: array<u32>;

fn sum_at(start: u32, disparity: u32) -> u32 {
  return (sums[2u * start + (disparity >> 1u)] >> ((disparity & 1u) * 16u)) & 0xffffu;
}

// Disparity at which a right pixel of the tile's frame has its best left partner.
fn best_from_right(tile: Tile, line: u32, column: u32) -> u32 {
  let count = min(4u * tile.words, tile.size.x - column);
  var best = 0xffffffffu;
  for (var d = 0u; d < count; d++) {
    best = min(best, (sum_at(line + (column + d) * tile.words, d) << 16u) | d);
  }
  return best & 0xffffu;
}

fn winner_at(tile: Tile, place: vec2u) -> u32 {
  let line = tile.start + place.y * tile.size.x * tile.words;
  let start = line + place.x * tile.words;
  let count = 4u * tile.words;
  var best = 0xffffu;
  var at = 0u;
  for (var d = 0u; d < count; d++) {
    let sum = sum_at(start, d);
    if (sum < best) {
      best = sum;
      at = d;
    }
  }
  if (at == 0u || at == count - 1u) {
    return 0u;
  }
  let own = (costs[start + (at >> 2u)] >> ((at & 3u) * 8u)) & 0xffu;
  if (own > WORST_COST && own != NO_PARTNER) {
    return 0u;
  }
  var second = 0xffffu;
  for (var d = 0u; d < count; d++) {
    if (d + 1u < at || d > at + 1u) {
      second = min(second, sum_at(start, d));
    }
  }
  if (second * 64u < best * (64u + UNIQUENESS)) {
    return 0u;
  }
  if (place.x >= at) {
    let back = best_from_right(tile, line, place.x - at);
    if (max(back, at) - min(back, at) > 1u) {
      return 0u;
    }
  }
  let before = sum_at(start, at - 1u) - best;
  let after = sum_at(start, at + 1u) - best;
  return at | (before << 10u) | (after << 21u);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let tile = tiles[id.z];
  let place = tile.inner + id.xy;
  if (any(place >= tile.inner_end)) {
    return;
  }
  let index = place.y * plane_size.x + place.x;
  var winner = 0u;
  if ((left[index].y & USABLE) != 0u) {
    winner = winner_at(tile, place - tile.origin);
  }
  winners[index] = winner;
}
