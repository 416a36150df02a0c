// A tile of an image from above. Flat: its area at one elevation. Draped: the tall box over its area; those pixels
// whose scene point is inside it take their colour from the image.
//
// Colour is bilinear between texel centres, weighted by opacity, so that missing texels tint nothing; whether a pixel
// is valid is decided by the nearest texel, so that masks keep their own edges.
#import "common/frame.wgsl"

// Bits of `ImageDraw.flags`.
// Draped over the scene's surface.
const IMAGE_DRAPED: u32 = 1u;
// The texture repeats over the screen instead of being placed on the ground.
const IMAGE_GAP: u32 = 2u;

struct ImageDraw {
  origin_high: vec3f,
  opacity: f32,
  origin_low: vec3f,
  flags: u32,
  // Edges of the area in plan, from the origin.
  across: vec2f,
  down: vec2f,
  // Turns a plan position over the origin into shares of the edges: rows of a matrix.
  share_x: vec2f,
  share_y: vec2f,
  // Texture positions at the origin and at the far corner.
  low: vec2f,
  high: vec2f,
  // Height of the box over the origin, world units.
  height: f32,
  // Height over the origin where there is no drape surface.
  level: f32,
}

@group(1) @binding(0) var<uniform> draw: ImageDraw;
// Opacity not multiplied in.
@group(2) @binding(0) var image: texture_2d<f32>;
// The drape surface.
@group(3) @binding(0) var scene_depth: texture_depth_2d;
// 1 where that is the filling of a hole of the terrain; see `terrain.wgsl`.
@group(3) @binding(1) var holes: texture_2d<f32>;

struct ImageOut {
  @builtin(position) position: vec4f,
  @location(0) share: vec2f,
}

fn corner_of(share: vec2f, height: f32) -> vec4f {
  let plan = draw.across * share.x + draw.down * share.y;
  return clip_position(eye_position(vec3f(plan, height), draw.origin_high, draw.origin_low));
}

@vertex
fn vertex_main(@builtin(vertex_index) index: u32) -> ImageOut {
  var out: ImageOut;
  let corners = array<vec2f, 6>(
    vec2f(0.0, 0.0), vec2f(0.0, 1.0), vec2f(1.0, 0.0), vec2f(1.0, 0.0), vec2f(0.0, 1.0), vec2f(1.0, 1.0),
  );
  out.share = corners[index];
  out.position = corner_of(out.share, draw.level);
  if (has_flag(FRAME_PLAN)) { out.position.z = 0.5 * out.position.w; }
  return out;
}

// Corners of a box's twelve triangles: bits 0 to 2 are across, down and up.
const BOX = array<u32, 36>(
  0u, 1u, 2u, 2u, 1u, 3u, 4u, 6u, 5u, 6u, 7u, 5u,
  0u, 4u, 1u, 1u, 4u, 5u, 2u, 3u, 6u, 3u, 7u, 6u,
  0u, 2u, 4u, 2u, 6u, 4u, 1u, 5u, 3u, 3u, 5u, 7u,
);

@vertex
fn vertex_box(@builtin(vertex_index) index: u32) -> ImageOut {
  var out: ImageOut;
  // All faces have the same winding, also where the area is mirrored.
  let is_mirrored = draw.across.x * draw.down.y - draw.across.y * draw.down.x > 0.0;
  let bits = BOX[select(index, index / 3u * 3u + 2u - index % 3u, is_mirrored)];
  let share = vec2f(f32(bits & 1u), f32((bits >> 1u) & 1u));
  out.position = corner_of(share, select(0.0, draw.height, (bits & 4u) != 0u));
  // In orthographic views the box may exceed the depth range of the scene, which does not matter here.
  if (has_flag(FRAME_ORTHOGRAPHIC)) { out.position.z = 0.5; }
  out.share = share;
  return out;
}

fn texel(at: vec2i) -> vec4f {
  return textureLoad(image, clamp(at, vec2i(0), vec2i(textureDimensions(image)) - 1), 0);
}

// Colour at a place of the area, opacity multiplied in.
fn colour_at(share: vec2f) -> vec4f {
  let place = mix(draw.low, draw.high, share);
  let alpha = texel(vec2i(floor(place))).a;
  let corner = floor(place - 0.5);
  let t = place - 0.5 - corner;
  let at = vec2i(corner);
  let a = texel(at);
  let b = texel(at + vec2i(1, 0));
  let c = texel(at + vec2i(0, 1));
  let d = texel(at + vec2i(1, 1));
  let weights = vec4f((1.0 - t.x) * (1.0 - t.y), t.x * (1.0 - t.y), (1.0 - t.x) * t.y, t.x * t.y) *
    vec4f(a.a, b.a, c.a, d.a);
  let sum = max(dot(weights, vec4f(1.0)), 1e-6);
  let colour = (a.rgb * weights.x + b.rgb * weights.y + c.rgb * weights.z + d.rgb * weights.w) / sum;
  let opacity = alpha * draw.opacity;
  return vec4f(colour * opacity, opacity);
}

fn gap_colour(px: vec2f) -> vec4f {
  let colour = texel(vec2i(px) % vec2i(textureDimensions(image)));
  return vec4f(colour.rgb * colour.a, colour.a) * draw.opacity;
}

fn drawn(share: vec2f, px: vec2f) -> vec4f {
  if ((draw.flags & IMAGE_GAP) != 0u) { return gap_colour(px); }
  return colour_at(share);
}

@fragment
fn fragment_main(in: ImageOut) -> @location(0) vec4f {
  let colour = drawn(in.share, in.position.xy);
  if (colour.a <= 0.0) { discard; }
  return colour;
}

// Colour over the surface at a depth.
fn draped_colour(px: vec2f, depth: f32) -> vec4f {
  if (depth <= 0.0) { discard; }
  let eye = seen_place(px, depth);
  let plan = (eye.xy - draw.origin_high.xy) - draw.origin_low.xy;
  let share = vec2f(dot(draw.share_x, plan), dot(draw.share_y, plan));
  if (any(share < vec2f(0.0)) || any(share >= vec2f(1.0))) { discard; }
  let colour = drawn(share, px);
  if (colour.a <= 0.0) { discard; }
  return colour;
}

@fragment
fn fragment_drape(in: ImageOut) -> @location(0) vec4f {
  return draped_colour(in.position.xy, textureLoad(scene_depth, vec2i(in.position.xy), 0));
}

struct DeepColour {
  @location(0) colour: vec4f,
  @builtin(frag_depth) depth: f32,
}

// Also over outer skirts: beyond the terrain the image itself occludes. In holes it hides nothing, since what was
// measured there may be below their filling.
@fragment
fn fragment_deep(in: ImageOut) -> DeepColour {
  let px = vec2i(in.position.xy);
  let depth = textureLoad(scene_depth, px, 0);
  var out: DeepColour;
  out.colour = draped_colour(in.position.xy, depth);
  out.depth = select(depth, 0.0, textureLoad(holes, px, 0).r > 0.5);
  return out;
}

// Keeps the scene's opacity just below 1, which excludes the pixel from eye-dome lighting in the post pass.
@vertex
fn vertex_cap(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
  return vec4f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.5, 1.0);
}

@fragment
fn fragment_cap() -> @location(0) vec4f {
  return vec4f(1.0, 1.0, 1.0, LIT_SURFACE_OPACITY);
}
