// Resolves points rasterised by compute into the scene, depth-tested against the rest.
#import "common/frame.wgsl"

@group(2) @binding(0) var<storage, read> nearest: array<u32>;
@group(2) @binding(1) var<storage, read> values: array<u32>;

// The pick's draw id of all points; the second word is the point's number.
const RASTERISED_POINTS: u32 = 0xffffffffu;

struct ColourOut {
  @location(0) colour: vec4f,
  @builtin(frag_depth) depth: f32,
}

struct PickOut {
  @location(0) ids: vec2u,
  @builtin(frag_depth) depth: f32,
}

@vertex
fn vertex_main(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
  return vec4f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

fn index_at(position: vec4f) -> u32 {
  return u32(position.y) * u32(frame.viewport_px.x) + u32(position.x);
}

@fragment
fn fragment_main(@builtin(position) position: vec4f) -> ColourOut {
  let at = index_at(position);
  let depth = nearest[at];
  if (depth == 0u) { discard; }
  return ColourOut(unpack4x8unorm(values[at]), bitcast<f32>(depth));
}

@fragment
fn fragment_blend(@builtin(position) position: vec4f) -> ColourOut {
  let at = index_at(position);
  let depth = nearest[at];
  if (depth == 0u) { discard; }
  let sums = vec3f(vec3u(values[at * 4u], values[at * 4u + 1u], values[at * 4u + 2u]));
  return ColourOut(vec4f(sums / (255.0 * f32(values[at * 4u + 3u])), 1.0), bitcast<f32>(depth));
}

@fragment
fn fragment_pick(@builtin(position) position: vec4f) -> PickOut {
  let at = index_at(position);
  let depth = nearest[at];
  if (depth == 0u) { discard; }
  return PickOut(vec2u(RASTERISED_POINTS, values[at]), bitcast<f32>(depth));
}
