// Points of a cloud as round discs of constant size on the screen. One instance a point, four corners each.
#import "common/frame.wgsl"

struct PointDraw {
  origin_high: vec3f,
  draw_id: u32,
  origin_low: vec3f,
  // Elevation of the origin less the low end of the ramp.
  ramp_offset: f32,
  // World units of one stored integer.
  scale: vec3f,
  // 1 where the cloud has colours.
  has_rgb: u32,
  // Distance between neighbouring points, world units: seen from near, points grow to meet each other.
  spacing: f32,
}

@group(1) @binding(0) var<uniform> draw: PointDraw;

struct PointIn {
  @builtin(vertex_index) corner: u32,
  @builtin(instance_index) index: u32,
  // File integers less the node's origin.
  @location(0) integers: vec3i,
  // red, green, blue, class.
  @location(1) colour: vec4u,
  // intensity in bits 0–15, return number 16–19, number of returns 20–23.
  @location(2) attributes: u32,
}

struct PointOut {
  @builtin(position) position: vec4f,
  @location(0) disc: vec2f,
  @location(1) @interpolate(flat) colour: vec3f,
  @location(2) @interpolate(flat) index: u32,
}

// Points grow to this many times their size at most.
const LARGEST_GROWTH: f32 = 3.0;

const RETURN_COLOURS = array<vec3f, 6>(
  vec3f(0.62, 0.66, 0.72),
  vec3f(0.33, 0.63, 0.92),
  vec3f(0.36, 0.78, 0.55),
  vec3f(0.95, 0.76, 0.30),
  vec3f(0.92, 0.47, 0.30),
  vec3f(0.80, 0.35, 0.62),
);

fn point_colour(in: PointIn, z: f32) -> vec3f {
  let elevation = ramp_colour((z + draw.ramp_offset) * frame.ramp_scale);
  switch frame.colour_mode {
    case COLOUR_RGB: {
      if (draw.has_rgb == 0u) { return elevation; }
      return vec3f(in.colour.rgb) / 255.0;
    }
    case COLOUR_INTENSITY: {
      let level = (f32(in.attributes & 0xffffu) - frame.intensity_low) * frame.intensity_scale;
      return vec3f(0.08 + 0.9 * pow(clamp(level, 0.0, 1.0), 0.7));
    }
    case COLOUR_CLASSIFICATION: {
      return textureLoad(class_texture, vec2u(in.colour.a, 0u), 0).rgb;
    }
    case COLOUR_RETURN: {
      let number = (in.attributes >> 16u) & 15u;
      let returns = (in.attributes >> 20u) & 15u;
      // A single return is grey; the others by their number.
      return RETURN_COLOURS[select(clamp(number, 1u, 5u), 0u, returns <= 1u)];
    }
    default: {
      return elevation;
    }
  }
}

@vertex
fn vertex_main(in: PointIn) -> PointOut {
  var out: PointOut;
  let local = vec3f(in.integers) * draw.scale;
  let clip = clip_position(eye_position(local, draw.origin_high, draw.origin_low));
  let disc = vec2f(f32(in.corner & 1u), f32(in.corner >> 1u)) * 2.0 - 1.0;
  let meeting_px = draw.spacing * 1.4 / pixel_size_at(clip.w);
  let size = clamp(meeting_px, frame.point_size_px, frame.point_size_px * LARGEST_GROWTH);
  out.position = vec4f(clip.xy + disc * size / frame.viewport_px * clip.w, clip.zw);
  if (textureLoad(class_texture, vec2u(in.colour.a, 0u), 0).a == 0.0) {
    out.position = vec4f(2.0, 2.0, 2.0, 1.0);
  }
  // Discs of two pixels and less are squares: there is nothing to round.
  out.disc = select(vec2f(0.0), disc, size > 2.0);
  out.colour = point_colour(in, local.z);
  out.index = in.index;
  return out;
}

@fragment
fn fragment_main(in: PointOut) -> @location(0) vec4f {
  if (dot(in.disc, in.disc) > 1.0) { discard; }
  return vec4f(in.colour, 1.0);
}

@fragment
fn fragment_pick(in: PointOut) -> @location(0) vec2u {
  if (dot(in.disc, in.disc) > 1.0) { discard; }
  return vec2u(draw.draw_id, in.index);
}
