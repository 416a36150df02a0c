// The scene over its backdrop: outlines smoothed, gaps closed, eye-dome lighting from the depth. The importer defines
// `depth_at(px)` and `scene_at(px)`, the scene's depth and colour, opacity multiplied in, at any pixel; beyond the edge
// those of the nearest in it.
//
// Eye-dome lighting after Boucheny (2009), with a change: a pixel is darkened by how far a pair of opposite neighbours
// lies nearer than it, taken together. 1/depth is linear over a plane on the screen, so that planes seen at a slant
// stay clean, where the original darkens them.
#import "common/frame.wgsl"
#import "common/backdrop.wgsl"

// Options of the image: pipelines are specialised, since a device without branching executes everything.
override HAS_EDL: bool = false;
override FILLS_HOLES: bool = false;
// A reduced image: outlines are not smoothed, and lighting samples near neighbours alone.
override IS_REDUCED: bool = false;

// Pixel sizes that depth `d` changes by for a change of depth value.
fn steps_per_depth(d: f32) -> f32 {
  if (has_flag(FRAME_ORTHOGRAPHIC)) { return frame.depth_range / frame.pixel_span; }
  return 1.0 / (max(d, 1e-20) * frame.pixel_span);
}

// Pixel sizes that a pair of opposite neighbours lies nearer than a pixel, less the slack.
fn pair_nearness(px: vec2i, offset: vec2i, depth: f32, scale: f32, slack: f32) -> f32 {
  let one = depth_at(px + offset);
  let other = depth_at(px - offset);
  // The empty background is excluded: its depth is replaced by the pixel's own.
  let pair = select(one, depth, one == 0.0) + select(other, depth, other == 0.0) - 2.0 * depth;
  return clamp(pair * scale - slack, 0.0, 1e6);
}

// `slack`: pixel sizes that the neighbours may lie nearer without darkening.
fn dome_light(px: vec2i, depth: f32, slack: f32) -> f32 {
  let reach = i32(round(frame.edl_radius_px));
  let scale = steps_per_depth(depth);
  // The logarithm of a product, since logarithms are slow on devices: near neighbours count twice the far ones, and
  // three times where the far ones are left out.
  var near = 1.0;
  var far = 1.0;
  let offsets = array<vec2i, 4>(vec2i(1, 0), vec2i(0, 1), vec2i(1, 1), vec2i(1, -1));
  for (var i = 0; i < 4; i++) {
    let offset = offsets[i] * reach;
    near *= 1.0 + pair_nearness(px, offset, depth, scale, slack);
    if (!IS_REDUCED) { far *= 1.0 + pair_nearness(px, offset * 2, depth, scale, slack); }
  }
  if (IS_REDUCED) { far = near; }
  return exp(-frame.edl_strength * 0.055 * log2(near * sqrt(far)));
}

// The scene's colour, opacity multiplied in, smoothed along its outlines against the empty background.
fn smooth_outline(px: vec2i, own: vec4f) -> vec4f {
  if (IS_REDUCED) { return own; }
  let west = scene_at(px - vec2i(1, 0));
  let east = scene_at(px + vec2i(1, 0));
  let north = scene_at(px - vec2i(0, 1));
  let south = scene_at(px + vec2i(0, 1));
  let lowest = min(own.a, min(min(west.a, east.a), min(north.a, south.a)));
  let highest = max(own.a, max(max(west.a, east.a), max(north.a, south.a)));
  let is_outline = lowest == 0.0 && highest > 0.0;
  return select(own, own * 0.5 + (west + east + north + south) * 0.125, is_outline);
}

struct ScenePixel {
  colour: vec4f,
  depth: f32,
}

// A pixel of the scene, or what points round it cover where it is a gap between them: at least six of its eight
// neighbours are points, and nearer than the surface behind the gap.
fn closed_pixel(px: vec2i) -> ScenePixel {
  var own = ScenePixel(scene_at(px), 0.0);
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

// The finished image at the middle of a pixel of the target.
fn scene_colour_at(position: vec2f) -> vec4f {
  let px = vec2i(position);
  let closed = closed_pixel(px);
  let own = closed.colour;
  let scene = smooth_outline(px, own);
  var colour = scene.rgb;
  if (HAS_EDL && closed.depth > 0.0) {
    let is_lit_surface = own.a < 0.999;
    colour *= dome_light(px, closed.depth, select(0.5, 6.0, is_lit_surface));
  }
  colour += backdrop(position + frame.window_px) * (1.0 - scene.a);
  return vec4f(colour, 1.0);
}
