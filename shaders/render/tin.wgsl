// A triangulated surface: lit fill and antialiased edges in one pass, from the triangle list itself.
#import "common/frame.wgsl"
#import "common/lighting.wgsl"

// Values of `TinDraw.flags`.
const TIN_EDGE_BY_ELEVATION: u32 = 1u;
const TIN_FILL_BY_ELEVATION: u32 = 2u;

struct TinDraw {
  origin_high: vec3f,
  draw_id: u32,
  origin_low: vec3f,
  edge_width_px: f32,
  edge: vec4f,
  fill: vec4f,
  // From the low end of the elevation ramp to the origin.
  ramp_offset: f32,
  flags: u32,
}

@group(1) @binding(0) var<uniform> draw: TinDraw;
// xyz a vertex, relative to the origin.
@group(2) @binding(0) var<storage, read> positions: array<f32>;
// Three vertex indices a triangle.
@group(2) @binding(1) var<storage, read> triangles: array<u32>;

struct TinOut {
  @builtin(position) position: vec4f,
  // 1 at one corner, 0 at the others.
  @location(0) corner: vec3f,
  @location(1) @interpolate(flat) normal: vec3f,
  @location(2) @interpolate(flat) triangle: u32,
  // Above the origin, vertical units.
  @location(3) height: f32,
}

fn position_at(index: u32) -> vec3f {
  let vertex = triangles[index] * 3u;
  return vec3f(positions[vertex], positions[vertex + 1u], positions[vertex + 2u]);
}

@vertex
fn vertex_main(@builtin(vertex_index) index: u32) -> TinOut {
  var out: TinOut;
  let triangle = index / 3u;
  let corner = index % 3u;
  let stretch = vec3f(1.0, 1.0, frame.exaggeration);
  let a = position_at(triangle * 3u) * stretch;
  let b = position_at(triangle * 3u + 1u) * stretch;
  let c = position_at(triangle * 3u + 2u) * stretch;
  let up = cross(b - a, c - a);
  out.normal = normalize(select(up, vec3f(0.0, 0.0, 1.0), dot(up, up) < 1e-20) * select(1.0, -1.0, up.z < 0.0));
  let eye = eye_position(position_at(index), draw.origin_high, draw.origin_low);
  out.position = pull_forward(clip_position(eye), 6.0);
  out.corner = vec3f(f32(corner == 0u), f32(corner == 1u), f32(corner == 2u));
  out.triangle = triangle;
  out.height = position_at(index).z;
  return out;
}

@fragment
fn fragment_main(in: TinOut) -> @location(0) vec4f {
  let px = in.corner / max(fwidth(in.corner), vec3f(1e-6));
  let edge_px = min(px.x, min(px.y, px.z));
  // Half of the edge lies in each of its two triangles.
  let coverage = clamp(draw.edge_width_px * frame.pixel_ratio * 0.5 + 0.5 - edge_px, 0.0, 1.0);
  let light = relief_light(in.normal, frame.sun);
  let ramp = ramp_colour((in.height + draw.ramp_offset) * frame.ramp_scale);
  let ground = select(draw.fill.rgb, ramp, draw.flags == TIN_FILL_BY_ELEVATION);
  let line = select(draw.edge.rgb, ramp, draw.flags == TIN_EDGE_BY_ELEVATION);
  let fill = vec4f(ground * light, 1.0) * draw.fill.a;
  let opacity = draw.edge.a * coverage;
  let colour = vec4f(line, 1.0) * opacity + fill * (1.0 - opacity);
  if (colour.a <= 0.003) { discard; }
  return colour;
}

@fragment
fn fragment_pick(in: TinOut) -> @location(0) vec2u {
  return vec2u(draw.draw_id, in.triangle);
}
