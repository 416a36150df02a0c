// One of the eight directions of semi-global matching (H. Hirschmueller, 2008, equation 13), added to the sums. Four
// lanes follow a path over four disparities each at a time; a workgroup follows eight paths. Slanted paths that leave a
// tile at one side restart at the other, so that all are equally long.
#import "common/stereo.wgsl"

const LANES: u32 = 4u;
const PATHS: u32 = 8u;
// Maximum of words of four disparities a pixel.
const MAX_WORDS: u32 = 128u;
// Penalties of a change by one disparity (P1) and of any other (P2, less across edges, not below its floor).
const P1: u32 = 7u;
const P2: u32 = 84u;
const P2_FLOOR: u32 = 24u;
// Cost of disparities beyond the range: never the cheapest.
const BEYOND: u32 = 255u;

struct Direction {
  plane_size: vec2u,
  // From a pixel to the next one of its path.
  step: vec2i,
  // 0 where the sums begin with this direction.
  adds: u32,
}

@group(0) @binding(0) var<uniform> direction: Direction;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>;
// The left plane: two pixels a word, the grey value in the low byte.
@group(0) @binding(2) var<storage, read> pixels: array<u32>;
@group(0) @binding(3) var<storage, read> costs: array<u32>;
// Two disparities a word.
@group(0) @binding(4) var<storage, read_write> sums: array<u32>;

// Path costs of a path's last pixel and of this one by turns, and the minimum of each lane.
var<workgroup> path_costs: array<array<array<u32, MAX_WORDS>, PATHS>, 2>;
var<workgroup> lane_minima: array<array<array<u32, LANES>, PATHS>, 2>;

fn unpack(word: u32) -> vec4u {
  return (vec4u(word) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(0xffu);
}

fn grey_at(index: u32) -> i32 {
  return i32((pixels[index >> 1u] >> ((index & 1u) * 16u)) & 0xffu);
}

// Where a path begins, in the tile.
fn start_of(size: vec2i, path: i32) -> vec2i {
  let far = size - vec2i(1);
  if (direction.step.y == 0) {
    return vec2i(select(far.x, 0, direction.step.x > 0), path);
  }
  return vec2i(path, select(far.y, 0, direction.step.y > 0));
}

@compute @workgroup_size(4, 8)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let tile = tiles[group.y];
  let size = vec2i(tile.size);
  let is_level = direction.step.y == 0;
  let steps = select(tile.size.y, tile.size.x, is_level);
  let path = i32(group.x * PATHS + local.y);
  let is_path = path < select(size.x, size.y, is_level);
  var place = start_of(size, path);
  var begins = true;
  for (var count = 0u; count < steps; count++) {
    let now = count & 1u;
    var minimum = BEYOND;
    if (is_path) {
      minimum = step_path(tile, vec2u(place), begins, now, local);
    }
    lane_minima[now][local.y][local.x] = minimum;
    place += direction.step;
    begins = place.x < 0 || place.x >= size.x;
    if (begins) {
      place.x = select(0, size.x - 1, place.x < 0);
    }
    workgroupBarrier();
  }
}

// The path costs of this lane's disparities at a pixel of the path; the minimum of them.
fn step_path(tile: Tile, place: vec2u, begins: bool, now: u32, local: vec3u) -> u32 {
  let last = 1u - now;
  var base = 0u;
  var far = 0u;
  if (!begins) {
    base = lane_minima[last][local.y][0];
    for (var lane = 1u; lane < LANES; lane++) {
      base = min(base, lane_minima[last][local.y][lane]);
    }
    let at = i32((tile.origin.y + place.y) * direction.plane_size.x + tile.origin.x + place.x);
    let behind = at - direction.step.y * i32(direction.plane_size.x) - direction.step.x;
    let gradient = u32(abs(grey_at(u32(at)) - grey_at(u32(behind))));
    far = base + max(P2_FLOOR, P2 - min(P2, 3u * gradient));
  }
  let start = tile.start + (place.y * tile.size.x + place.x) * tile.words;
  var minimum = BEYOND;
  for (var word = local.x; word < tile.words; word += LANES) {
    var value = unpack(costs[start + word]);
    if (!begins) {
      let same = unpack(path_costs[last][local.y][word]);
      var below = BEYOND;
      var above = BEYOND;
      if (word > 0u) {
        below = path_costs[last][local.y][word - 1u] >> 24u;
      }
      if (word + 1u < tile.words) {
        above = path_costs[last][local.y][word + 1u] & 0xffu;
      }
      let beside = min(vec4u(below, same.xyz), vec4u(same.yzw, above)) + vec4u(P1);
      value += min(min(same, beside), vec4u(far)) - vec4u(base);
    }
    path_costs[now][local.y][word] = value.x | (value.y << 8u) | (value.z << 16u) | (value.w << 24u);
    minimum = min(minimum, min(min(value.x, value.y), min(value.z, value.w)));
    let to = 2u * (start + word);
    let low = value.x | (value.y << 16u);
    let high = value.z | (value.w << 16u);
    if (direction.adds == 0u) {
      sums[to] = low;
      sums[to + 1u] = high;
    } else {
      sums[to] += low;
      sums[to + 1u] += high;
    }
  }
  return minimum;
}
