import { type PointCloudOctree, PointShape, PointSizeType, Potree } from 'potree-core';
import { PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { type CameraState, cameraFrame, fieldOfViewRad } from '#domain/view/camera.ts';
import { type Frame, nextFrame, type Opened, type OpenRequest, putCanvas, quietFrames } from './side.ts';

const potree = new Potree();
const scene = new Scene();
let renderer: WebGLRenderer;
let camera: PerspectiveCamera;
let cloud: PointCloudOctree;

/** Waits until the device is done with what it was given: a pixel can be read only then. */
function deviceDone(): void {
  const gl = renderer.getContext();
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
}

function adapterName(): string {
  const gl = renderer.getContext();
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  return String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
}

/** Takes up the view of the other side's camera, whose frame of reference is the cloud's. */
function look(state: CameraState): void {
  camera.position.set(...cameraFrame(state, 1).eye);
  camera.lookAt(...state.target);
  camera.near = state.distance / 100;
  camera.far = state.distance * 100;
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
}

/** One turn of the loop in the package's manual; returns whether nothing was left to load. */
function draw(): { points: number; isFull: boolean } {
  const { exceededMaxLoadsToGPU, nodeLoadPromises } = potree.updatePointClouds([cloud], camera, renderer);
  renderer.render(scene, camera);
  const isLoading = cloud.pcoGeometry.numNodesLoading > 0 || nodeLoadPromises.length > 0;
  return { points: renderer.info.render.points, isFull: !isLoading && !exceededMaxLoadsToGPU };
}

async function settle(onPoints: () => void = () => {}): Promise<number> {
  let points = 0;
  for (let quiet = 0; quiet < quietFrames; ) {
    await nextFrame();
    const drawn = draw();
    points = drawn.points;
    if (points > 0) onPoints();
    quiet = drawn.isFull && points > 0 ? quiet + 1 : 0;
  }
  return points;
}

async function open(request: OpenRequest): Promise<Opened> {
  const started = performance.now();
  renderer = new WebGLRenderer({ canvas: putCanvas(request) });
  renderer.setPixelRatio(1);
  renderer.setSize(request.width, request.height);
  camera = new PerspectiveCamera((fieldOfViewRad * 180) / Math.PI, request.width / request.height);
  camera.up.set(0, 0, 1);
  look(request.camera);
  potree.pointBudget = request.budget;
  cloud = await potree.loadPointCloud(request.address, {
    getUrl: async (url) => url,
    fetch: (input, init) => fetch(input, init),
  });
  cloud.material.size = request.pointSizePx;
  cloud.material.pointSizeType = PointSizeType.FIXED;
  cloud.material.shape = PointShape.SQUARE;
  // No conversion between encodings: the canvas shows sRGB, and so are the points' colours.
  cloud.material.outputColorEncoding = cloud.material.inputColorEncoding;
  scene.add(cloud);
  let firstMs = 0;
  const points = await settle(() => {
    if (firstMs > 0) return;
    deviceDone();
    firstMs = performance.now() - started;
  });
  deviceDone();
  return { adapter: adapterName(), firstMs, fullMs: performance.now() - started, points, decoding: null };
}

async function drawFrame(): Promise<Frame> {
  const started = await nextFrame();
  const { points } = draw();
  deviceDone();
  return { ms: (await nextFrame()) - started, points };
}

async function move(path: readonly CameraState[]): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (const state of path) {
    look(state);
    frames.push(await drawFrame());
  }
  return frames;
}

async function rest(path: readonly CameraState[]): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (const state of path) {
    look(state);
    await settle();
    frames.push(await drawFrame());
  }
  return frames;
}

window.benchSide = { open, move, rest };
