// Points of a cloud as round discs or squares. One instance a point, four corners each.
#import "common/frame.wgsl"
#import "common/point-filter.wgsl"
#import "common/point-colour.wgsl"

struct PointIn {
  @builtin(vertex_index) corner: u32,
  @builtin(instance_index) index: u32,
  // x, y, z in 21 bits each.
  @location(0) position: vec2u,
  // red, green, blue, class.
  @location(1) colour: vec4u,
  // intensity in bits 0–15, return number 16–19, number of returns 20–23.
  @location(2) attributes: u32,
}

// Flight data, where the picture asks for it.
struct FlightIn {
  @location(3) source: u32,
  // Since the node's time base.
  @location(4) seconds: f32,
}

struct PointOut {
  @builtin(position) position: vec4f,
  @location(0) disc: vec2f,
  @location(1) @interpolate(flat) colour: vec3f,
  @location(2) @interpolate(flat) index: u32,
}

// Adaptive points grow to this many times their size at most, attenuated ones too.
const LARGEST_GROWTH: f32 = 3.0;
const LARGEST_NEARNESS: f32 = 8.0;

// Diameter in device pixels at a clip-space w.
fn point_size(w: f32) -> f32 {
  let size = frame.point_size_px;
  switch frame.size_mode {
    case SIZE_ATTENUATED: {
      if (has_flag(FRAME_ORTHOGRAPHIC)) { return size; }
      return clamp(size * frame.target_distance / w, 1.0, size * LARGEST_NEARNESS);
    }
    case SIZE_ADAPTIVE: {
      return clamp(draw.spacing * 1.4 / pixel_size_at(w), size, size * LARGEST_GROWTH);
    }
    default: {
      return size;
    }
  }
}

fn place_corner(in: PointIn, source: u32, seconds: f32) -> PointOut {
  var out: PointOut;
  let local = vec3f(stored_steps(in.position)) * draw.scale;
  let clip = clip_position(eye_position(local, draw.origin_high, draw.origin_low));
  let disc = vec2f(f32(in.corner & 1u), f32(in.corner >> 1u)) * 2.0 - 1.0;
  let size = point_size(clip.w);
  out.position = vec4f(clip.xy + disc * size / frame.viewport_px * clip.w, clip.zw);
  let is_hidden_class = draw.has_classes != 0u && textureLoad(class_texture, vec2u(in.colour.a, 0u), 0).a == 0.0;
  if (is_hidden_class || !is_seen(local, in.attributes, seconds)) {
    out.position = vec4f(2.0, 2.0, 2.0, 1.0);
  }
  // Discs of two pixels and less are squares: there is nothing to round.
  out.disc = select(vec2f(0.0), disc, size > 2.0 && has_flag(FRAME_ROUND));
  out.colour = point_colour(PointFacts(in.colour, in.attributes, local.z, source, seconds));
  out.index = in.index;
  return out;
}

@vertex
fn vertex_main(in: PointIn) -> PointOut {
  return place_corner(in, 0u, draw.seen_from);
}

@vertex
fn vertex_flight(in: PointIn, flight: FlightIn) -> PointOut {
  return place_corner(in, flight.source, flight.seconds);
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
