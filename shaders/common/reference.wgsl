// The surface that elevations are compared with. Needs `frame.wgsl`.

// Below any height: a cell without a value, or a place outside the surface.
const NO_HEIGHT: f32 = -1e38;

fn reference_cell(cell: vec2i, is_near: bool) -> f32 {
  if (is_near) { return textureLoad(reference_near, cell, 0).r; }
  return textureLoad(reference_whole, cell, 0).r;
}

// Bilinear between the four cells round a place (in cells from the north-west corner); where one has no height, that of
// the place's own cell.
fn reference_in(place: vec2f, size: vec2f, is_near: bool) -> f32 {
  if (any(place < vec2f(0.0)) || any(place >= size)) { return NO_HEIGHT; }
  let own = reference_cell(vec2i(place), is_near);
  let from_centre = clamp(place - 0.5, vec2f(0.0), size - 1.0);
  let base = floor(from_centre);
  let t = from_centre - base;
  let low = vec2i(base);
  let high = min(low + 1, vec2i(size) - 1);
  let a = reference_cell(low, is_near);
  let b = reference_cell(vec2i(high.x, low.y), is_near);
  let c = reference_cell(vec2i(low.x, high.y), is_near);
  let d = reference_cell(high, is_near);
  if (min(min(a, b), min(c, d)) <= NO_HEIGHT) { return own; }
  return mix(mix(a, b, t.x), mix(c, d, t.x), t.y);
}

// Elevation of the surface over the low end of the elevation ramp at a plan position relative to the eye.
fn reference_height(plan: vec2f) -> f32 {
  let near_place = frame.near_eye + plan * frame.near_cells;
  let near_size = vec2f(textureDimensions(reference_near));
  if (all(near_place >= vec2f(0.5)) && all(near_place < near_size - 0.5)) {
    let height = reference_in(near_place, near_size, true);
    return select(height + frame.near_base, NO_HEIGHT, height <= NO_HEIGHT);
  }
  let height = reference_in(
    frame.whole_eye + plan * frame.whole_cells,
    vec2f(textureDimensions(reference_whole)),
    false,
  );
  return select(height + frame.whole_base, NO_HEIGHT, height <= NO_HEIGHT);
}

// Colour of a height over the surface: cut above it, fill below.
fn difference_colour(over: f32) -> vec3f {
  return ramp_row_colour(RAMP_DIFFERENCE, 0.5 + over * frame.difference_scale);
}
