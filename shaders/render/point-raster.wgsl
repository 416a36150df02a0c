// Points of a cloud rasterised by compute: one invocation a point, first the nearest depth of each pixel, then the
// value there. After Schütz, Kerbl, Wimmer, "Rendering Point Clouds with Compute Shaders and Vertex Order Optimization"
// (2021): two passes of 32-bit atomics stand in for one of 64 bits, and sums of colours close to the nearest depth for
// their high-quality shading.
#import "common/points.wgsl"

// Bits of the nearest depth of a pixel, 0 where none is: positive floats order as integers do.
@group(2) @binding(2) var<storage, read_write> nearest: array<atomic<u32>>;
// One word a pixel, or four where colours are blended: sums of red, green, blue, and how many.
@group(2) @binding(3) var<storage, read_write> values: array<atomic<u32>>;

// Maximum relative depth difference of points blended with the nearest.
const BLEND_DEPTH: f32 = 0.01;

struct Footprint {
  // First pixel, and the one after the last.
  low: vec2i,
  high: vec2i,
  center: vec2f,
  // Square of the radius; less than 0 for a square.
  radius2: f32,
  depth: f32,
}

// The pixels whose middles a point covers; none for a hidden point.
fn footprint_of(placed: PlacedPoint) -> Footprint {
  var out: Footprint;
  let clip = placed.clip;
  if (placed.size == 0.0 || clip.w <= 0.0 || clip.z <= 0.0 || clip.z > clip.w) { return out; }
  let half = placed.size * 0.5;
  out.center = (clip.xy / clip.w * vec2f(0.5, -0.5) + 0.5) * frame.viewport_px;
  if (any(out.center < vec2f(-half)) || any(out.center > frame.viewport_px + half)) { return out; }
  out.low = max(vec2i(ceil(out.center - half - 0.5)), vec2i(0));
  out.high = min(vec2i(ceil(out.center + half - 0.5)), vec2i(frame.viewport_px));
  out.radius2 = select(-1.0, half * half, placed.is_round);
  out.depth = clip.z / clip.w;
  return out;
}

fn covers(footprint: Footprint, px: vec2i) -> bool {
  let from_center = vec2f(px) + 0.5 - footprint.center;
  return footprint.radius2 < 0.0 || dot(from_center, from_center) <= footprint.radius2;
}

fn pixel_index(px: vec2i) -> u32 {
  return u32(px.y) * u32(frame.viewport_px.x) + u32(px.x);
}

// Workgroups are dispatched in rows of this many, since one dimension is too short for the largest nodes.
const ROW: u32 = 1024u;

fn index_of(group: vec3u, lane: u32) -> u32 {
  return (group.y * ROW + group.x) * 128u + lane;
}

@compute @workgroup_size(128)
fn depth_main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let index = index_of(group, lane);
  if (index >= draw.count) { return; }
  let print = footprint_of(place_point(index));
  let depth = bitcast<u32>(print.depth);
  for (var y = print.low.y; y < print.high.y; y++) {
    for (var x = print.low.x; x < print.high.x; x++) {
      if (!covers(print, vec2i(x, y))) { continue; }
      let at = pixel_index(vec2i(x, y));
      if (atomicLoad(&nearest[at]) < depth) { atomicMax(&nearest[at], depth); }
    }
  }
}

// Writes `value` where the point is the nearest; the greatest of those equally near is kept, in any order.
fn put_value(print: Footprint, value: u32) {
  let depth = bitcast<u32>(print.depth);
  for (var y = print.low.y; y < print.high.y; y++) {
    for (var x = print.low.x; x < print.high.x; x++) {
      if (!covers(print, vec2i(x, y))) { continue; }
      let at = pixel_index(vec2i(x, y));
      if (atomicLoad(&nearest[at]) == depth) { atomicMax(&values[at], value); }
    }
  }
}

fn is_empty(print: Footprint) -> bool {
  return any(print.low >= print.high);
}

@compute @workgroup_size(128)
fn colour_main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let index = index_of(group, lane);
  if (index >= draw.count) { return; }
  let print = footprint_of(place_point(index));
  if (is_empty(print)) { return; }
  put_value(print, pack4x8unorm(vec4f(colour_of(index), 1.0)));
}

// Depth and colour in one pass, for reduced images: of two points that reach a pixel at once the farther may leave its
// colour, until the next frame.
@compute @workgroup_size(128)
fn fast_main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let index = index_of(group, lane);
  if (index >= draw.count) { return; }
  let print = footprint_of(place_point(index));
  let depth = bitcast<u32>(print.depth);
  let colour = pack4x8unorm(vec4f(colour_of(index), 1.0));
  for (var y = print.low.y; y < print.high.y; y++) {
    for (var x = print.low.x; x < print.high.x; x++) {
      if (!covers(print, vec2i(x, y))) { continue; }
      let at = pixel_index(vec2i(x, y));
      if (atomicLoad(&nearest[at]) >= depth) { continue; }
      if (atomicMax(&nearest[at], depth) < depth) { atomicStore(&values[at], colour); }
    }
  }
}

@compute @workgroup_size(128)
fn number_main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let index = index_of(group, lane);
  if (index >= draw.count) { return; }
  put_value(footprint_of(place_point(index)), draw.first_number + index);
}

// Lowest depth value of points blended with the nearest.
fn blend_floor(nearest_depth: f32) -> f32 {
  if (!has_flag(FRAME_ORTHOGRAPHIC)) { return nearest_depth / (1.0 + BLEND_DEPTH); }
  return nearest_depth - 2.0 * frame.point_size_px * frame.pixel_span / frame.depth_range;
}

@compute @workgroup_size(128)
fn blend_main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let index = index_of(group, lane);
  if (index >= draw.count) { return; }
  let print = footprint_of(place_point(index));
  if (is_empty(print)) { return; }
  let colour = vec3u(round(colour_of(index) * 255.0));
  for (var y = print.low.y; y < print.high.y; y++) {
    for (var x = print.low.x; x < print.high.x; x++) {
      if (!covers(print, vec2i(x, y))) { continue; }
      let at = pixel_index(vec2i(x, y));
      if (print.depth < blend_floor(bitcast<f32>(atomicLoad(&nearest[at])))) { continue; }
      atomicAdd(&values[at * 4u], colour.r);
      atomicAdd(&values[at * 4u + 1u], colour.g);
      atomicAdd(&values[at * 4u + 2u], colour.b);
      atomicAdd(&values[at * 4u + 3u], 1u);
    }
  }
}
