// Labels in the image, two triangles per glyph, from a signed distance field. First all halos, then all letters, so
// that no halo covers an adjacent letter. A label is shown or hidden whole, by the depth of the scene at its anchor.
#import "common/frame.wgsl"
#import "common/label-occlusion.wgsl"

// Shader values of the field: its edge, and texels from there to its end (`fieldRadius`).
const FIELD_EDGE: f32 = 128.0 / 255.0;
const FIELD_TEXELS: f32 = 8.0 * 255.0 / 127.0;
const ATLAS_TEXELS: f32 = 1024.0;

struct LabelGlyph {
  // Middle of the text and its anchor, device pixels from the whole image's left top corner.
  middle: vec2f,
  anchor: vec2f,
  // Direction of the text, y down, length 1.
  along: vec2f,
  // From the middle of the text to the cell's left top corner, along and across it, device pixels.
  from_middle: vec2f,
  // Left, top, width and height in the atlas, texels.
  cell: vec4f,
  // Device pixels in a texel.
  scale: f32,
  // Of the anchor; above 1 where nothing hides it.
  depth: f32,
  halo_texels: f32,
  // Opacity not multiplied in, 8 bits each, red lowest.
  colour: u32,
  halo: u32,
}

@group(1) @binding(0) var<storage, read> glyphs: array<LabelGlyph>;
@group(1) @binding(1) var atlas: texture_2d<f32>;
@group(2) @binding(0) var scene_depth: texture_depth_2d;

struct LabelOut {
  @builtin(position) position: vec4f,
  // Texels.
  @location(0) place: vec2f,
  @location(1) @interpolate(flat) colour: vec4f,
  @location(2) @interpolate(flat) halo: vec4f,
  @location(3) @interpolate(flat) scale: f32,
  @location(4) @interpolate(flat) halo_texels: f32,
}

@vertex
fn vertex_main(@builtin(vertex_index) number: u32) -> LabelOut {
  let index = number / 6u;
  let corner = RECTANGLE[number % 6u];
  var out: LabelOut;
  let glyph = glyphs[index];
  let seen = seen_share(glyph.anchor, glyph.depth);
  let share = vec2f(f32(corner & 1u), f32(corner >> 1u));
  let offset = glyph.from_middle + share * glyph.cell.zw * glyph.scale;
  let across = vec2f(-glyph.along.y, glyph.along.x);
  let px = glyph.middle + glyph.along * offset.x + across * offset.y - frame.window_px;
  let ndc = (px / frame.viewport_px * 2.0 - 1.0) * vec2f(1.0, -1.0);
  out.position = select(vec4f(2.0, 2.0, 2.0, 1.0), vec4f(ndc, 0.0, 1.0), seen > 0.0);
  out.place = glyph.cell.xy + share * glyph.cell.zw;
  out.colour = unpack4x8unorm(glyph.colour) * vec4f(1.0, 1.0, 1.0, seen);
  out.halo = unpack4x8unorm(glyph.halo) * vec4f(1.0, 1.0, 1.0, seen);
  out.scale = glyph.scale;
  out.halo_texels = glyph.halo_texels;
  return out;
}

// Distance to the letter's edge, device pixels, negative inside.
fn edge_distance(in: LabelOut) -> f32 {
  let value = textureSampleLevel(atlas, linear_sampler, in.place / ATLAS_TEXELS, 0.0).r;
  return (FIELD_EDGE - value) * FIELD_TEXELS * in.scale;
}

fn covered(colour: vec4f, distance: f32) -> vec4f {
  let opacity = colour.a * clamp(0.5 - distance, 0.0, 1.0);
  if (opacity <= 0.003) { discard; }
  return vec4f(colour.rgb * opacity, opacity);
}

@fragment
fn fragment_halo(in: LabelOut) -> @location(0) vec4f {
  return covered(in.halo, edge_distance(in) - in.halo_texels * in.scale);
}

@fragment
fn fragment_text(in: LabelOut) -> @location(0) vec4f {
  return covered(in.colour, edge_distance(in));
}
