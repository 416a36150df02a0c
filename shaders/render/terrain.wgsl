// A tile of an elevation raster: a mesh of quads over its cells, lit per pixel from the slopes of the cells themselves.
// Cells without a value are cut out along their own edges. Skirts hang at edges where a neighbouring tile of another
// level may leave a gap. Outer skirts are the drape surface beyond the terrain: the same mesh over the cells that are
// cut out, and level from the raster's edges outwards.
#import "common/frame.wgsl"
#import "common/lighting.wgsl"
#import "common/reference.wgsl"

struct TerrainDraw {
  origin_high: vec3f,
  draw_id: u32,
  origin_low: vec3f,
  // Elevation of the origin minus the low end of the ramp.
  ramp_offset: f32,
  opacity: f32,
  // World edges of a cell of this tile, eastwards and southwards.
  cell_size: vec2f,
  // Length of the skirts, world units.
  skirt: f32,
  // Quads along an edge of the mesh.
  quads: u32,
  // Cells of the tile inside the raster.
  cells: vec2u,
  // Bits 0 to 3: hang a skirt at the west, north, east, south edge.
  skirt_edges: u32,
  // Bits as above: an outer skirt extends from the edge, this far outwards, world units.
  outer_edges: u32,
  reach: f32,
  // Not 0: an outer skirt is hidden by anything else that is visible.
  gives_way: u32,
  // Contours from the one that is an index line at or below the origin up to the origin.
  contour_phase: f32,
}

// Display of the ground: pipelines are specialised, since a device without branching executes every path.
override TERRAIN_MODE: u32 = 0;
override HAS_LIGHT: bool = true;
override HAS_SEVERAL_LIGHTS: bool = false;
// Contours are drawn with the ground, where nothing is draped between them.
override HAS_CONTOURS: bool = false;

@group(1) @binding(0) var<uniform> draw: TerrainDraw;
// Heights over the tile's origin; cells without a value hold the extrapolated ground.
@group(2) @binding(0) var height_texture: texture_2d<f32>;
// Slope eastwards and northwards, rise over run.
@group(2) @binding(1) var slope_texture: texture_2d<f32>;
// 1 where the cell has a value, 0 in holes, between them beside all that has values.
@group(2) @binding(2) var mask_texture: texture_2d<f32>;
// Depth of the scene; for outer skirts only.
@group(3) @binding(0) var scene_depth: texture_depth_2d;

struct TerrainOut {
  @invariant @builtin(position) position: vec4f,
  // Position in cells from the tile's north-west corner.
  @location(0) cell: vec2f,
}

// The textures carry one cell of the neighbouring tiles on every side.
fn height_at(cell: vec2i) -> f32 {
  let limit = vec2i(draw.cells) + 1;
  return textureLoad(height_texture, clamp(cell + 1, vec2i(0), limit), 0).r;
}

// Bilinear between cell centres.
fn height_between(cell: vec2f) -> f32 {
  let place = cell - 0.5;
  let base = floor(place);
  let t = place - base;
  let c = vec2i(base);
  let north = mix(height_at(c), height_at(c + vec2i(1, 0)), t.x);
  let south = mix(height_at(c + vec2i(0, 1)), height_at(c + vec2i(1, 1)), t.x);
  return mix(north, south, t.y);
}

struct MeshVertex {
  cell: vec2f,
  // From the tile's north-west corner.
  local: vec3f,
  // Bits of the edges at which it belongs to the outermost ring.
  ring: u32,
}

// Vertices run over a grid of (quads + 3)²: the outermost ring hangs as skirt.
fn mesh_vertex(index: u32) -> MeshVertex {
  var out: MeshVertex;
  let side = draw.quads + 3u;
  let grid = vec2i(i32(index % side), i32(index / side)) - 1;
  let inner = clamp(grid, vec2i(0), vec2i(i32(draw.quads)));
  let stride = f32(textureDimensions(height_texture).x - 2u) / f32(draw.quads);
  out.cell = min(vec2f(inner) * stride, vec2f(draw.cells));
  out.ring = select(0u, 1u, grid.x < 0) | select(0u, 2u, grid.y < 0) |
    select(0u, 4u, grid.x > inner.x) | select(0u, 8u, grid.y > inner.y);
  let drop = select(0.0, draw.skirt, (out.ring & draw.skirt_edges) != 0u);
  let plan = out.cell * draw.cell_size * vec2f(1.0, -1.0);
  out.local = vec3f(plan, height_between(out.cell) - drop);
  return out;
}

@vertex
fn vertex_main(@builtin(vertex_index) index: u32) -> TerrainOut {
  var out: TerrainOut;
  let vertex = mesh_vertex(index);
  out.position = clip_position(eye_position(vertex.local, draw.origin_high, draw.origin_low));
  out.cell = vertex.cell;
  return out;
}

struct OuterSkirtOut {
  @invariant @builtin(position) position: vec4f,
  @location(0) cell: vec2f,
  // Over 0 beyond the raster.
  @location(1) beyond: f32,
}

@vertex
fn vertex_outer_skirt(@builtin(vertex_index) index: u32) -> OuterSkirtOut {
  var out: OuterSkirtOut;
  var vertex = mesh_vertex(index);
  let outer = vertex.ring & draw.outer_edges;
  let outwards = vec2f(
    select(0.0, 1.0, (outer & 4u) != 0u) - select(0.0, 1.0, (outer & 1u) != 0u),
    select(0.0, 1.0, (outer & 2u) != 0u) - select(0.0, 1.0, (outer & 8u) != 0u),
  );
  vertex.local += vec3f(outwards * draw.reach, 0.0);
  out.position = clip_position(eye_position(vertex.local, draw.origin_high, draw.origin_low));
  out.cell = vertex.cell;
  out.beyond = select(0.0, 1.0, outer != 0u);
  return out;
}

fn cell_of(place: vec2f) -> vec2i {
  return clamp(vec2i(floor(place)), vec2i(0), vec2i(draw.cells) - 1) + 1;
}

// Plan position relative to the eye.
fn plan_of(cell: vec2f) -> vec2f {
  let local = vec3f(cell * draw.cell_size * vec2f(1.0, -1.0), 0.0);
  return eye_position(local, draw.origin_high, draw.origin_low).xy;
}

fn slope_at(cell: vec2f) -> vec2f {
  let place = (cell + 1.0) / vec2f(textureDimensions(slope_texture));
  return textureSampleLevel(slope_texture, linear_sampler, place, 0.0).rg;
}

// Rise over run below which ground has no defined aspect.
const FLAT: f32 = 0.002;
const FLAT_COLOUR = vec3f(0.62, 0.64, 0.66);
const PLAIN_COLOUR = vec3f(0.80, 0.79, 0.76);

// `slope`: rise over run of the ground itself, eastwards and northwards.
fn ground_colour(cell: vec2f, slope: vec2f) -> vec3f {
  let rise = length(slope);
  switch TERRAIN_MODE {
    case TERRAIN_SLOPE_DEGREES: {
      return ramp_row_colour(RAMP_SLOPE, (degrees(atan(rise)) - frame.slope_low) * frame.slope_scale);
    }
    case TERRAIN_SLOPE_PERCENT: {
      return ramp_row_colour(RAMP_SLOPE, (rise * 100.0 - frame.slope_low) * frame.slope_scale);
    }
    case TERRAIN_ASPECT: {
      if (rise < FLAT) { return FLAT_COLOUR; }
      // `atan2` of a subnormal or zero is undefined.
      let east = select(-slope.x, 1e-6, abs(slope.x) < 1e-6);
      return ramp_row_colour(RAMP_ASPECT, fract(degrees(atan2(east, -slope.y)) / 360.0));
    }
    case TERRAIN_PLAIN: {
      return PLAIN_COLOUR;
    }
    default: {
      return ramp_colour((height_between(cell) + draw.ramp_offset) * frame.ramp_scale);
    }
  }
}

@fragment
fn fragment_main(in: TerrainOut) -> @location(0) vec4f {
  let across = dpdx(in.cell);
  let down = dpdy(in.cell);
  if (textureLoad(mask_texture, cell_of(in.cell), 0).r < 0.5) { discard; }
  let slope = slope_at(in.cell);
  var colour = vec3f(0.0);
  if (TERRAIN_MODE == TERRAIN_DIFFERENCE) {
    let surface = reference_height(plan_of(in.cell));
    if (surface <= NO_HEIGHT) { discard; }
    colour = difference_colour(height_between(in.cell) + draw.ramp_offset - surface);
  } else {
    colour = ground_colour(in.cell, slope * frame.height_factor);
  }
  if (HAS_LIGHT) {
    let normal = normalize(vec3f(-slope * frame.exaggeration, 1.0));
    if (HAS_SEVERAL_LIGHTS) {
      colour *= several_lights(normal, frame.sun);
    } else {
      colour *= relief_light(normal, frame.sun);
    }
  }
  colour = min(colour, vec3f(1.0));
  if (HAS_CONTOURS) {
    let line = contour_at(in.cell, across, down);
    colour = colour * (1.0 - line.a) + line.rgb;
  }
  // Just below opaque: marks the surface as already lit for the post pass.
  let opacity = min(draw.opacity, LIT_SURFACE_OPACITY);
  return vec4f(colour * opacity, opacity);
}

// Widths of contours, CSS pixels, and of the pale rim that separates them from dark ground.
const CONTOUR_WIDTH: f32 = 1.0;
const INDEX_WIDTH: f32 = 2.0;
const RIM: f32 = 1.1;
// Rise over run of the ground: on flatter ground a line would spread over all of it.
const MIN_SLOPE = vec2f(0.0002, 0.0008);

// Opacity of a line and of its rim at `steps` levels off the nearest multiple of `every`; levels a pixel: `per_px`.
fn contour_cover(levels: f32, every: f32, per_px: f32, width: f32) -> vec2f {
  let spacing_px = every / max(per_px, 1e-9);
  let distance_px = abs(fract(levels / every + 0.5) - 0.5) * spacing_px;
  let half = 0.5 * width * frame.pixel_ratio;
  // Lines too close to be distinguished are replaced by the index lines.
  let room = smoothstep(3.0, 7.0, spacing_px / (frame.pixel_ratio * max(width, 1.0)));
  let line = clamp(half + 0.5 - distance_px, 0.0, 1.0);
  let rim = clamp(half + RIM * frame.pixel_ratio + 0.5 - distance_px, 0.0, 1.0);
  return vec2f(line, rim) * room;
}

// Contour lines of constant width on the screen, from the slope of the ground and its screen derivatives; `across`,
// `down`: cells to the next pixel. Opacity multiplied in.
fn contour_at(cell: vec2f, across: vec2f, down: vec2f) -> vec4f {
  let slope = slope_at(cell);
  let rise = vec2f(slope.x, -slope.y) * draw.cell_size;
  let per_px = length(vec2f(dot(rise, across), dot(rise, down))) * frame.contour_scale;
  let levels = height_between(cell) * frame.contour_scale + draw.contour_phase;
  let fine = contour_cover(levels, 1.0, per_px, CONTOUR_WIDTH) * vec2f(0.75, 0.75);
  let index = contour_cover(levels, frame.contour_index_every, per_px, INDEX_WIDTH);
  let cover = max(fine, index) * smoothstep(MIN_SLOPE.x, MIN_SLOPE.y, length(slope) * frame.height_factor);
  let line = cover.x * 0.9;
  let rim = cover.y * 0.28 * (1.0 - line);
  return vec4f(vec3f(0.16, 0.10, 0.06) * line + vec3f(1.0, 0.97, 0.9) * rim, line + rim);
}

// Contours over the drawn ground and draped images.
@fragment
fn fragment_contours(in: TerrainOut) -> @location(0) vec4f {
  let across = dpdx(in.cell);
  let down = dpdy(in.cell);
  if (textureLoad(mask_texture, cell_of(in.cell), 0).r < 0.5) { discard; }
  let line = contour_at(in.cell, across, down);
  if (line.a <= 0.003) { discard; }
  return line;
}

@fragment
fn fragment_pick(in: TerrainOut) -> @location(0) vec2u {
  if (textureLoad(mask_texture, cell_of(in.cell), 0).r < 0.5) { discard; }
  return vec2u(draw.draw_id, 0u);
}

// Values of the mask below which a cell is in a hole.
const HOLE_MASK: f32 = 0.15;

// Mask of an outer skirt: 1 in holes, which write no scene depth.
@fragment
fn fragment_outer_skirt(in: OuterSkirtOut) -> @location(0) f32 {
  let mask = textureLoad(mask_texture, cell_of(in.cell), 0).r;
  let is_beyond = in.beyond > 0.0;
  if (!is_beyond && mask >= 0.5) { discard; }
  if (draw.gives_way != 0u && textureLoad(scene_depth, vec2i(in.position.xy), 0) > 0.0) { discard; }
  return select(0.0, 1.0, !is_beyond && mask < HOLE_MASK);
}
