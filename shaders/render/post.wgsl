// Puts the scene on its background: eye-dome lighting from the depth, the ground grid, the backdrop.
//
// Eye-dome lighting after Boucheny (2009), with a change: a pixel is darkened by how far a pair of opposite
// neighbours lies nearer than it, taken together. 1/depth is linear over a plane on the screen, so that
// planes seen at a slant stay clean, where the original darkens them.
#import "common/frame.wgsl"

@group(2) @binding(0) var scene_colour: texture_2d<f32>;
@group(2) @binding(1) var scene_depth: texture_depth_2d;

// What the picture asks for: pipelines are made for it, since a device without branches works through everything.
override HAS_EDL: bool = false;
override HAS_GRID: bool = false;
override FILLS_HOLES: bool = false;
override IS_DETERMINISTIC: bool = false;

@vertex
fn vertex_main(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
  return vec4f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

fn depth_at(px: vec2i) -> f32 {
  return textureLoad(scene_depth, clamp(px, vec2i(0), vec2i(frame.viewport_px) - 1), 0);
}

// Pixel sizes that depth `d` changes by for a change of depth value.
fn steps_per_depth(d: f32) -> f32 {
  if (has_flag(FRAME_ORTHOGRAPHIC)) { return frame.depth_range / frame.pixel_span; }
  return 1.0 / (max(d, 1e-20) * frame.pixel_span);
}

// Pixel sizes that a pair of opposite neighbours lies nearer than a pixel, less the slack.
fn pair_nearness(px: vec2i, offset: vec2i, depth: f32, scale: f32, slack: f32) -> f32 {
  let one = depth_at(px + offset);
  let other = depth_at(px - offset);
  // The empty background takes no part: its depth stands in as the pixel's own.
  let pair = select(one, depth, one == 0.0) + select(other, depth, other == 0.0) - 2.0 * depth;
  return clamp(pair * scale - slack, 0.0, 1e6);
}

// `slack`: pixel sizes that the neighbours may lie nearer without darkening.
fn dome_light(px: vec2i, depth: f32, slack: f32) -> f32 {
  let reach = i32(round(frame.edl_radius_px));
  let scale = steps_per_depth(depth);
  // The logarithm of a product, since devices take logarithms slowly: near neighbours count twice the far ones.
  var near = 1.0;
  var far = 1.0;
  let offsets = array<vec2i, 4>(vec2i(1, 0), vec2i(0, 1), vec2i(1, 1), vec2i(1, -1));
  for (var i = 0; i < 4; i++) {
    let offset = offsets[i] * reach;
    near *= 1.0 + pair_nearness(px, offset, depth, scale, slack);
    far *= 1.0 + pair_nearness(px, offset * 2, depth, scale, slack);
  }
  return exp(-frame.edl_strength * 0.055 * log2(near * sqrt(far)));
}

fn noise(px: vec2f) -> f32 {
  return fract(52.9829189 * fract(dot(px, vec2f(0.06711056, 0.00583715)))) - 0.5;
}

fn line_coverage(place: vec2f, spacing: f32, width: vec2f) -> f32 {
  let distance = abs(fract(place / spacing - 0.5) - 0.5) * spacing;
  let cover = clamp(1.0 - distance / max(width, vec2f(1e-9)), vec2f(0.0), vec2f(1.0));
  return max(cover.x, cover.y);
}

// Opacity of the ground grid at a pixel of the whole picture; x: fine lines, y: every tenth.
fn grid_opacity(px: vec2f) -> f32 {
  let ndc = (px / frame.picture_px * 2.0 - 1.0) * vec2f(1.0, -1.0);
  let half = frame.picture_px * 0.5 * frame.pixel_span;
  let offset = frame.right * ndc.x * half.x + frame.up * ndc.y * half.y;
  var place: vec2f;
  var distance = 1.0;
  var fade = 1.0;
  if (has_flag(FRAME_ORTHOGRAPHIC)) {
    if (frame.forward.z == 0.0) { return 0.0; }
    place = offset.xy + frame.forward.xy * ((frame.grid_height - offset.z) / frame.forward.z);
    fade = smoothstep(0.02, 0.22, abs(frame.forward.z));
  } else {
    let ray = frame.forward + offset;
    if (ray.z * frame.grid_height <= 0.0) { return 0.0; }
    distance = frame.grid_height / ray.z;
    place = ray.xy * distance;
    let slant = abs(ray.z) / length(ray);
    fade = smoothstep(0.02, 0.22, slant) * (1.0 - smoothstep(30.0, 90.0, length(place) / frame.grid_spacing));
  }
  // Width of a pixel on the ground, longer along a slanted sight.
  let width = vec2f(frame.pixel_span * distance) * 1.2;
  let fine = line_coverage(place + frame.grid_eye, frame.grid_spacing, width);
  let coarse = line_coverage(place + frame.grid_eye, frame.grid_spacing * 10.0, width * 1.2);
  return max(fine * 0.45, coarse) * fade;
}

fn scene_at(px: vec2i) -> vec4f {
  return textureLoad(scene_colour, clamp(px, vec2i(0), vec2i(frame.viewport_px) - 1), 0);
}

// The scene's colour, opacity multiplied in, smoothed along its outlines against the empty background.
fn smooth_outline(px: vec2i, own: vec4f) -> vec4f {
  // Opacities of the pixel's neighbours: the two squares of four pixels that meet in its corners.
  let corner = vec2f(px) / frame.viewport_px;
  let north_west = textureGather(3, scene_colour, linear_sampler, corner);
  let south_east = textureGather(3, scene_colour, linear_sampler, corner + 1.0 / frame.viewport_px);
  let alphas = vec4f(north_west.xz, south_east.xz);
  let least = min(own.a, min(min(alphas.x, alphas.y), min(alphas.z, alphas.w)));
  let most = max(own.a, max(max(alphas.x, alphas.y), max(alphas.z, alphas.w)));
  var smoothed = own;
  // One turn or none: a device without branches goes past a loop, but works through an `if`.
  for (var turns = select(0, 1, least == 0.0 && most > 0.0); turns > 0; turns--) {
    let sides = scene_at(px - vec2i(1, 0)) + scene_at(px + vec2i(1, 0));
    smoothed = own * 0.5 + (sides + scene_at(px - vec2i(0, 1)) + scene_at(px + vec2i(0, 1))) * 0.125;
  }
  return smoothed;
}

struct ScenePixel {
  colour: vec4f,
  depth: f32,
}

// A pixel of the scene, or what points round it cover where it is a gap between them: at least six of its eight
// neighbours are points, and nearer than what is seen through the gap.
fn closed_pixel(px: vec2i) -> ScenePixel {
  var own = ScenePixel(textureLoad(scene_colour, px, 0), 0.0);
  if (HAS_EDL || FILLS_HOLES) { own.depth = depth_at(px); }
  if (!FILLS_HOLES) { return own; }
  // Two pixel sizes.
  let margin = 2.0 / steps_per_depth(own.depth);
  var count = 0;
  var colour = vec4f(0.0);
  var depth = 0.0;
  for (var y = -1; y <= 1; y++) {
    for (var x = -1; x <= 1; x++) {
      let place = px + vec2i(x, y);
      let near = depth_at(place);
      let there = scene_at(place);
      let is_nearer = near > own.depth + select(margin, 0.0, own.depth == 0.0);
      if (there.a < 0.999 || !is_nearer || all(vec2i(x, y) == vec2i(0))) { continue; }
      count++;
      colour += there;
      depth += near;
    }
  }
  if (count < 6) { return own; }
  return ScenePixel(colour / f32(count), depth / f32(count));
}

@fragment
fn fragment_main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let px = vec2i(position.xy);
  let closed = closed_pixel(px);
  let own = closed.colour;
  let scene = smooth_outline(px, own);
  let place = position.xy + frame.window_px;
  let t = place.y / frame.picture_px.y;
  var back = mix(frame.background_top.rgb, frame.background_bottom.rgb, t);
  if (scene.a < 1.0) {
    if (HAS_GRID) {
      back = mix(back, frame.grid_colour.rgb, grid_opacity(place) * frame.grid_colour.a);
    }
    if (!IS_DETERMINISTIC) { back += noise(place) / 255.0; }
    if (scene.a == 0.0) { return vec4f(back, 1.0); }
  }
  let is_lit_surface = own.a < 0.999;
  var colour = scene.rgb;
  let depth = closed.depth;
  if (HAS_EDL && depth > 0.0) { colour *= dome_light(px, depth, select(0.5, 6.0, is_lit_surface)); }
  return vec4f(colour + back * (1.0 - scene.a), 1.0);
}
