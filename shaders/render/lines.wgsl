// Polylines of constant width on the screen: one instance a segment, drawn as a capsule whose distance field gives
// the antialiased edge and the round joins. Neighbouring segments share a joint along its bisector, so that
// see-through lines show no overlap.
#import "common/frame.wgsl"
#import "common/features.wgsl"

struct LineOut {
  @builtin(position) position: vec4f,
  // Ends of the segment and its neighbours, device pixels.
  @location(0) @interpolate(flat) ends: vec4f,
  @location(1) @interpolate(flat) neighbours: vec4f,
  @location(2) @interpolate(flat) colour: vec4f,
  @location(3) @interpolate(flat) half_width: f32,
  @location(4) @interpolate(flat) index: u32,
}

fn screen_px(clip: vec4f) -> vec2f {
  return (vec2f(clip.x, -clip.y) / clip.w * 0.5 + 0.5) * frame.viewport_px;
}

// The part of a segment in front of the near plane: its start moved forward where it lies behind.
fn cut_near(from_clip: vec4f, to_clip: vec4f) -> vec4f {
  let near = select(frame.near, 0.0, has_flag(FRAME_ORTHOGRAPHIC));
  if (from_clip.w >= near || to_clip.w <= near) { return from_clip; }
  return mix(from_clip, to_clip, (near - from_clip.w) / (to_clip.w - from_clip.w));
}

@vertex
fn vertex_main(@builtin(vertex_index) corner: u32, @builtin(instance_index) index: u32) -> LineOut {
  var out: LineOut;
  out.position = NOWHERE;
  let a = vertices[index];
  if ((a.tag & TAG_NO_SEGMENT) != 0u || index + 1u >= arrayLength(&vertices)) { return out; }
  let style = style_of(a);
  let colour = feature_colour(style.colour, style.flags);
  if (colour.a <= 0.0 || style.size_px <= 0.0) { return out; }
  let b = vertices[index + 1u];
  let raw_a = feature_clip(a.position);
  let raw_b = feature_clip(b.position);
  if (!has_flag(FRAME_ORTHOGRAPHIC) && max(raw_a.w, raw_b.w) <= frame.near) { return out; }
  let clip_a = cut_near(raw_a, raw_b);
  let clip_b = cut_near(raw_b, raw_a);
  let pa = screen_px(clip_a);
  let pb = screen_px(clip_b);
  // A missing neighbour stands on the end itself.
  var before = pa;
  var after = pb;
  let style_index = a.tag & 0x7fffffffu;
  if (index > 0u && (vertices[index - 1u].tag & 0x7fffffffu) == style_index) {
    let clip = feature_clip(vertices[index - 1u].position);
    if (clip.w > frame.near || has_flag(FRAME_ORTHOGRAPHIC)) { before = screen_px(clip); }
  }
  if (index + 2u < arrayLength(&vertices) && (vertices[index + 2u].tag & 0x7fffffffu) == style_index) {
    let clip = feature_clip(vertices[index + 2u].position);
    if (clip.w > frame.near || has_flag(FRAME_ORTHOGRAPHIC)) { after = screen_px(clip); }
  }
  let width = style.size_px * frame.pixel_ratio;
  // Lines thinner than a pixel fade instead.
  let half_width = max(width, 1.0) * 0.5;
  let along = pb - pa;
  let length_px = length(along);
  let direction = select(vec2f(1.0, 0.0), along / max(length_px, 1e-6), length_px > 1e-6);
  let across = vec2f(-direction.y, direction.x);
  let reach = half_width + 1.0;
  let is_end = (corner & 1u) != 0u;
  let side = select(-1.0, 1.0, (corner & 2u) != 0u);
  let px = select(pa - direction * reach, pb + direction * reach, is_end) + across * side * reach;
  // The ground under the near half of a line lies nearer than the line itself.
  var clip = pull_forward(select(clip_a, clip_b, is_end), 2.0 + 3.0 * half_width);
  let ndc = (px / frame.viewport_px * 2.0 - 1.0) * vec2f(1.0, -1.0);
  out.position = vec4f(ndc * clip.w, clip.zw);
  out.ends = vec4f(pa, pb);
  out.neighbours = vec4f(before, after);
  out.colour = vec4f(colour.rgb, colour.a * min(width, 1.0));
  out.half_width = half_width;
  out.index = index;
  return out;
}

// True where the joint at `joint`, between the segment coming from `own` and the one going to `other`,
// leaves the pixel to the other segment.
fn is_beyond_joint(px: vec2f, own: vec2f, joint: vec2f, other: vec2f) -> bool {
  let outward = other - joint;
  let inward = own - joint;
  if (dot(outward, outward) < 1e-4 || dot(inward, inward) < 1e-4) { return false; }
  return dot(px - joint, normalize(outward) - normalize(inward)) > 0.0;
}

fn coverage_at(in: LineOut) -> f32 {
  let px = in.position.xy;
  let a = in.ends.xy;
  let b = in.ends.zw;
  let along = b - a;
  let t = clamp(dot(px - a, along) / max(dot(along, along), 1e-6), 0.0, 1.0);
  if (is_beyond_joint(px, b, a, in.neighbours.xy) || is_beyond_joint(px, a, b, in.neighbours.zw)) { return 0.0; }
  return clamp(in.half_width + 0.5 - length(px - a - along * t), 0.0, 1.0);
}

@fragment
fn fragment_main(in: LineOut) -> @location(0) vec4f {
  let coverage = coverage_at(in);
  if (coverage <= 0.0) { discard; }
  return with_coverage(in.colour, coverage);
}

@fragment
fn fragment_pick(in: LineOut) -> @location(0) vec2u {
  if (coverage_at(in) < 0.5) { discard; }
  return vec2u(draw.draw_id, in.index);
}
