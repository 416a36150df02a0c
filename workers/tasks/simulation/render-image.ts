import { describeScene } from '#domain/simulation/flight/scene.ts';
import { createSimulation } from '#domain/simulation/simulation.ts';
import { createSimulationCamera, type SimulationCamera } from '#wasm/bindings/simulation.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import type { SceneRequest } from '../../contract/simulation-tasks.ts';

let lastKey = '';
let lastCamera: SimulationCamera | null = null;

/** The camera over a scene; the last one is cached, since a flight uses the same scene repeatedly. */
function cameraOver(module: WebAssembly.Module, scene: SceneRequest): SimulationCamera {
  const key = JSON.stringify(scene);
  if (lastCamera && key === lastKey) return lastCamera;
  lastCamera = null;
  const simulation = createSimulation(scene.seed, scene.sizeM, true);
  lastCamera = createSimulationCamera(
    module,
    describeScene(simulation, scene.marginM, scene.targets, scene.targetEdgeM),
  );
  lastKey = key;
  return lastCamera;
}

/** Renders one photo of the simulated site. */
export const renderImage: TaskHandler<'simulation.renderImage'> = ({ scene, ...request }, { kernels }) => {
  const camera = cameraOver(kernels.simulation, scene);
  const pixels = camera.render(request);
  const isVisible = scene.targets.map(({ x, y, z }) => camera.isVisible(request.pose.centre, [x, y, z]));
  return { output: { pixels, isVisible }, transfer: [pixels.buffer] };
};

/** Tells the true surface at places of the simulated site. */
export const lookDown: TaskHandler<'simulation.lookDown'> = ({ scene, xy, sizeM }, { kernels }) => {
  const camera = cameraOver(kernels.simulation, scene);
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
