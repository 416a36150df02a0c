// Fills of polygons: plain triangles of one colour a feature, and hatches. Draped fills in 3D are those of
// `drapes.wgsl`.
#import "common/frame.wgsl"
#import "common/features.wgsl"
#import "common/hatch.wgsl"

struct FillOut {
  @builtin(position) position: vec4f,
  @location(0) @interpolate(flat) colour: vec4f,
  @location(1) @interpolate(flat) index: u32,
  // Relative to the draw's origin.
  @location(2) plan: vec2f,
  @location(3) @interpolate(flat) line: vec4f,
}

@vertex
fn vertex_main(@builtin(vertex_index) index: u32) -> FillOut {
  var out: FillOut;
  out.position = NOWHERE;
  let vertex = vertices[index];
  let style = style_of(vertex);
  out.index = index;
  let colour = feature_colour(style.colour, style.flags);
  let line = feature_colour(style.outline, style.flags);
  let is_drape = (style.flags & STYLE_DRAPED) != 0u && !has_flag(FRAME_PLAN);
  let is_seen = colour.a > 0.0 || (style.hatch_spacing > 0.0 && line.a > 0.0);
  if (!is_seen || is_drape) { return out; }
  out.colour = colour;
  out.line = line;
  out.plan = vec2f(vertex.x, vertex.y);
  out.position = pull_forward(feature_clip(place_of(vertex)), 1.0);
  return out;
}

@fragment
fn fragment_main(in: FillOut) -> @location(0) vec4f {
  let style = style_of(vertices[in.index]);
  let across = dot(in.plan, vec2f(-style.hatch_along.y, style.hatch_along.x));
  let span = max(length(vec2f(dpdx(across), dpdy(across))), 1e-9);
  return hatched(style, in.colour, in.line, in.plan, span);
}

@fragment
fn fragment_pick(in: FillOut) -> @location(0) vec2u {
  return vec2u(draw.draw_id, in.index);
}
