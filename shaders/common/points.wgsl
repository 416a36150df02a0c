// Stored points and their projection. Both paths of drawing them and the pick share this.
#import "common/frame.wgsl"
#import "common/reference.wgsl"
#import "common/point-filter.wgsl"
#import "common/point-colour.wgsl"

// A point: x, y, z in 21 bits each; red, green, blue, class; intensity in bits 0–15, return number 16–19, number of
// returns 20–23.
@group(3) @binding(0) var<storage, read> points: array<vec4u>;
// Point source, and float32 seconds since the node's time base; read only where the node has them.
@group(3) @binding(1) var<storage, read> flights: array<vec2u>;

// Pipelines are specialised, since a device without branching executes every path. Whether any point is filtered, clips
// cut points, and any node has flight data.
override HAS_FILTER: bool = false;
override HAS_CLIPS: bool = false;
override HAS_FLIGHTS: bool = false;
override HIDES_CLASSES: bool = false;
override SIZE_MODE: u32 = 0;
override HAS_DISCS: bool = false;

// Maximum growth factor of adaptive points, also where attenuated.
const LARGEST_GROWTH: f32 = 3.0;
const LARGEST_NEARNESS: f32 = 8.0;

struct PlacedPoint {
  clip: vec4f,
  // Diameter, device pixels; 0 for a hidden point.
  size: f32,
  // A disc; false: a square.
  is_round: bool,
}

// Distance between neighbouring points in the octant of a place, world units from the node's origin.
fn spacing_at(local: vec3f) -> f32 {
  let beyond = local > draw.middle;
  let level = select(draw.spacings_low, draw.spacings_high, beyond.z);
  let row = select(level.xy, level.zw, beyond.y);
  return select(row.x, row.y, beyond.x);
}

// Diameter in device pixels at a clip-space w.
fn point_size(local: vec3f, w: f32) -> f32 {
  let size = frame.point_size_px;
  switch SIZE_MODE {
    case SIZE_ATTENUATED: {
      if (has_flag(FRAME_ORTHOGRAPHIC)) { return size; }
      return clamp(size * frame.target_distance / w, 1.0, size * LARGEST_NEARNESS);
    }
    case SIZE_ADAPTIVE: {
      return clamp(spacing_at(local) * 1.4 / pixel_size_at(w), size, size * LARGEST_GROWTH);
    }
    default: {
      return size;
    }
  }
}

// World units from the node's origin.
fn local_place(stored: vec4u) -> vec3f {
  return vec3f(stored_steps(stored.xy)) * draw.scale;
}

fn seconds_of(index: u32) -> f32 {
  if (!HAS_FLIGHTS || draw.has_flight == 0u) { return draw.seen_from; }
  return bitcast<f32>(flights[index].y);
}

fn place_point(index: u32) -> PlacedPoint {
  let stored = points[index];
  let local = local_place(stored);
  let clip = draw.clip_from_steps * vec4f(vec3f(stored_steps(stored.xy)), 1.0);
  var is_hidden_class = false;
  if (HIDES_CLASSES) {
    is_hidden_class = draw.has_classes != 0u && textureLoad(class_texture, vec2u(stored.z >> 24u, 0u), 0).a == 0.0;
  }
  if (is_hidden_class || !is_seen(local, stored.w, seconds_of(index))) { return PlacedPoint(clip, 0.0, false); }
  let size = point_size(local, clip.w);
  // Discs of two pixels and less are squares: too small to be rounded.
  return PlacedPoint(clip, size, HAS_DISCS && size > 2.0);
}

fn colour_of(index: u32) -> vec3f {
  let stored = points[index];
  let bytes = (vec4u(stored.z) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u);
  var source = 0u;
  if (HAS_FLIGHTS && draw.has_flight != 0u) { source = flights[index].x; }
  let local = local_place(stored);
  let plan = eye_position(local, draw.origin_high, draw.origin_low).xy;
  return point_colour(PointFacts(bytes, stored.w, local.z, source, seconds_of(index), plan));
}
