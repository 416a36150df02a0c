import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import type { OpensfmCamera } from '#domain/photogrammetry/exchange/opensfm-cameras.ts';
import { readPhotoInfo } from '#domain/photogrammetry/photos/read-photo-info.ts';
import type { StatedCamera } from '#domain/photogrammetry/photos/stated-cameras.ts';
import { processRemotely, type RemoteRequest } from '#server/pipeline/photo/process-remotely.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { createLocalPool } from '../support/local-pool.ts';
import { startNodeodm } from '../support/nodeodm-server.ts';
import { plainSettings } from '../support/photo-settings.ts';
import { describeWithShared, sharedData } from '../support/shared-data.ts';

const cloudPath = 'las/lidR/MixedConifer.laz';
const orthoPath = 'raster/gdalraster/storml_elev.tif';

/** A camera of which a sensor and a principal point are stated. */
async function cameraOf(path: string): Promise<StatedCamera> {
  const source = await openFileSource(path);
  const { make, model, width, height } = (await readPhotoInfo(source, 'a.jpg')).info;
  await source.close();
  const side = Math.max(width, height);
  const principalPoint = [width / 2 - side / 100, height / 2] as const;
  return { make, model, width, height, sensorWidthMm: 10, focalMm: null, principalPoint };
}

describeWithShared('a project processed by a service', () => {
  it('makes the same kinds of products as ours, and none again that are finished', async () => {
    const archive = zipSync(
      {
        'odm_georeferencing/odm_georeferenced_model.laz': await readFile(sharedData(cloudPath)),
        'odm_orthophoto/odm_orthophoto.tif': await readFile(sharedData(orthoPath)),
        'cameras.json': new TextEncoder().encode('{"acme eye 100 100 brown 0.5": {}}'),
        'odm_report/stats.json': new TextEncoder().encode(
          JSON.stringify({
            reconstruction_statistics: { reconstructed_shots_count: 2, reprojection_error_pixels: 0.9 },
            odm_processing_statistics: { average_gsd: 3 },
          }),
        ),
      },
      { level: 1 },
    );
    const service = await startNodeodm({ archive });
    const focalMm = 5;
    const camera = { ...(await cameraOf(sharedData('caliterra/images/IMG_9405.jpg'))), focalMm };
    const out = await mkdtemp(join(tmpdir(), 'remote-'));
    const images = ['IMG_9405.jpg', 'IMG_9408.jpg'].map((name) => ({
      name,
      path: sharedData(`caliterra/images/${name}`),
    }));
    const made: string[] = [];
    const request: RemoteRequest = {
      images,
      control: null,
      checkpoints: null,
      out,
      crs: null,
      goal: 'all',
      service: { url: service.url, pollMs: 1 },
      settings: { ...plainSettings, density: 'medium', cameras: [camera], contourInterval: 5 },
      pool: createLocalPool(),
      onProduct: ({ name }) => {
        made.push(name);
      },
    };
    try {
      const report = await processRemotely(request);
      expect(report).toMatchObject({
        engine: 'nodeodm',
        service: 'ODM 3.5.4 (NodeODM 2.2.3)',
        images: { total: 2, registered: 2, rejected: [] },
        reprojectionRmsPx: 0.9,
        gsdM: 0.03,
        failures: [],
      });
      expect(report.densePoints).toBeGreaterThan(30_000);
      expect(new Set(made)).toEqual(
        new Set([
          'dense_point_cloud',
          'digital_elevation_model',
          'surface_model',
          'contour_map',
          'orthoimage',
        ]),
      );
      const files = await readdir(out);
      for (const file of ['report.json', 'orthomosaic.tif', 'dense-point-cloud.copc.laz'])
        expect(files).toContain(file);
      expect([...service.files.keys()]).toEqual(['IMG_9405.jpg', 'IMG_9408.jpg']);

      const sent = service.options.find(({ name }) => name === 'cameras');
      const [stated] = Object.values(JSON.parse(String(sent?.value)) as Record<string, OpensfmCamera>);
      expect(stated).toMatchObject({ width: camera.width, height: camera.height, c_x: -0.01, c_y: 0 });
      expect(stated?.focal_x).toBeCloseTo(focalMm / 10, 12);
      const left = report.warnings.find(({ code }) => code === 'engine.options-left');
      expect(left?.params['options']).toBe('cog');
      expect(report.warnings).toContainEqual(
        expect.objectContaining({
          code: 'engine.cameras-left',
          params: expect.objectContaining({ count: 2 }),
        }),
      );

      const before = service.calls.length;
      expect(await processRemotely(request)).toEqual(report);
      expect(service.calls).toHaveLength(before);
    } finally {
      await service.close();
      await rm(out, { recursive: true, force: true });
    }
  }, 120_000);
});
