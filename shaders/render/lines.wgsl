// Polylines with a width on the screen or in the world: two triangles per segment, whose distance field gives the
// antialiased edge, joins, caps and dashes. Neighbouring segments share a joint along its bisector, so that transparent
// lines show no overlap.
#import "common/frame.wgsl"
#import "common/features.wgsl"

// Dashes of hidden parts: dash and gap, CSS pixels.
const HIDDEN_DASH = vec2f(6.0, 5.0);

struct LineOut {
  @builtin(position) position: vec4f,
  // Ends of the segment and its neighbours, device pixels.
  @location(0) @interpolate(flat) ends: vec4f,
  @location(1) @interpolate(flat) neighbours: vec4f,
  @location(2) @interpolate(flat) colour: vec4f,
  // At the ends, device pixels.
  @location(3) @interpolate(flat) half_widths: vec2f,
  @location(4) @interpolate(flat) index: u32,
  // Length of the line up to the ends, and their clip-space w.
  @location(5) @interpolate(flat) arcs: vec4f,
  // Solid with round caps and joins and no edge: most lines, which need not read their style again.
  @location(8) @interpolate(flat) is_plain: u32,
  @location(6) @interpolate(flat) edge: vec4f,
  // Width of the edge, device pixels.
  @location(7) @interpolate(flat) edge_px: f32,
}

fn screen_px(clip: vec4f) -> vec2f {
  return (vec2f(clip.x, -clip.y) / clip.w * 0.5 + 0.5) * frame.viewport_px;
}

// Share of a segment, from its start, behind the near plane.
fn share_behind(from_clip: vec4f, to_clip: vec4f) -> f32 {
  let near = select(frame.near, 0.0, has_flag(FRAME_ORTHOGRAPHIC));
  if (from_clip.w >= near || to_clip.w <= near) { return 0.0; }
  return (near - from_clip.w) / (to_clip.w - from_clip.w);
}

fn width_px(style: FeatureStyle, w: f32) -> f32 {
  return select(style.size_px * frame.pixel_ratio, style.world_width / pixel_size_at(w), style.world_width > 0.0);
}

// Projected position of a neighbouring vertex; a missing one coincides with the end itself.
fn neighbour_px(index: u32, end: vec2f) -> vec2f {
  let clip = feature_clip(place_of(vertices[index]));
  if (clip.w > frame.near || has_flag(FRAME_ORTHOGRAPHIC)) { return screen_px(clip); }
  return end;
}

@vertex
fn vertex_main(@builtin(vertex_index) number: u32) -> LineOut {
  let index = number / 6u;
  let corner = RECTANGLE[number % 6u];
  var out: LineOut;
  out.position = NOWHERE;
  let a = vertices[index];
  if ((a.tag & TAG_NO_SEGMENT) != 0u || index + 1u >= arrayLength(&vertices)) { return out; }
  let style = style_of(a);
  let colour = feature_colour(style.colour, style.flags);
  if (colour.a <= 0.0 || max(style.size_px, style.world_width) <= 0.0) { return out; }
  let b = vertices[index + 1u];
  let raw_a = feature_clip(place_of(a));
  let raw_b = feature_clip(place_of(b));
  if (!has_flag(FRAME_ORTHOGRAPHIC) && max(raw_a.w, raw_b.w) <= frame.near) { return out; }
  let cut_a = share_behind(raw_a, raw_b);
  let cut_b = share_behind(raw_b, raw_a);
  let clip_a = mix(raw_a, raw_b, cut_a);
  let clip_b = mix(raw_b, raw_a, cut_b);
  let pa = screen_px(clip_a);
  let pb = screen_px(clip_b);
  var before = pa;
  var after = pb;
  if (index > 0u && (vertices[index - 1u].tag & TAG_END) == 0u) { before = neighbour_px(index - 1u, pa); }
  if ((b.tag & TAG_END) == 0u && index + 2u < arrayLength(&vertices)) { after = neighbour_px(index + 2u, pb); }
  let widths = vec2f(width_px(style, clip_a.w), width_px(style, clip_b.w));
  // Lines thinner than a pixel fade instead.
  out.half_widths = max(widths, vec2f(1.0)) * 0.5;
  out.edge_px = edge_px(style);
  out.edge = feature_colour(style.outline, style.flags);
  let half_width = max(out.half_widths.x, out.half_widths.y) + out.edge_px;
  let along = pb - pa;
  let length_px = length(along);
  let direction = select(vec2f(1.0, 0.0), along / max(length_px, 1e-6), length_px > 1e-6);
  let across = vec2f(-direction.y, direction.x);
  let is_miter = ((style.flags >> 16u) & 3u) == JOIN_MITER;
  let ahead = half_width * select(1.0, max(style.miter_limit, 1.0), is_miter) + 1.0;
  let is_end = (corner & 1u) != 0u;
  let side = select(-1.0, 1.0, (corner & 2u) != 0u);
  let px = select(pa - direction * ahead, pb + direction * ahead, is_end) + across * side * (half_width + 1.0);
  // The ground under the near half of a line is nearer than the line itself.
  var clip = pull_forward(select(clip_a, clip_b, is_end), 2.0 + 3.0 * half_width);
  let ndc = (px / frame.viewport_px * 2.0 - 1.0) * vec2f(1.0, -1.0);
  out.position = vec4f(ndc * clip.w, clip.zw);
  out.ends = vec4f(pa, pb);
  out.neighbours = vec4f(before, after);
  out.colour = vec4f(colour.rgb, colour.a * min(max(widths.x, widths.y), 1.0));
  out.arcs = vec4f(mix(a.arc, b.arc, cut_a), mix(b.arc, a.arc, cut_b), clip_a.w, clip_b.w);
  out.index = index;
  let is_hidden_dash = (draw.flags & DRAW_HIDDEN_PART) != 0u && (draw.flags & DRAW_DASH_HIDDEN) != 0u;
  out.is_plain = u32(style.dash_period <= 0.0 && ((style.flags >> 16u) & 255u) == 0u && !is_hidden_dash);
  return out;
}

fn is_joined(joint: vec2f, other: vec2f) -> bool {
  let outward = other - joint;
  return dot(outward, outward) >= 1e-4;
}

// True where the joint at `joint`, between the segment coming from `own` and the one going to `other`,
// leaves the pixel to the other segment.
fn is_beyond_joint(px: vec2f, own: vec2f, joint: vec2f, other: vec2f) -> bool {
  let inward = own - joint;
  if (!is_joined(joint, other) || dot(inward, inward) < 1e-4) { return false; }
  return dot(px - joint, normalize(other - joint) - normalize(inward)) > 0.0;
}

// Distance to the line's edge at one of its segment's ends, device pixels, negative inside. `past`: how far beyond the
// end along the segment; `away`: from its middle line.
fn end_distance(
  px: vec2f, own: vec2f, joint: vec2f, other: vec2f, past: f32, away: f32, half_width: f32, style: FeatureStyle,
) -> f32 {
  let band = away - half_width;
  let round = select(band, length(vec2f(past, away)) - half_width, past > 0.0);
  if (!is_joined(joint, other)) {
    let cap = (style.flags >> 18u) & 3u;
    if (cap == CAP_ROUND) { return round; }
    return max(band, past - select(0.0, half_width, cap == CAP_SQUARE));
  }
  let join = (style.flags >> 16u) & 3u;
  if (join == JOIN_ROUND) { return round; }
  let coming = normalize(joint - own);
  let going = normalize(other - joint);
  let turn = coming - going;
  let half_cosine = length(coming + going) * 0.5;
  // Collinear segments have no corner, reversing ones no miter.
  if (dot(turn, turn) < 1e-6) { return band; }
  if (join == JOIN_MITER && half_cosine * style.miter_limit >= 1.0) { return band; }
  return max(band, dot(px - joint, normalize(turn)) - half_width * half_cosine);
}

fn dash_end(style: FeatureStyle, piece: u32) -> f32 {
  return select(style.dash_ends_low[piece & 3u], style.dash_ends_high[piece & 3u], piece > 3u);
}

struct Dash {
  // To the nearest end of a dash along the line, device pixels, negative within one.
  distance: f32,
  // Of the pattern, device pixels.
  period: f32,
}

// The pattern at a share `s` of the segment on the screen.
fn dash_at(in: LineOut, style: FeatureStyle, s: f32, length_px: f32) -> Dash {
  let w = in.arcs.zw;
  let depth = (1.0 - s) * w.y + s * w.x;
  let span = in.arcs.y - in.arcs.x;
  let arc = in.arcs.x + span * s * w.x / depth;
  // World length a pixel along the line.
  let slope = max(abs(span * w.x * w.y / (depth * depth)) / max(length_px, 1e-6), 1e-12);
  var unit = 1.0;
  if ((style.flags & STYLE_WORLD_DASH) == 0u) {
    let target_unit = pattern_unit();
    // Scaled by powers of two with the distance, so that dashes keep their length on the screen.
    unit = target_unit * exp2(round(log2(slope * frame.pixel_ratio / target_unit)));
  }
  let period = style.dash_period;
  let at = arc / unit - floor(arc / unit / period) * period;
  var start = 0.0;
  var end = 0.0;
  var piece = 0u;
  for (; piece < style.dash_count; piece++) {
    end = dash_end(style, piece);
    if (at < end) { break; }
    start = end;
  }
  let inside = min(at - start, max(end, at) - at) * unit / slope;
  return Dash(select(inside, -inside, (piece & 1u) == 0u), period * unit / slope);
}

// Share of the pattern that is drawn.
fn dash_share(style: FeatureStyle) -> f32 {
  var drawn = 0.0;
  var start = 0.0;
  for (var piece = 0u; piece < style.dash_count; piece++) {
    let end = dash_end(style, piece);
    drawn += select(0.0, end - start, (piece & 1u) == 0u);
    start = end;
  }
  return drawn / style.dash_period;
}

// The style of this pass.
fn shown_style(in: LineOut) -> FeatureStyle {
  var style = style_of(vertices[in.index]);
  if ((draw.flags & DRAW_HIDDEN_PART) != 0u && (draw.flags & DRAW_DASH_HIDDEN) != 0u) {
    style.dash_count = 2u;
    style.dash_period = HIDDEN_DASH.x + HIDDEN_DASH.y;
    style.dash_ends_low = vec4f(HIDDEN_DASH.x, style.dash_period, 0.0, 0.0);
    style.flags = (style.flags & ~(STYLE_WORLD_DASH | (3u << 18u))) | (CAP_BUTT << 18u);
  }
  return style;
}

struct Cover {
  // To the line's edge, device pixels, negative inside.
  distance: f32,
  // Share of a pattern too fine to be seen that is drawn.
  share: f32,
}

fn cover_at(in: LineOut, style: FeatureStyle) -> Cover {
  let px = in.position.xy;
  let a = in.ends.xy;
  let b = in.ends.zw;
  let along = b - a;
  let length_px = length(along);
  if (is_beyond_joint(px, b, a, in.neighbours.xy) || is_beyond_joint(px, a, b, in.neighbours.zw)) {
    return Cover(1e9, 0.0);
  }
  let direction = select(vec2f(1.0, 0.0), along / max(length_px, 1e-6), length_px > 1e-6);
  let u = dot(px - a, direction);
  let away = abs(dot(px - a, vec2f(-direction.y, direction.x)));
  let s = clamp(u / max(length_px, 1e-6), 0.0, 1.0);
  let half_width = mix(in.half_widths.x, in.half_widths.y, s);
  let at_start = end_distance(px, b, a, in.neighbours.xy, -u, away, half_width, style);
  let at_end = end_distance(px, a, b, in.neighbours.zw, u - length_px, away, half_width, style);
  var distance = max(at_start, at_end);
  var share = 1.0;
  if (style.dash_period > 0.0) {
    let dash = dash_at(in, style, s, length_px);
    let cap = (style.flags >> 18u) & 3u;
    if (dash.period < 3.0) {
      share = dash_share(style);
    } else if (cap == CAP_ROUND) {
      distance = select(distance, max(distance, length(vec2f(dash.distance, away)) - half_width), dash.distance > 0.0);
    } else {
      distance = max(distance, dash.distance - select(0.0, half_width, cap == CAP_SQUARE));
    }
  }
  return Cover(distance, share);
}

// Distance to the edge of a solid line with round caps and joins.
fn plain_distance(in: LineOut) -> f32 {
  let px = in.position.xy;
  let a = in.ends.xy;
  let b = in.ends.zw;
  let along = b - a;
  let s = clamp(dot(px - a, along) / max(dot(along, along), 1e-6), 0.0, 1.0);
  let distance = length(px - a - along * s) - mix(in.half_widths.x, in.half_widths.y, s);
  if (distance >= 0.5) { return distance; }
  if (is_beyond_joint(px, b, a, in.neighbours.xy) || is_beyond_joint(px, a, b, in.neighbours.zw)) { return 1e9; }
  return distance;
}

@fragment
fn fragment_main(in: LineOut) -> @location(0) vec4f {
  if (in.is_plain != 0u) {
    let coverage = clamp(0.5 - plain_distance(in), 0.0, 1.0);
    if (coverage <= 0.0) { discard; }
    return with_coverage(in.colour, coverage);
  }
  let cover = cover_at(in, shown_style(in));
  let inner = with_coverage(in.colour, clamp(0.5 - cover.distance, 0.0, 1.0) * cover.share);
  if (in.edge_px <= 0.0) {
    if (inner.a <= 0.0) { discard; }
    return inner;
  }
  let edge = with_coverage(in.edge, clamp(0.5 + in.edge_px - cover.distance, 0.0, 1.0) * cover.share);
  let colour = inner + edge * (1.0 - inner.a);
  if (colour.a <= 0.0) { discard; }
  return colour;
}

@fragment
fn fragment_pick(in: LineOut) -> @location(0) vec2u {
  if (in.is_plain != 0u) {
    if (plain_distance(in) > 0.0) { discard; }
    return vec2u(draw.draw_id, in.index);
  }
  // Gaps count as part of the line.
  var style = style_of(vertices[in.index]);
  style.dash_period = 0.0;
  if (cover_at(in, style).distance > 0.0) { discard; }
  return vec2u(draw.draw_id, in.index);
}
