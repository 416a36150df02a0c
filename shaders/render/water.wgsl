// Still water at one level over everything below it: each pixel of the scene by its own height, so that the shore
// follows terrain and points alike, with a pale line along it.
#import "common/frame.wgsl"

@group(1) @binding(0) var scene_depth: texture_depth_2d;

const SHALLOW = vec3f(0.20, 0.56, 0.80);
const DEEP = vec3f(0.05, 0.22, 0.46);
const SHORE = vec3f(0.90, 0.97, 1.0);
// Opacity at the shore and far below it.
const OPACITY = vec2f(0.42, 0.80);
// Half the width of the line along the shore, CSS pixels.
const SHORE_HALF: f32 = 0.9;

@vertex
fn vertex_main(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
  return vec4f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

fn depth_at(px: vec2i) -> f32 {
  return textureLoad(scene_depth, clamp(px, vec2i(0), vec2i(frame.viewport_px) - 1), 0);
}

// Height of the scene at a pixel over the water, display space; `own` where empty.
fn height_over(px: vec2i, own: f32) -> f32 {
  let depth = depth_at(px);
  if (depth <= 0.0) { return own; }
  return seen_place(vec2f(px) + 0.5, depth).z - frame.water_height;
}

// Change of height to the next pixel along an axis, on the side where the scene continues: the smaller of the two.
fn change_along(px: vec2i, step: vec2i, own: f32) -> f32 {
  let ahead = height_over(px + step, own) - own;
  let behind = own - height_over(px - step, own);
  return select(behind, ahead, abs(ahead) < abs(behind));
}

@fragment
fn fragment_main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let px = vec2i(position.xy);
  let depth = depth_at(px);
  if (depth <= 0.0) { discard; }
  let place = seen_place(position.xy, depth);
  let height = place.z - frame.water_height;
  let change = length(vec2f(change_along(px, vec2i(1, 0), height), change_along(px, vec2i(0, 1), height)));
  // Pixels to the shore.
  let away = height / max(change, 1e-9);
  let cover = clamp(0.5 - away, 0.0, 1.0);
  let size = pixel_size_at(select(dot(place, frame.forward), 1.0, has_flag(FRAME_ORTHOGRAPHIC)));
  // Ground as level as the water has no shore.
  let steep = smoothstep(0.0005, 0.002, change / size);
  let line = clamp(SHORE_HALF * frame.pixel_ratio + 0.5 - abs(away), 0.0, 1.0) * steep * 0.85;
  let sunk = 1.0 - exp(min(height, 0.0) * frame.water_fade);
  let water = mix(OPACITY.x, OPACITY.y, sunk) * cover;
  let opacity = water + line * (1.0 - water);
  if (opacity <= 0.003) { discard; }
  let colour = mix(SHALLOW, DEEP, sunk) * water * (1.0 - line) + SHORE * line;
  return vec4f(colour, water * (1.0 - line) + line);
}
