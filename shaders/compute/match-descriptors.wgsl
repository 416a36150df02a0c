// Nearest neighbours of 128-byte descriptors by squared Euclidean distance, in whole numbers: for each of `queries` the
// nearest among `others`, the lowest number where several are as near, and the two least distances.

const WORDS: u32 = 32u;
const QUERIES: u32 = 64u;
const TILE: u32 = 32u;
// Greater than any distance between two descriptors.
const FAR: u32 = 1u << 28u;

struct Counts {
  queries: u32,
  others: u32,
}

@group(0) @binding(0) var<uniform> counts: Counts;
@group(0) @binding(1) var<storage, read> queries: array<u32>;
@group(0) @binding(2) var<storage, read> others: array<u32>;
// Number of the nearest (0xffffffff: none), its squared distance, the second least one, 0.
@group(0) @binding(3) var<storage, read_write> found: array<vec4u>;

var<workgroup> tile: array<u32, TILE * WORDS>;
var<workgroup> squares: array<u32, TILE>;

@compute @workgroup_size(QUERIES)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let query = id.x;
  let row = min(query, counts.queries - 1u) * WORDS;
  var own: array<u32, WORDS>;
  var own_square = 0u;
  for (var k = 0u; k < WORDS; k++) {
    own[k] = queries[row + k];
    own_square += dot4U8Packed(own[k], own[k]);
  }
  var nearest = 0xffffffffu;
  var first = FAR;
  var second = FAR;
  for (var start = 0u; start < counts.others; start += TILE) {
    let count = min(TILE, counts.others - start);
    workgroupBarrier();
    for (var k = lane; k < count * WORDS; k += QUERIES) {
      tile[k] = others[start * WORDS + k];
    }
    workgroupBarrier();
    if (lane < count) {
      var square = 0u;
      for (var k = 0u; k < WORDS; k++) {
        let word = tile[lane * WORDS + k];
        square += dot4U8Packed(word, word);
      }
      squares[lane] = square;
    }
    workgroupBarrier();
    for (var other = 0u; other < count; other++) {
      var product = 0u;
      for (var k = 0u; k < WORDS; k++) {
        product += dot4U8Packed(own[k], tile[other * WORDS + k]);
      }
      let distance = own_square + squares[other] - 2u * product;
      if (distance < first) {
        second = first;
        first = distance;
        nearest = start + other;
      } else if (distance < second) {
        second = distance;
      }
    }
  }
  if (query < counts.queries) {
    found[query] = vec4u(nearest, first, second, 0u);
  }
}
