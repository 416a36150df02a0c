// Fills draped over the scene: each triangle of the polygon, seen from above, is drawn as a tall prism, and colours
// those pixels whose scene point is inside it. Triangles share no area, so nothing is blended twice. One prism a
// triangle; the style's size is half the height of its prism.
#import "common/frame.wgsl"
#import "common/features.wgsl"
#import "common/hatch.wgsl"

@group(3) @binding(0) var scene_depth: texture_depth_2d;

struct DrapeOut {
  @builtin(position) position: vec4f,
  @location(0) @interpolate(flat) colour: vec4f,
  // Corners in plan, relative to the draw's origin.
  @location(1) @interpolate(flat) ab: vec4f,
  @location(2) @interpolate(flat) c: vec2f,
  @location(3) @interpolate(flat) first: u32,
}

// Corners of a prism's triangles: bits 0 and 1 the corner in plan, bit 2 top or bottom.
const PRISM = array<u32, 24>(
  0u, 2u, 1u, 4u, 5u, 6u,
  0u, 1u, 5u, 0u, 5u, 4u,
  1u, 2u, 6u, 1u, 6u, 5u,
  2u, 0u, 4u, 2u, 4u, 6u,
);

@vertex
fn vertex_main(@builtin(vertex_index) number: u32) -> DrapeOut {
  let triangle = number / 24u;
  let index = number % 24u;
  var out: DrapeOut;
  out.position = NOWHERE;
  let first = triangle * 3u;
  let style = style_of(vertices[first]);
  let colour = unpack4x8unorm(style.colour);
  let is_seen = colour.a > 0.0 || style.hatch_spacing > 0.0;
  if ((style.flags & STYLE_DRAPED) == 0u || !is_seen) { return out; }
  let a = place_of(vertices[first]).xy;
  var b = place_of(vertices[first + 1u]).xy;
  var c = place_of(vertices[first + 2u]).xy;
  let ab = b - a;
  let ac = c - a;
  if (ab.x * ac.y - ab.y * ac.x < 0.0) {
    let swap = b;
    b = c;
    c = swap;
  }
  let corner = PRISM[index];
  let plan = array<vec2f, 3>(a, b, c)[corner & 3u];
  // From below the lowest to above the highest point that the camera sees of it.
  let height = vertices[first].z + select(-1.0, 1.0, (corner & 4u) != 0u) * style.size_px;
  out.position = feature_clip(vec3f(plan, height));
  // In orthographic views the prism exceeds the depth range of the scene, which does not matter here.
  if (has_flag(FRAME_ORTHOGRAPHIC)) { out.position.z = 0.5; }
  out.colour = colour;
  out.ab = vec4f(a, b);
  out.c = c;
  out.first = first;
  return out;
}

fn side_of(p: vec2f, a: vec2f, b: vec2f) -> f32 {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

// Plan position of the scene at a pixel, relative to the draw's origin.
fn scene_plan(px: vec2f, depth: f32) -> vec2f {
  let eye = seen_place(px, depth);
  return (eye.xy - draw.origin_high.xy) - draw.origin_low.xy;
}

// World size of a device pixel across the hatch, on level ground at a depth.
fn plan_span(px: vec2f, depth: f32, style: FeatureStyle) -> f32 {
  let here = seen_place(px, depth);
  let distance = select(dot(here, frame.forward), 1.0, has_flag(FRAME_ORTHOGRAPHIC));
  let away = normalize(select(frame.forward, here, !has_flag(FRAME_ORTHOGRAPHIC)));
  // A pixel extends farther along the ground than across the view direction.
  let level = vec2f(frame.forward.x, frame.forward.y);
  let across = vec2f(-style.hatch_along.y, style.hatch_along.x);
  let lean = dot(across, level / max(length(level), 1e-6));
  let stretch = mix(1.0, 1.0 / max(abs(away.z), 0.05), lean * lean);
  return max(frame.pixel_span * distance * stretch, 1e-9);
}

@fragment
fn fragment_main(in: DrapeOut) -> @location(0) vec4f {
  let depth = textureLoad(scene_depth, vec2i(in.position.xy), 0);
  if (depth <= 0.0) { discard; }
  let p = scene_plan(in.position.xy, depth);
  let a = in.ab.xy;
  let b = in.ab.zw;
  if (side_of(p, a, b) < 0.0 || side_of(p, b, in.c) <= 0.0 || side_of(p, in.c, a) < 0.0) { discard; }
  let style = style_of(vertices[in.first]);
  return hatched(style, in.colour, unpack4x8unorm(style.outline), p, plan_span(in.position.xy, depth, style));
}
