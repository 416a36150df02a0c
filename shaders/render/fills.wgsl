// Fills of polygons: plain triangles of one colour a feature. Draped fills in 3D are those of `drapes.wgsl`.
#import "common/frame.wgsl"
#import "common/features.wgsl"

struct FillOut {
  @builtin(position) position: vec4f,
  @location(0) @interpolate(flat) colour: vec4f,
  @location(1) @interpolate(flat) style_index: u32,
}

@vertex
fn vertex_main(@builtin(vertex_index) index: u32) -> FillOut {
  var out: FillOut;
  out.position = NOWHERE;
  let vertex = vertices[index];
  let style = style_of(vertex);
  out.style_index = vertex.tag & 0x7fffffffu;
  let colour = feature_colour(style.colour, style.flags);
  let is_drape = (style.flags & STYLE_DRAPED) != 0u && !has_flag(FRAME_PLAN);
  if (colour.a <= 0.0 || is_drape) { return out; }
  out.colour = colour;
  out.position = pull_forward(feature_clip(vertex.position), 1.0);
  return out;
}

@fragment
fn fragment_main(in: FillOut) -> @location(0) vec4f {
  return with_coverage(in.colour, 1.0);
}

@fragment
fn fragment_pick(in: FillOut) -> @location(0) vec2u {
  return vec2u(draw.draw_id, in.style_index);
}
