import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { flatCloud } from '#tests/support/flat-survey.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { runLidarBesidePhotos } from './lidar-beside-photos.ts';
import type { PipelineInput, PipelineRequest } from './pipeline-port.ts';

/** A request of an image project with one lidar file, and the reports on its products. */
async function createRequest(bytes: Uint8Array, control: string | null = null) {
  const outDir = await mkdtemp(join(tmpdir(), 'plumbline-beside-'));
  onTestFinished(() => rm(outDir, { recursive: true, force: true }));
  const input = async (name: string, role: PipelineInput['role'], content: Uint8Array | string) => {
    const path = join(outDir, name);
    await writeFile(path, content);
    return { path, name, role };
  };
  const inputs = [await input('scan.las', 'lidar', bytes)];
  if (control !== null) inputs.push(await input('gcp_list.txt', 'control', control));
  const told: string[] = [];
  const request: PipelineRequest = {
    inputs,
    outDir,
    settings: { epsg: null, wkt: null, unit_of_measure: null },
    until: 'end',
    products: ['bundle_adjustment', 'lidar_point_cloud', 'colored_point_cloud', 'project_report'],
    signal: new AbortController().signal,
    onProgress: () => {},
    onProduct: async ({ name, epsg, files }) => {
      told.push(`${name} ${epsg} ${files.map(({ format }) => format)}`);
    },
    onProductFailed: async (name, { code }) => {
      told.push(`${name} ${code}`);
    },
    onStep: async () => {},
    onConsole: async () => {},
    onThumbnail: async () => {},
  };
  return { request, told };
}

describe('lidar that comes with photos', () => {
  it('becomes its point cloud alone, and its system that of the products', async () => {
    const { request, told } = await createRequest(await flatCloud());
    const { clouds, crs } = await runLidarBesidePhotos(request, createLocalPool());
    expect(new Set(told)).toEqual(new Set(['lidar_point_cloud 32617 copc']));
    expect(clouds.map(({ name }) => name)).toEqual(['scan.las']);
    expect(crs?.payload).toContain('UTM zone 17N');
  });

  it('leaves the system to a control file that names one', async () => {
    const { request } = await createRequest(await flatCloud(), 'EPSG:32618\n1 2 3 4 5 a.jpg A\n');
    expect((await runLidarBesidePhotos(request, createLocalPool())).crs).toBeNull();
  });

  it('that cannot be read fails by itself and leaves the photos standing', async () => {
    const { request, told } = await createRequest(new Uint8Array(500));
    expect(await runLidarBesidePhotos(request, createLocalPool())).toEqual({ clouds: [], crs: null });
    expect(told).toEqual(['lidar_point_cloud las.not-las', 'colored_point_cloud las.not-las']);
  });
});
