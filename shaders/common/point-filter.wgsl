// Visibility of points: the same predicate as `domain/cloud/point-filter.ts`, evaluated relative to a node.

struct PointDraw {
  // From stored steps to clip space.
  clip_from_steps: mat4x4f,
  origin_high: vec3f,
  draw_id: u32,
  origin_low: vec3f,
  // Elevation of the origin minus the low end of the ramp.
  ramp_offset: f32,
  // World units per stored step.
  scale: vec3f,
  // 1 where the cloud has colours.
  has_rgb: u32,
  // The node's origin minus the origin of clips.
  clip_offset: vec3f,
  // Range of visible elevations, minus that of the origin.
  seen_low: f32,
  // Middle that divides the node's octants, minus the origin.
  middle: vec3f,
  seen_high: f32,
  // Distances between neighbouring points in the lower and upper octants, world units: west and east of the middle,
  // south of it, then north.
  spacings_low: vec4f,
  spacings_high: vec4f,
  // Range of visible times, minus the node's time base.
  seen_from: f32,
  seen_to: f32,
  // The node's time base minus the low end of the times shown.
  time_offset: f32,
  // Bits of the hidden kinds of returns: single, first, middle, last; 0 where the cloud has no return numbers.
  hidden_returns: u32,
  clip_count: u32,
  // 1 where the cloud has classes.
  has_classes: u32,
  // 1 where point sources and times are loaded.
  has_flight: u32,
  count: u32,
  // Pick number of the node's first point: from 1 over the frame's points.
  first_number: u32,
}

// One clip: a ring of `count` corners from `start` of the corners, or a box where `count` is 0.
struct PointClip {
  center: vec3f,
  is_inverted: u32,
  half_size: vec3f,
  start: u32,
  // Cosine and sine from east to the box's first axis.
  turn: vec2f,
  count: u32,
}

@group(1) @binding(0) var<uniform> draw: PointDraw;
@group(2) @binding(0) var<storage, read> clips: array<PointClip>;
@group(2) @binding(1) var<storage, read> clip_corners: array<vec2f>;

fn is_in_ring(start: u32, count: u32, place: vec2f) -> bool {
  var is_inside = false;
  var before = clip_corners[start + count - 1u];
  for (var i = start; i < start + count; i++) {
    let corner = clip_corners[i];
    if ((corner.y > place.y) != (before.y > place.y)) {
      let crossing = corner.x + (before.x - corner.x) * (place.y - corner.y) / (before.y - corner.y);
      if (place.x < crossing) { is_inside = !is_inside; }
    }
    before = corner;
  }
  return is_inside;
}

fn is_in_clip(clip: PointClip, place: vec3f) -> bool {
  if (clip.count > 0u) { return is_in_ring(clip.start, clip.count, place.xy); }
  let d = place - clip.center;
  let along = vec3f(d.x * clip.turn.x + d.y * clip.turn.y, d.y * clip.turn.x - d.x * clip.turn.y, d.z);
  return all(abs(along) <= clip.half_size);
}

// `local`: world units from the node's origin.
fn is_unclipped(local: vec3f) -> bool {
  let place = local + draw.clip_offset;
  var is_wanted = true;
  var is_found = false;
  for (var i = 0u; i < draw.clip_count; i++) {
    let is_inside = is_in_clip(clips[i], place);
    if (clips[i].is_inverted != 0u) {
      if (is_inside) { return false; }
      continue;
    }
    is_wanted = false;
    is_found = is_found || is_inside;
  }
  return is_wanted || is_found;
}

// Bit of a return's kind among those of its pulse.
fn return_bit(number: u32, count: u32) -> u32 {
  if (count <= 1u) { return 1u; }
  if (number <= 1u) { return 2u; }
  return select(4u, 8u, number >= count);
}

// `attributes` as packed; `seconds` since the node's time base.
fn is_seen(local: vec3f, attributes: u32, seconds: f32) -> bool {
  if (!HAS_FILTER) { return true; }
  let bit = return_bit((attributes >> 16u) & 15u, (attributes >> 20u) & 15u);
  if ((draw.hidden_returns & bit) != 0u) { return false; }
  if (local.z < draw.seen_low || local.z > draw.seen_high) { return false; }
  if (seconds < draw.seen_from || seconds > draw.seen_to) { return false; }
  return !HAS_CLIPS || is_unclipped(local);
}
