// Hatches of polygons: parallel lines fixed to the ground. Spacings in CSS pixels are scaled by powers of two, so that
// hatches neither drift nor grow while the camera moves.
#import "common/features.wgsl"

// Share of a pixel that the hatch covers. `p`: plan place relative to the draw's origin; `span`: world size of a
// device pixel there.
fn hatch_coverage(style: FeatureStyle, p: vec2f, span: f32) -> f32 {
  var unit = 1.0;
  if ((style.flags & STYLE_WORLD_HATCH) == 0u) {
    unit = exp2(round(log2(pattern_unit())));
  }
  let spacing = style.hatch_spacing * unit;
  let across = dot(p, vec2f(-style.hatch_along.y, style.hatch_along.x));
  let away = abs(fract(across / spacing + 0.5) - 0.5) * spacing;
  let width = select(style.hatch_width * frame.pixel_ratio, style.hatch_width / span,
    (style.flags & STYLE_WORLD_HATCH) != 0u);
  let drawn = clamp(max(width, 1.0) * 0.5 + 0.5 - away / span, 0.0, 1.0) * min(width, 1.0);
  // Too fine to be distinguished: an even tone.
  let spacing_px = spacing / span;
  return mix(clamp(width / max(spacing_px, 1e-3), 0.0, 1.0), drawn, smoothstep(2.0, 4.0, spacing_px));
}

// The fill's colour with the hatch over it; opacity multiplied in.
fn hatched(style: FeatureStyle, fill: vec4f, line: vec4f, p: vec2f, span: f32) -> vec4f {
  let ground = with_coverage(fill, 1.0);
  if (style.hatch_spacing <= 0.0) { return ground; }
  let hatch = with_coverage(line, hatch_coverage(style, p, span));
  return hatch + ground * (1.0 - hatch.a);
}
