// Colours of points by their attributes. Needs `frame.wgsl`, `reference.wgsl` and `point-filter.wgsl`.

// Unpacked attributes of a point.
struct PointFacts {
  // red, green, blue, class.
  colour: vec4u,
  // intensity in bits 0–15, return number 16–19, number of returns 20–23.
  attributes: u32,
  // World units over the node's origin.
  z: f32,
  source: u32,
  seconds: f32,
  // Plan position relative to the eye.
  plan: vec2f,
}

// A point without a surface under or over it.
const NO_SURFACE_COLOUR = vec3f(0.5, 0.5, 0.5);

const RETURN_COLOURS = array<vec3f, 6>(
  vec3f(0.62, 0.66, 0.72),
  vec3f(0.33, 0.63, 0.92),
  vec3f(0.36, 0.78, 0.55),
  vec3f(0.95, 0.76, 0.30),
  vec3f(0.92, 0.47, 0.30),
  vec3f(0.80, 0.35, 0.62),
);

// Colours of consecutive sources differ most; they repeat after ten.
const SOURCE_COLOURS = array<vec3f, 10>(
  vec3f(0.31, 0.60, 0.90),
  vec3f(0.95, 0.58, 0.24),
  vec3f(0.36, 0.74, 0.46),
  vec3f(0.86, 0.38, 0.46),
  vec3f(0.62, 0.50, 0.86),
  vec3f(0.93, 0.80, 0.36),
  vec3f(0.34, 0.76, 0.78),
  vec3f(0.90, 0.54, 0.76),
  vec3f(0.66, 0.56, 0.44),
  vec3f(0.66, 0.70, 0.76),
);

// Steps from the node's origin.
fn stored_steps(words: vec2u) -> vec3i {
  let x = words.x & 0x1fffffu;
  let y = (words.x >> 21u) | ((words.y & 0x3ffu) << 11u);
  let z = (words.y >> 10u) & 0x1fffffu;
  return vec3i(vec3u(x, y, z)) - vec3i(1048576);
}

fn colour_elevation(point: PointFacts) -> vec3f {
  return ramp_colour((point.z + draw.ramp_offset) * frame.ramp_scale);
}

fn colour_rgb(point: PointFacts) -> vec3f {
  if (draw.has_rgb == 0u) { return colour_elevation(point); }
  return vec3f(point.colour.rgb) / 255.0;
}

fn colour_intensity(point: PointFacts) -> vec3f {
  let level = (f32(point.attributes & 0xffffu) - frame.intensity_low) * frame.intensity_scale;
  return vec3f(0.08 + 0.9 * pow(clamp(level, 0.0, 1.0), 0.7));
}

fn colour_classification(point: PointFacts) -> vec3f {
  return textureLoad(class_texture, vec2u(point.colour.a, 0u), 0).rgb;
}

// A single return is grey; the others are coloured by their number.
fn colour_return(point: PointFacts) -> vec3f {
  let number = (point.attributes >> 16u) & 15u;
  let returns = (point.attributes >> 20u) & 15u;
  return RETURN_COLOURS[select(clamp(number, 1u, 5u), 0u, returns <= 1u)];
}

fn colour_source(point: PointFacts) -> vec3f {
  return SOURCE_COLOURS[point.source % 10u];
}

fn colour_time(point: PointFacts) -> vec3f {
  return ramp_colour((point.seconds + draw.time_offset) * frame.time_scale);
}

fn colour_distance(point: PointFacts) -> vec3f {
  let surface = reference_height(point.plan);
  if (surface <= NO_HEIGHT) { return NO_SURFACE_COLOUR; }
  return difference_colour(point.z + draw.ramp_offset - surface);
}

// Modules are created per variant: `gpu/renderers/point-shader.ts` replaces these colours by others.
fn point_colour(point: PointFacts) -> vec3f {
  return colour_elevation(point);
}
