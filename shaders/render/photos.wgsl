// A photo placed in space: its thumbnail on two triangles, averaged over the area of a pixel.
#import "common/frame.wgsl"

struct PhotoDraw {
  origin_high: vec3f,
  draw_id: u32,
  origin_low: vec3f,
  // From the left top corner to the right top, right bottom and left bottom one.
  right_top: vec3f,
  right_bottom: vec3f,
  left_bottom: vec3f,
}

@group(1) @binding(0) var<uniform> draw: PhotoDraw;
@group(2) @binding(0) var image: texture_2d<f32>;

// Maximum number of samples along each side of a pixel.
const MAX_SAMPLES: f32 = 6.0;

struct PhotoOut {
  @builtin(position) position: vec4f,
  // Share of the image's width and height.
  @location(0) share: vec2f,
}

@vertex
fn vertex_main(@builtin(vertex_index) index: u32) -> PhotoOut {
  var out: PhotoOut;
  let shares = array<vec2f, 4>(vec2f(0.0, 0.0), vec2f(1.0, 0.0), vec2f(1.0, 1.0), vec2f(0.0, 1.0));
  var places = array<vec3f, 4>(vec3f(0.0), draw.right_top, draw.right_bottom, draw.left_bottom);
  let order = array<u32, 6>(0u, 1u, 2u, 0u, 2u, 3u);
  let corner = order[index];
  out.share = shares[corner];
  out.position = clip_position(eye_position(places[corner], draw.origin_high, draw.origin_low));
  return out;
}

@fragment
fn fragment_main(in: PhotoOut) -> @location(0) vec4f {
  let across = dpdx(in.share);
  let down = dpdy(in.share);
  let size = vec2f(textureDimensions(image));
  let texels = max(length(across * size), length(down * size));
  let count = clamp(ceil(texels), 1.0, MAX_SAMPLES);
  var sum = vec3f(0.0);
  for (var row = 0.5; row < count; row += 1.0) {
    for (var column = 0.5; column < count; column += 1.0) {
      let share = in.share + across * (column / count - 0.5) + down * (row / count - 0.5);
      sum += textureSampleLevel(image, linear_sampler, share, 0.0).rgb;
    }
  }
  return vec4f(sum / (count * count), 1.0);
}

@fragment
fn fragment_pick(in: PhotoOut) -> @location(0) vec2u {
  return vec2u(draw.draw_id, 0u);
}
