// Sun and sky on a surface. `normal` in display space, length 1, z up. Answers a factor for the surface colour.
// A Lambert sun with a hemispheric sky, so that slopes away from the sun keep their shape.
fn relief_light(normal: vec3f, sun: vec3f) -> f32 {
  let direct = max(dot(normal, sun), 0.0);
  let sky = 0.5 + 0.5 * normal.z;
  // Flat ground keeps its colour whatever the sun's height.
  let flat_light = 0.8 * sun.z + 0.32;
  return clamp((0.8 * direct + 0.32 * sky) / flat_light, 0.0, 1.25);
}
