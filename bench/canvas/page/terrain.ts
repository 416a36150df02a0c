import { createGrid, type Grid } from '#domain/geometry/grid/grid.ts';
import type { CameraState } from '#domain/view/camera.ts';
import { GpuViewport } from '#gpu/views/gpu-viewport.ts';
import type { DisplaySettings } from '#viewport/display.ts';
import { openHttpSource } from '#workers/io/http-source.ts';
import { createWebPool } from '#workers/pool/web.ts';
import { deviceDone, drawFrame, settle } from './frames.ts';
import { type OpenRequest, putCanvas } from './side.ts';

/** Milliseconds of frames of terrain in two looks. */
export interface TerrainFigures {
  readonly adapter: string;
  /** Elevation colours and one light. */
  readonly plainMs: readonly number[];
  /** Slope colours, four lights, contours and water. */
  readonly richMs: readonly number[];
}

declare global {
  interface Window {
    benchTerrain(request: Pick<OpenRequest, 'width' | 'height'>): Promise<TerrainFigures>;
  }
}

const cells = 2000;
const cellSize = 0.5;
const edge = cells * cellSize;
const corner = [512_000, 5_214_000, 300] as const;

/** Hills with furrows, so that neighbouring pixels differ in slope and light. */
function makeGround(): Grid {
  const values = Float32Array.from({ length: cells * cells }, (_, i) => {
    const [x, y] = [(i % cells) * cellSize, edge - Math.floor(i / cells) * cellSize];
    return corner[2] + 20 * Math.sin(x / 90) * Math.cos(y / 110) + 0.8 * Math.sin(x / 7 + y / 11);
  });
  const frame = { width: cells, height: cells, originX: corner[0], originY: corner[1] + edge, cellSize };
  return createGrid(frame, values);
}

const cameras: readonly Partial<CameraState>[] = Array.from({ length: 8 }, (_, step) => ({
  mode: '3d',
  target: [corner[0] + edge / 2, corner[1] + edge / 2, corner[2]],
  distance: edge * (0.9 - 0.1 * step),
  yawRad: 0.3 * step,
  pitchRad: 0.7,
}));

const rich: Partial<DisplaySettings> = {
  terrainColour: 'slope',
  lighting: 'several',
  hasContours: true,
  waterLevel: corner[2] - 8,
};

async function bench(request: Parameters<Window['benchTerrain']>[0]): Promise<TerrainFigures> {
  const viewport = new GpuViewport({
    pool: createWebPool(1),
    openSource: (address, signal) => openHttpSource(address, { signal }),
  });
  const attached = await viewport.attach(putCanvas(request));
  if (attached.status !== 'ready') throw new Error(`no picture: ${attached.reason} ${attached.detail}`);
  viewport.setDisplay({ hasGrid: false });
  viewport.addLayer({ id: 'ground', kind: 'terrain', isVisible: true, source: makeGround(), opacity: 1 });
  const times = async () => {
    const found: number[] = [];
    for (const camera of cameras) {
      viewport.setCamera(camera);
      await settle(viewport);
      await deviceDone(viewport);
      found.push((await drawFrame(viewport, () => viewport.setDisplay({}))).ms);
    }
    return found;
  };
  const plainMs = await times();
  viewport.setDisplay(rich);
  return { adapter: attached.adapter, plainMs, richMs: await times() };
}

window.benchTerrain = bench;
