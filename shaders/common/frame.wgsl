// Frame uniforms of every pipeline: bind group 0.
//
// Display space is the project's CRS with z multiplied by `exaggeration`. Shaders use it relative to the eye: origins
// are passed as the float64 difference origin − eye split into two float32 (`high + low`).
// Depth is reversed: 1 at the near plane, 0 at infinity (perspective) or at the far end of the range (orthographic).

// Point size modes.
const SIZE_FIXED: u32 = 0u;
const SIZE_ATTENUATED: u32 = 1u;
const SIZE_ADAPTIVE: u32 = 2u;

// Colour modes of terrain.
const TERRAIN_ELEVATION: u32 = 0u;
const TERRAIN_SLOPE_DEGREES: u32 = 1u;
const TERRAIN_SLOPE_PERCENT: u32 = 2u;
const TERRAIN_ASPECT: u32 = 3u;
const TERRAIN_PLAIN: u32 = 4u;
const TERRAIN_DIFFERENCE: u32 = 5u;

// Rows of `ramp_texture`.
const RAMP_ROWS: f32 = 4.0;
const RAMP_ELEVATION: f32 = 0.0;
const RAMP_SLOPE: f32 = 1.0;
const RAMP_ASPECT: f32 = 2.0;
const RAMP_DIFFERENCE: f32 = 3.0;

// Bits of `Frame.flags`.
const FRAME_ORTHOGRAPHIC: u32 = 1u;
// A map: seen from above, everything drawn flat.
const FRAME_PLAN: u32 = 256u;

// Maximum opacity of surfaces in the scene that are lit by their own normals; points have 1.
const LIT_SURFACE_OPACITY: f32 = 0.996;

struct Frame {
  clip_from_eye: mat4x4f,
  right: vec3f,
  // Device pixels in a CSS pixel.
  pixel_ratio: f32,
  up: vec3f,
  // Distance of the near plane (perspective).
  near: f32,
  forward: vec3f,
  // World size of a device pixel: at distance 1 (perspective), anywhere (orthographic).
  pixel_span: f32,
  // Towards the sun, length 1.
  sun: vec3f,
  // World length of depth 0 to 1 (orthographic).
  depth_range: f32,
  // Size of the target, device pixels.
  viewport_px: vec2f,
  exaggeration: f32,
  flags: u32,
  // 1 / (high − low) of the elevation range.
  ramp_scale: f32,
  intensity_low: f32,
  intensity_scale: f32,
  background_top: vec4f,
  background_bottom: vec4f,
  grid_colour: vec4f,
  // Eye position modulo ten grid spacings, and the grid's height over the eye (display space).
  grid_eye: vec2f,
  grid_height: f32,
  grid_spacing: f32,
  // Size of the whole image, and position of the target's left top corner in it, device pixels.
  image_px: vec2f,
  window_px: vec2f,
  edl_strength: f32,
  // Device pixels, at least 1.
  point_size_px: f32,
  // Share of the second colouring of points, 0 to 1.
  blend_share: f32,
  // 1 / (last − first) of the times shown.
  time_scale: f32,
  // From the eye to the camera's target.
  target_distance: f32,
  // Device pixels, at least 1.
  edl_radius_px: f32,
  // Slope at the low end of its ramp, and 1 / (high − low).
  slope_low: f32,
  slope_scale: f32,
  // Horizontal units in a vertical unit; included in `exaggeration`.
  height_factor: f32,
  // 1 / the elevation from one contour to the next, and number of contours per index line.
  contour_scale: f32,
  contour_index_every: f32,
  // Height of the water over the eye (display space), and how fast it darkens downwards, 1 / display units.
  water_height: f32,
  water_fade: f32,
  // The surface compared with, around the area in view and as a whole: the eye's position in cells from the north-west
  // corner, cells per world unit, and the origin of heights over the low end of the elevation ramp.
  near_eye: vec2f,
  near_cells: vec2f,
  whole_eye: vec2f,
  whole_cells: vec2f,
  near_base: f32,
  whole_base: f32,
  // 1 / the height from one end of the ramp of differences to the other.
  difference_scale: f32,
}

@group(0) @binding(0) var<uniform> frame: Frame;
// Ramps, one per row.
@group(0) @binding(1) var ramp_texture: texture_2d<f32>;
// Colour of each LAS class; opacity 0 hides it.
@group(0) @binding(2) var class_texture: texture_2d<f32>;
@group(0) @binding(3) var linear_sampler: sampler;
// The surface compared with; see `reference.wgsl`.
@group(0) @binding(4) var reference_near: texture_2d<f32>;
@group(0) @binding(5) var reference_whole: texture_2d<f32>;

fn has_flag(flag: u32) -> bool {
  return (frame.flags & flag) != 0u;
}

fn ramp_row_colour(row: f32, t: f32) -> vec3f {
  // Texel centres at both ends.
  let u = (clamp(t, 0.0, 1.0) * 255.0 + 0.5) / 256.0;
  return textureSampleLevel(ramp_texture, linear_sampler, vec2f(u, (row + 0.5) / RAMP_ROWS), 0.0).rgb;
}

fn ramp_colour(t: f32) -> vec3f {
  return ramp_row_colour(RAMP_ELEVATION, t);
}

// Position relative to the eye of a point given relative to an origin (world scale, z not yet exaggerated).
fn eye_position(local: vec3f, origin_high: vec3f, origin_low: vec3f) -> vec3f {
  return (local * vec3f(1.0, 1.0, frame.exaggeration) + origin_high) + origin_low;
}

fn clip_position(eye: vec3f) -> vec4f {
  return frame.clip_from_eye * vec4f(eye, 1.0);
}

// Position relative to the eye of a depth at a pixel of the target; `px`: its middle.
fn seen_place(px: vec2f, depth: f32) -> vec3f {
  let ndc = ((px + frame.window_px) / frame.image_px * 2.0 - 1.0) * vec2f(1.0, -1.0);
  let half = frame.image_px * 0.5 * frame.pixel_span;
  let across = frame.right * ndc.x * half.x + frame.up * ndc.y * half.y;
  if (has_flag(FRAME_ORTHOGRAPHIC)) {
    return across + frame.forward * (frame.target_distance + (0.5 - depth) * frame.depth_range);
  }
  return (frame.forward + across) * (frame.near / depth);
}

// Corners of the two triangles of a rectangle: bit 0 right, bit 1 lower or upper. Rectangles are drawn as triangles of
// one list rather than as instances, which cost far more than four vertices each.
const RECTANGLE = array<u32, 6>(0u, 1u, 2u, 2u, 1u, 3u);

// World size of a device pixel at a clip-space w.
fn pixel_size_at(w: f32) -> f32 {
  return frame.pixel_span * w;
}

// Moves a clip position towards the eye by a number of pixel sizes, so that lines win over the surface they lie on.
fn pull_forward(clip: vec4f, pixels: f32) -> vec4f {
  let shift = pixels * pixel_size_at(clip.w);
  if (has_flag(FRAME_ORTHOGRAPHIC)) {
    return vec4f(clip.xy, min(clip.z + shift / frame.depth_range, 1.0), clip.w);
  }
  return vec4f(clip.xy, clip.z * clip.w / max(clip.w - shift, clip.w * 0.5), clip.w);
}
