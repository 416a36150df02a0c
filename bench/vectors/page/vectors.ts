import { createGrid } from '#domain/geometry/grid/grid.ts';
import { createRandom } from '#domain/math/random.ts';
import type { CameraState } from '#domain/view/camera.ts';
import { GpuViewport } from '#gpu/views/gpu-viewport.ts';
import { defaultFeatureStyle, type VectorFeature } from '#viewport/scene.ts';
import { openHttpSource } from '#workers/io/http-source.ts';
import { createWebPool } from '#workers/pool/web.ts';

/** What is shown. */
export interface VectorRequest {
  readonly features: number;
  /** Size of the image, CSS and device pixels. */
  readonly width: number;
  readonly height: number;
}

/** Milliseconds, each until the device was done. */
export interface VectorFigures {
  readonly adapter: string;
  /** From passing the features to their first frame. */
  readonly addMs: number;
  /** Frames of a camera that moves: over all of them, and near. */
  readonly farMs: readonly number[];
  readonly nearMs: readonly number[];
  /** The part of the far frames that is the processor's. */
  readonly farProcessorMs: readonly number[];
  /** From passing one changed feature to its frame. */
  readonly editMs: readonly number[];
  readonly pickMs: readonly number[];
  /** Picks that found a feature. */
  readonly hits: number;
}

declare global {
  interface Window {
    benchVectors(request: VectorRequest): Promise<VectorFigures>;
  }
}

const extent = 3000;
const corner = [512_000, 5_214_000, 300] as const;
const height = (x: number, y: number) => 20 * Math.sin(x / 170) * Math.cos(y / 210);
const colours = [
  [1, 0.78, 0.2, 1],
  [1, 0.48, 0.35, 1],
  [0.25, 0.72, 0.91, 1],
  [0.5, 0.82, 0.37, 1],
] as const;

/** Styles as an editor has them: one a layer. */
const styles = colours.map((colour) => ({ ...defaultFeatureStyle, colour, isSeenThrough: false }));
const onGround = styles.map((style) => ({ ...style, isDraped: true }));

function ground() {
  const cells = 1000;
  const cellSize = extent / cells;
  const values = Float32Array.from(
    { length: cells * cells },
    (_, i) => corner[2] + height((i % cells) * cellSize, extent - Math.floor(i / cells) * cellSize),
  );
  const frame = { width: cells, height: cells, originX: corner[0], originY: corner[1] + extent, cellSize };
  return createGrid(frame, values);
}

/** Lines of 8 vertices, polygons of 6, points; a fifth of the lines and polygons drapes. */
function makeFeatures(count: number): VectorFeature[] {
  const random = createRandom(5);
  return Array.from({ length: count }, (_, i) => {
    const kind = i % 20 < 12 ? 'polyline' : i % 20 < 17 ? 'polygon' : 'point';
    const [x, y] = [random.next() * extent, random.next() * extent];
    const vertices = { polyline: 8, polygon: 6, point: 1 }[kind];
    const positions = new Float64Array(vertices * 3);
    let heading = random.next() * 2 * Math.PI;
    let [px, py] = [x, y];
    for (let k = 0; k < vertices; k++) {
      if (kind === 'polygon') {
        px = x + 9 * Math.cos((k / vertices) * 2 * Math.PI);
        py = y + 9 * Math.sin((k / vertices) * 2 * Math.PI);
      }
      positions.set([corner[0] + px, corner[1] + py, corner[2] + height(px, py) + 0.5], k * 3);
      heading += random.between(-0.6, 0.6);
      px += 6 * Math.cos(heading);
      py += 6 * Math.sin(heading);
    }
    const style = (kind !== 'point' && i % 5 === 0 ? onGround : styles)[i % 4]!;
    return { id: `f${i}`, kind, positions, style };
  });
}

const nextFrame = () =>
  new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now())));

async function bench({ features: count, width, height: heightPx }: VectorRequest): Promise<VectorFigures> {
  const viewport = new GpuViewport({
    pool: createWebPool(1),
    openSource: (address, signal) => openHttpSource(address, { signal }),
  });
  const canvas = document.createElement('canvas');
  canvas.style.width = `${width}px`;
  canvas.style.height = `${heightPx}px`;
  document.body.replaceChildren(canvas);
  const attached = await viewport.attach(canvas);
  if (attached.status !== 'ready') throw new Error(`no picture: ${attached.reason} ${attached.detail}`);
  const settle = async () => {
    for (let quiet = 0; quiet < 3; ) {
      await nextFrame();
      quiet = viewport.isBusy ? 0 : quiet + 1;
    }
    await viewport.device?.queue.onSubmittedWorkDone();
  };
  const far: Partial<CameraState> = {
    mode: '3d',
    target: [corner[0] + extent / 2, corner[1] + extent / 2, corner[2]],
    distance: extent * 0.9,
    yawRad: 0.3,
    pitchRad: 0.8,
  };
  const near: Partial<CameraState> = { distance: 250, pitchRad: 0.6 };
  viewport.addLayer({ id: 'ground', kind: 'terrain', isVisible: true, source: ground(), opacity: 1 });
  viewport.setCamera(far);
  await settle();
  /** From a change to its frame. */
  const timeFrame = async (change: () => void) => {
    const begun = performance.now();
    change();
    await nextFrame();
    while (viewport.isBusy) await nextFrame();
    await viewport.device?.queue.onSubmittedWorkDone();
    return performance.now() - begun;
  };
  const features = makeFeatures(count);
  const layer = { id: 'vectors', kind: 'vector', isVisible: true, isPickable: true, features } as const;
  const addMs = await timeFrame(() => viewport.addLayer(layer));
  await settle();
  const move = async (steps: number) => {
    const [times, processor]: [number[], number[]] = [[], []];
    for (let step = 0; step < steps; step++) {
      times.push(await timeFrame(() => viewport.setCamera({ yawRad: viewport.camera.yawRad + 0.01 })));
      const { choosingMs, encodingMs } = viewport.figures();
      processor.push(choosingMs + encodingMs);
    }
    return { times, processor };
  };
  const wide = await move(8);
  viewport.setCamera(near);
  await settle();
  const close = await move(8);
  const editMs: number[] = [];
  for (let i = 0; i < 6; i++) {
    const { positions, ...rest } = features[Math.floor((count * (i + 0.5)) / 6)]!;
    const moved = positions.map((value, k) => (k === 0 ? value + 0.5 : value));
    editMs.push(await timeFrame(() => viewport.setFeatures('vectors', [{ ...rest, positions: moved }])));
  }
  const pickMs: number[] = [];
  let hits = 0;
  for (let i = 0; i < 8; i++) {
    const begun = performance.now();
    const hit = await viewport.pick(width * (0.3 + 0.05 * i), heightPx * 0.6, {
      kinds: ['feature'],
      radiusPx: 12,
    });
    pickMs.push(performance.now() - begun);
    if (hit) hits++;
  }
  const figures = {
    adapter: attached.adapter,
    addMs,
    farMs: wide.times,
    farProcessorMs: wide.processor,
    nearMs: close.times,
    editMs,
    pickMs,
    hits,
  };
  viewport.dispose();
  return figures;
}

window.benchVectors = bench;
