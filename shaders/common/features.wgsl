// Data of drawn features, shared by lines, fills and symbols: bind group 1 (draw) and 2 (batch).

// Bits of `FeatureStyle.flags`; the symbol's number lies in bits 8 to 15.
const STYLE_SEEN_THROUGH: u32 = 1u;
const STYLE_DRAPED: u32 = 2u;

// Bits of `FeatureDraw.flags`.
// Second time round: the part that lies behind the scene, paler.
const DRAW_HIDDEN_PART: u32 = 1u;

// Bit of `FeatureVertex.tag`: no segment runs from this vertex to the next.
const TAG_NO_SEGMENT: u32 = 0x80000000u;

struct FeatureDraw {
  origin_high: vec3f,
  draw_id: u32,
  origin_low: vec3f,
  flags: u32,
}

struct FeatureVertex {
  position: vec3f,
  // Index of the style, and TAG_ bits.
  tag: u32,
}

struct FeatureStyle {
  // Opacity not multiplied in, 8 bits each, red lowest.
  colour: u32,
  // Line width or symbol size, CSS pixels.
  size_px: f32,
  flags: u32,
  outline: u32,
}

@group(1) @binding(0) var<uniform> draw: FeatureDraw;
@group(2) @binding(0) var<storage, read> vertices: array<FeatureVertex>;
@group(2) @binding(1) var<storage, read> styles: array<FeatureStyle>;

fn style_of(vertex: FeatureVertex) -> FeatureStyle {
  return styles[vertex.tag & 0x7fffffffu];
}

fn feature_clip(position: vec3f) -> vec4f {
  return clip_position(eye_position(position, draw.origin_high, draw.origin_low));
}

// Colour with the opacity that this time round calls for; 0 draws nothing.
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
