// Background of the scene: a gradient from top to bottom, and the ground grid. Needs `frame.wgsl`.

override HAS_GRID: bool = false;
override IS_DETERMINISTIC: bool = false;

fn noise(px: vec2f) -> f32 {
  return fract(52.9829189 * fract(dot(px, vec2f(0.06711056, 0.00583715)))) - 0.5;
}

fn line_coverage(place: vec2f, spacing: f32, width: vec2f) -> f32 {
  let distance = abs(fract(place / spacing - 0.5) - 0.5) * spacing;
  let cover = clamp(1.0 - distance / max(width, vec2f(1e-9)), vec2f(0.0), vec2f(1.0));
  return max(cover.x, cover.y);
}

// Opacity of the ground grid at a pixel of the whole image; x: fine lines, y: every tenth.
fn grid_opacity(px: vec2f) -> f32 {
  let ndc = (px / frame.image_px * 2.0 - 1.0) * vec2f(1.0, -1.0);
  let half = frame.image_px * 0.5 * frame.pixel_span;
  let offset = frame.right * ndc.x * half.x + frame.up * ndc.y * half.y;
  var place: vec2f;
  var distance = 1.0;
  var fade = 1.0;
  if (has_flag(FRAME_ORTHOGRAPHIC)) {
    if (frame.forward.z == 0.0) { return 0.0; }
    place = offset.xy + frame.forward.xy * ((frame.grid_height - offset.z) / frame.forward.z);
    fade = smoothstep(0.02, 0.22, abs(frame.forward.z));
  } else {
    let ray = frame.forward + offset;
    if (ray.z * frame.grid_height <= 0.0) { return 0.0; }
    distance = frame.grid_height / ray.z;
    place = ray.xy * distance;
    let slant = abs(ray.z) / length(ray);
    fade = smoothstep(0.02, 0.22, slant) * (1.0 - smoothstep(30.0, 90.0, length(place) / frame.grid_spacing));
  }
  // Size of a pixel on the ground, longer along an oblique view.
  let width = vec2f(frame.pixel_span * distance) * 1.2;
  let fine = line_coverage(place + frame.grid_eye, frame.grid_spacing, width);
  let coarse = line_coverage(place + frame.grid_eye, frame.grid_spacing * 10.0, width * 1.2);
  return max(fine * 0.45, coarse) * fade;
}

// Colour behind the scene at a pixel of the whole image.
fn backdrop(place: vec2f) -> vec3f {
  var back = mix(frame.background_top.rgb, frame.background_bottom.rgb, place.y / frame.image_px.y);
  if (HAS_GRID) { back = mix(back, frame.grid_colour.rgb, grid_opacity(place) * frame.grid_colour.a); }
  if (!IS_DETERMINISTIC) { back += noise(place) / 255.0; }
  return back;
}
