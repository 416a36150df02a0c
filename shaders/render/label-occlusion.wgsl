// Which anchors of labels the scene hides: read back, so that hidden labels free their space for others.
#import "common/frame.wgsl"
#import "common/label-occlusion.wgsl"

struct LabelAnchor {
  // Device pixels from the whole image's left top corner.
  place: vec2f,
  // Above 1 where nothing hides it.
  depth: f32,
}

@group(1) @binding(0) var<storage, read> anchors: array<LabelAnchor>;
// 1 for those that are hidden.
@group(1) @binding(1) var<storage, read_write> hidden: array<u32>;
@group(2) @binding(0) var scene_depth: texture_depth_2d;

@compute @workgroup_size(64)
fn occlusion_main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&anchors)) { return; }
  let anchor = anchors[id.x];
  hidden[id.x] = select(0u, 1u, seen_share(anchor.place, anchor.depth) <= 0.0);
}
