// Points of a cloud as round discs or squares of two triangles each.
#import "common/points.wgsl"

struct PointOut {
  @builtin(position) position: vec4f,
  @location(0) disc: vec2f,
  @location(1) @interpolate(flat) colour: vec3f,
  @location(2) @interpolate(flat) index: u32,
}

// Corners of the two triangles, bit 0 for x and bit 1 for y.
const CORNERS = array<u32, 6>(0u, 1u, 2u, 2u, 1u, 3u);

@vertex
fn vertex_main(@builtin(vertex_index) vertex: u32) -> PointOut {
  var out: PointOut;
  let index = vertex / 6u;
  let corner = CORNERS[vertex % 6u];
  let placed = place_point(index);
  let disc = vec2f(f32(corner & 1u), f32(corner >> 1u)) * 2.0 - 1.0;
  out.position = vec4f(placed.clip.xy + disc * placed.size / frame.viewport_px * placed.clip.w, placed.clip.zw);
  if (placed.size == 0.0) { out.position = vec4f(2.0, 2.0, 2.0, 1.0); }
  out.disc = select(vec2f(0.0), disc, placed.is_round);
  out.colour = colour_of(index);
  out.index = index;
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
