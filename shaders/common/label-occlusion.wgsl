// Whether the scene hides the anchor of a label. Needs the scene's depth as `scene_depth`.
#import "common/frame.wgsl"

// Share of the samples around an anchor at which the scene does not hide it; `anchor`: device pixels from the whole
// image's left top corner.
fn seen_share(anchor: vec2f, depth: f32) -> f32 {
  if (depth > 1.0) { return 1.0; }
  let size = vec2i(frame.viewport_px);
  let px = vec2i(floor(anchor - frame.window_px));
  // Samples outside the rendered window use its nearest pixel.
  let reach = i32(ceil(2.0 * frame.pixel_ratio));
  var seen = 0.0;
  for (var i = 0; i < 5; i++) {
    let away = array<vec2i, 5>(vec2i(0), vec2i(1, 0), vec2i(-1, 0), vec2i(0, 1), vec2i(0, -1))[i] * reach;
    let at = clamp(px + away, vec2i(0), size - 1);
    seen += select(0.0, 0.2, textureLoad(scene_depth, at, 0) <= depth);
  }
  return smoothstep(0.3, 0.7, seen);
}
