import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProductName } from '#contract/rules/products.ts';
import type { PipelineProduct, PipelineRequest } from '#server/worker/pipelines/pipeline-port.ts';

/** Writes a file and adds it as a product of the project. */
export async function makeProduct(
  request: PipelineRequest,
  name: ProductName,
  content: string,
): Promise<void> {
  await mkdir(request.outDir, { recursive: true });
  const path = join(request.outDir, `${name}.json`);
  await writeFile(path, content);
  const made: PipelineProduct = {
    name,
    files: [{ path, format: 'json', tag: 'exportable' }],
    epsg: 32617,
    wkt: 'PROJCS["WGS 84 / UTM zone 17N"]',
    unitOfMeasure: 'meters',
    resolution: 0.5,
    pixelWidth: 10,
    pixelHeight: 20,
    meta: { content },
  };
  await request.onProduct(made);
}

/** Makes every product that the project expects. */
export async function makeAll(request: PipelineRequest): Promise<void> {
  for (const name of request.products) await makeProduct(request, name, name);
}

/** Waits for the abort signal, then rejects like aborted work. */
export function untilAborted(request: PipelineRequest): Promise<never> {
  const { signal } = request;
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
