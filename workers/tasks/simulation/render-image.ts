import { describeScene } from '#domain/simulation/flight/scene.ts';
import { createSite } from '#domain/simulation/site.ts';
import { createSiteCamera, type SiteCamera } from '#wasm/bindings/render.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import type { SceneRequest } from '../../contract/simulation-tasks.ts';

let lastKey = '';
let lastCamera: SiteCamera | null = null;

/** The camera over a scene; the last one is kept, since a flight asks for the same scene again and again. */
function cameraOver(module: WebAssembly.Module, scene: SceneRequest): SiteCamera {
  const key = JSON.stringify(scene);
  if (lastCamera && key === lastKey) return lastCamera;
  lastCamera = null;
  const site = createSite(scene.seed, scene.sizeM, true);
  lastCamera = createSiteCamera(module, describeScene(site, scene.marginM, scene.targets, scene.targetEdgeM));
  lastKey = key;
  return lastCamera;
}

/** Takes one picture of the simulated site. */
export const renderImage: TaskHandler<'simulation.renderImage'> = ({ scene, ...request }, { kernels }) => {
  const camera = cameraOver(kernels.render, scene);
  const pixels = camera.take(request);
  const isVisible = scene.targets.map(({ x, y, z }) => camera.isVisible(request.pose.centre, [x, y, z]));
  return { output: { pixels, isVisible }, transfer: [pixels.buffer] };
};

/** Tells the true surface at places of the simulated site. */
export const lookDown: TaskHandler<'simulation.lookDown'> = ({ scene, xy, sizeM }, { kernels }) => {
  const camera = cameraOver(kernels.render, scene);
  const count = xy.length / 2;
  const z = new Float64Array(count);
  const rgb = new Float64Array(3 * count);
  for (let k = 0; k < count; k++) {
    const sample = camera.lookDown(xy[2 * k]!, xy[2 * k + 1]!, sizeM);
    z[k] = sample.z;
    rgb.set(sample.rgb, 3 * k);
  }
  return { output: { z, rgb }, transfer: [z.buffer, rgb.buffer] };
};
