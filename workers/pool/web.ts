import type { KernelName } from '#wasm/bindings/kernels.ts';
import adjustmentUrl from '#wasm/build/adjustment.wasm?url';
import contourUrl from '#wasm/build/contour.wasm?url';
import delaunayUrl from '#wasm/build/delaunay.wasm?url';
import featuresUrl from '#wasm/build/features.wasm?url';
import gridUrl from '#wasm/build/grid.wasm?url';
import lazUrl from '#wasm/build/laz.wasm?url';
import matchingUrl from '#wasm/build/matching.wasm?url';
import rasterUrl from '#wasm/build/raster.wasm?url';
import simulationUrl from '#wasm/build/simulation.wasm?url';
import stereoUrl from '#wasm/build/stereo.wasm?url';
import tinUrl from '#wasm/build/tin.wasm?url';
import warpUrl from '#wasm/build/warp.wasm?url';
import type { TaskPool } from '../contract/pool.ts';
import { createPool, type HostedWorker } from './pool.ts';

const kernelUrls: Readonly<Record<KernelName, string>> = {
  adjustment: adjustmentUrl,
  contour: contourUrl,
  delaunay: delaunayUrl,
  features: featuresUrl,
  grid: gridUrl,
  laz: lazUrl,
  matching: matchingUrl,
  raster: rasterUrl,
  simulation: simulationUrl,
  stereo: stereoUrl,
  tin: tinUrl,
  warp: warpUrl,
};

function spawn(): HostedWorker {
  const worker = new Worker(new URL('../entry/web.ts', import.meta.url), {
    type: 'module',
    name: 'plumbline task',
  });
  return {
    endpoint: worker,
    terminate: () => worker.terminate(),
    onCrash: (listener) =>
      worker.addEventListener(
        'error',
        (event) => listener({ reason: { reason: 'an-unexpected-fault' }, cause: event.error }),
        { once: true },
      ),
  };
}

/** The task pool of the page: hardware threads minus one, at least one (spec part 1, section 9). */
export function createWebPool(size: number = Math.max(1, navigator.hardwareConcurrency - 1)): TaskPool {
  return createPool({
    size,
    spawn,
    loadKernel: (name) => WebAssembly.compileStreaming(fetch(kernelUrls[name])),
  });
}
