// Data of drawn features, shared by lines, fills and symbols: bind group 1 (draw) and 2 (batch).

// Bits of `FeatureStyle.flags`; the symbol's number is in bits 8 to 15, the join's in 16 and 17, the cap's in 18 and
// 19, the width of the edge around lines and symbols in 20 to 23, CSS pixels.
const STYLE_SEEN_THROUGH: u32 = 1u;
const STYLE_DRAPED: u32 = 2u;
// Lengths of dashes, of hatches are horizontal units, not CSS pixels.
const STYLE_WORLD_DASH: u32 = 4u;
const STYLE_WORLD_HATCH: u32 = 8u;

const JOIN_ROUND: u32 = 0u;
const JOIN_MITER: u32 = 1u;
const JOIN_BEVEL: u32 = 2u;

const CAP_ROUND: u32 = 0u;
const CAP_BUTT: u32 = 1u;
const CAP_SQUARE: u32 = 2u;

// Bits of `FeatureDraw.flags`.
// Second pass: the part behind the scene, paler.
const DRAW_HIDDEN_PART: u32 = 1u;
// The part behind the scene is dashed.
const DRAW_DASH_HIDDEN: u32 = 2u;

// Bits of `FeatureVertex.tag`: no segment runs from this vertex to the next; the next belongs to another line.
const TAG_NO_SEGMENT: u32 = 0x80000000u;
const TAG_END: u32 = 0x40000000u;
const TAG_STYLE: u32 = 0x3fffffffu;

struct FeatureDraw {
  origin_high: vec3f,
  draw_id: u32,
  origin_low: vec3f,
  flags: u32,
}

struct FeatureVertex {
  // Relative to the draw's origin.
  x: f32,
  y: f32,
  z: f32,
  // Index of the style, and TAG_ bits.
  tag: u32,
  // Length of the line up to here, horizontal units.
  arc: f32,
}

struct FeatureStyle {
  // Opacity not multiplied in, 8 bits each, red lowest.
  colour: u32,
  // Line width or symbol size, CSS pixels; of a fill, half the height of its prism.
  size_px: f32,
  flags: u32,
  outline: u32,
  // Line width, horizontal units; 0 where `size_px` applies.
  world_width: f32,
  // Longest miter, line widths.
  miter_limit: f32,
  // From one line of the hatch to the next, 0 for none, and their width.
  hatch_spacing: f32,
  hatch_width: f32,
  // Direction of the hatch in plan, length 1.
  hatch_along: vec2f,
  // Length of the pattern of dashes, 0 for a solid line, and its number of pieces, dashes and gaps alternating.
  dash_period: f32,
  dash_count: u32,
  // Where each piece ends, from the start of the pattern.
  dash_ends_low: vec4f,
  dash_ends_high: vec4f,
}

@group(1) @binding(0) var<uniform> draw: FeatureDraw;
@group(2) @binding(0) var<storage, read> vertices: array<FeatureVertex>;
@group(2) @binding(1) var<storage, read> styles: array<FeatureStyle>;

fn style_of(vertex: FeatureVertex) -> FeatureStyle {
  return styles[vertex.tag & TAG_STYLE];
}

// Width of the edge round a line or symbol, device pixels.
fn edge_px(style: FeatureStyle) -> f32 {
  return f32((style.flags >> 20u) & 15u) * frame.pixel_ratio;
}

fn place_of(vertex: FeatureVertex) -> vec3f {
  return vec3f(vertex.x, vertex.y, vertex.z);
}

fn feature_clip(position: vec3f) -> vec4f {
  return clip_position(eye_position(position, draw.origin_high, draw.origin_low));
}

// Colour with the opacity of this pass; 0 draws nothing.
fn feature_colour(packed: u32, flags: u32) -> vec4f {
  var colour = unpack4x8unorm(packed);
  if ((draw.flags & DRAW_HIDDEN_PART) != 0u) {
    colour.a *= select(0.0, 0.38, (flags & STYLE_SEEN_THROUGH) != 0u);
  }
  return colour;
}

fn with_coverage(colour: vec4f, coverage: f32) -> vec4f {
  let opacity = colour.a * coverage;
  return vec4f(colour.rgb * opacity, opacity);
}

// A vertex that draws nothing.
const NOWHERE = vec4f(2.0, 2.0, 2.0, 1.0);

// World size of a CSS pixel at the camera's target: unit of screen patterns.
fn pattern_unit() -> f32 {
  let distance = select(frame.target_distance, 1.0, has_flag(FRAME_ORTHOGRAPHIC));
  return frame.pixel_span * distance * frame.pixel_ratio;
}
