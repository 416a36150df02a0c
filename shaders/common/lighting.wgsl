// Sun and sky on a surface. `normal` in display space, length 1, z up; `sun` points to it. Both functions return a
// factor for the surface colour: direct light with a hemispheric sky, so that slopes away from the sun keep their
// shape. Flat ground keeps its colour at any height of the sun.
fn light_factor(direct: f32, up: f32, sun_height: f32) -> f32 {
  let sky = 0.5 + 0.5 * up;
  return clamp((0.8 * direct + 0.32 * sky) / (0.8 * sun_height + 0.32), 0.0, 1.25);
}

// One Lambert sun.
fn relief_light(normal: vec3f, sun: vec3f) -> f32 {
  return light_factor(max(dot(normal, sun), 0.0), normal.z, sun.z);
}

// Four lights as high as the sun, 90° and 45° to its left, at its bearing and 45° to its right, each weighted by the
// squared sine of the angle between its bearing and the slope's (R. K. Mark, USGS Open-File Report 92-422, 1992, where
// the sun is in the north-west).
fn several_lights(normal: vec3f, sun: vec3f) -> f32 {
  let reach = length(sun.xy);
  let run = length(normal.xy);
  if (reach < 1e-5 || run < 1e-6) { return relief_light(normal, sun); }
  let ahead = sun.xy / reach;
  let left = vec2f(-ahead.y, ahead.x);
  let fall = normal.xy / run;
  let diagonal = 0.70710678;
  let bearings = array<vec2f, 4>(left, (ahead + left) * diagonal, ahead, (ahead - left) * diagonal);
  var direct = 0.0;
  for (var i = 0; i < 4; i++) {
    let along = dot(fall, bearings[i]);
    direct += (1.0 - along * along) * max(dot(normal, vec3f(bearings[i] * reach, sun.z)), 0.0);
  }
  // The four weights add up to 2.
  return light_factor(direct * 0.5, normal.z, sun.z);
}
