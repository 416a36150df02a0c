// Composites the rendered scene over its backdrop.
#import "common/scene-image.wgsl"

@group(2) @binding(0) var scene_colour: texture_2d<f32>;
@group(2) @binding(1) var scene_depth: texture_depth_2d;

@vertex
fn vertex_main(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
  return vec4f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

fn depth_at(px: vec2i) -> f32 {
  return textureLoad(scene_depth, clamp(px, vec2i(0), vec2i(frame.viewport_px) - 1), 0);
}

fn scene_at(px: vec2i) -> vec4f {
  return textureLoad(scene_colour, clamp(px, vec2i(0), vec2i(frame.viewport_px) - 1), 0);
}

@fragment
fn fragment_main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  return scene_colour_at(position.xy);
}
