// Symbols of point features: discs, rings and the like of constant size, with a thin outline that keeps them
// readable on any ground. Two triangles a symbol.
#import "common/frame.wgsl"
#import "common/features.wgsl"

// Numbers of the symbols, bits 8 to 15 of the style's flags.
const SYMBOL_DISC: u32 = 0u;
const SYMBOL_RING: u32 = 1u;
const SYMBOL_SQUARE: u32 = 2u;
const SYMBOL_DIAMOND: u32 = 3u;
const SYMBOL_TRIANGLE: u32 = 4u;
const SYMBOL_CROSS: u32 = 5u;

struct SymbolOut {
  @builtin(position) position: vec4f,
  // From the centre, device pixels, y up.
  @location(0) place: vec2f,
  @location(1) @interpolate(flat) colour: vec4f,
  @location(2) @interpolate(flat) outline: vec4f,
  @location(3) @interpolate(flat) radius: f32,
  @location(4) @interpolate(flat) symbol: u32,
  @location(5) @interpolate(flat) index: u32,
  // Width of the outline, device pixels.
  @location(6) @interpolate(flat) edge_px: f32,
}

@vertex
fn vertex_main(@builtin(vertex_index) number: u32) -> SymbolOut {
  let index = number / 6u;
  let corner = RECTANGLE[number % 6u];
  var out: SymbolOut;
  out.position = NOWHERE;
  let vertex = vertices[index];
  let style = style_of(vertex);
  let colour = feature_colour(style.colour, style.flags);
  let radius = style.size_px * frame.pixel_ratio * 0.5;
  let clip = pull_forward(feature_clip(place_of(vertex)), 4.0 + 3.0 * radius);
  if (colour.a <= 0.0 || style.size_px <= 0.0 || clip.w <= 0.0) { return out; }
  out.edge_px = max(edge_px(style), 1.25 * frame.pixel_ratio);
  let reach = radius + out.edge_px + 1.25 * frame.pixel_ratio;
  let place = (vec2f(f32(corner & 1u), f32(corner >> 1u)) * 2.0 - 1.0) * reach;
  out.position = vec4f(clip.xy + place * 2.0 / frame.viewport_px * clip.w, clip.zw);
  out.place = place;
  out.colour = colour;
  out.outline = feature_colour(style.outline, style.flags);
  out.radius = radius;
  out.symbol = (style.flags >> 8u) & 255u;
  out.index = index;
  return out;
}

// Signed distance to the symbol's edge, device pixels, negative inside.
fn symbol_distance(place: vec2f, radius: f32, symbol: u32) -> f32 {
  let p = abs(place);
  switch symbol {
    case SYMBOL_RING: { return abs(length(place) - radius * 0.78) - radius * 0.22; }
    case SYMBOL_SQUARE: { return max(p.x, p.y) - radius * 0.88; }
    case SYMBOL_DIAMOND: { return (p.x + p.y - radius * 1.15) * 0.7071; }
    case SYMBOL_TRIANGLE: {
      return max(p.x * 0.866 + place.y * 0.5, -place.y) - radius * 0.55;
    }
    case SYMBOL_CROSS: {
      let arm = max(radius * 0.2, 0.75);
      return min(max(p.x - arm, p.y - radius), max(p.y - arm, p.x - radius));
    }
    default: { return length(place) - radius; }
  }
}

@fragment
fn fragment_main(in: SymbolOut) -> @location(0) vec4f {
  let distance = symbol_distance(in.place, in.radius, in.symbol);
  let inner = with_coverage(in.colour, clamp(0.5 - distance, 0.0, 1.0));
  let halo = with_coverage(in.outline, clamp(0.5 + in.edge_px - distance, 0.0, 1.0));
  let colour = inner + halo * (1.0 - inner.a);
  if (colour.a <= 0.003) { discard; }
  return colour;
}

@fragment
fn fragment_pick(in: SymbolOut) -> @location(0) vec2u {
  if (length(in.place) > in.radius + 1.0) { discard; }
  return vec2u(draw.draw_id, in.index);
}
