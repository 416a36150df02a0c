// Composites points rasterised by compute over the backdrop in one pass, where the scene contains nothing else.
#import "common/scene-image.wgsl"

@group(2) @binding(0) var<storage, read> nearest: array<u32>;
@group(2) @binding(1) var<storage, read> values: array<u32>;

@vertex
fn vertex_main(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
  return vec4f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

fn index_at(px: vec2i) -> u32 {
  let size = vec2i(frame.viewport_px);
  let inside = clamp(px, vec2i(0), size - 1);
  return u32(inside.y * size.x + inside.x);
}

fn depth_at(px: vec2i) -> f32 {
  return bitcast<f32>(nearest[index_at(px)]);
}

fn scene_at(px: vec2i) -> vec4f {
  return unpack4x8unorm(values[index_at(px)]);
}

@fragment
fn fragment_main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  return scene_colour_at(position.xy);
}

struct DeepOut {
  @location(0) colour: vec4f,
  @builtin(frag_depth) depth: f32,
}

// Also writes the scene's depth, for overlays.
@fragment
fn fragment_deep(@builtin(position) position: vec4f) -> DeepOut {
  return DeepOut(scene_colour_at(position.xy), depth_at(vec2i(position.xy)));
}
