import type { AppError } from '#domain/errors/app-error.ts';
import { GpuViewport } from '#gpu/views/gpu-viewport.ts';
import type { GpuViewportOptions } from '#gpu/views/world.ts';
import type { Viewport } from '#viewport/viewport.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { openHttpSource } from '#workers/io/http-source.ts';
import { createWebPool } from '#workers/pool/web.ts';

/** A canvas with a viewport on it, for one case. */
export interface Stage {
  readonly viewport: GpuViewport;
  readonly canvas: HTMLCanvasElement;
  /** The pool that the viewport decodes in. */
  readonly pool: TaskPool;
  /** Waits until nothing is loading, moving or being drawn. */
  settle(): Promise<void>;
  /** A further viewport of its own, ended with the case. */
  another(options?: Partial<GpuViewportOptions>): GpuViewport;
  /** Failures that the viewport reported so far. */
  readonly failures: string[];
}

const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

/** Creates the stage; `end` destroys it and returns the failures. */
export async function setStage(
  width: number,
  height: number,
): Promise<{ stage: Stage; end(): Promise<string[]> }> {
  const failures: string[] = [];
  const pool = createWebPool(1);
  const made: GpuViewport[] = [];
  const make = (options: Partial<GpuViewportOptions> = {}) => {
    const viewport = new GpuViewport({
      pool,
      openSource: (address, signal) => openHttpSource(address, { signal }),
      isDeterministic: true,
      ...options,
    });
    made.push(viewport);
    const note = ({ error }: { error: AppError }) => failures.push(error.message);
    viewport.on('deviceError', note);
    viewport.on('layerFailed', note);
    return viewport;
  };
  const canvas = document.createElement('canvas');
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  document.body.replaceChildren(canvas);
  const viewport = make();
  // The viewport has to satisfy the core's port.
  const port: Viewport = viewport;
  const attached = await port.attach(canvas);
  if (attached.status !== 'ready') failures.push(`no picture: ${attached.reason} ${attached.detail}`);
  const settle = async () => {
    for (let quiet = 0; quiet < 3; ) {
      await nextFrame();
      quiet = viewport.isBusy ? 0 : quiet + 1;
    }
  };
  const stage: Stage = { viewport, canvas, pool, settle, another: make, failures };
  return {
    stage,
    async end() {
      for (const each of made) each.dispose();
      await pool.dispose();
      return failures;
    },
  };
}
