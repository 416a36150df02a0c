import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Vec3 } from '#domain/math/vectors.ts';
import { adoptModel, placeModel } from '#domain/photogrammetry/exchange/place-model.ts';
import { camerasOf } from '#domain/photogrammetry/photos/photo-cameras.ts';
import { readPhotoInfo } from '#domain/photogrammetry/photos/read-photo-info.ts';
import type { ProjectPhoto } from '#server/pipeline/photo/context.ts';
import { type ColmapModel, runColmap } from '#server/pipeline/photo/engines/colmap.ts';
import { findProgram } from '#server/pipeline/photo/engines/run-program.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { hasSharedData, sharedData } from '../support/shared-data.ts';

const hasColmap = await findProgram('colmap').then(
  () => true,
  () => false,
);
const canRun = hasColmap && hasSharedData;

/** Two neighbouring strips. */
const names = ['DJI_0019', 'DJI_0020', 'DJI_0021', 'DJI_0027', 'DJI_0028'];

async function openPhoto(name: string): Promise<ProjectPhoto> {
  const path = sharedData(`brighton-beach/images/${name}.JPG`);
  const source = await openFileSource(path);
  const { info } = await readPhotoInfo(source, `${name}.JPG`);
  await source.close();
  return { info, path, identity: name, sharpness: null };
}

/** Metres east, north, up of the first photo, near enough for a similarity. */
function positionsOf(photos: readonly ProjectPhoto[]) {
  const first = photos[0]!.info.position!;
  const metres = 111_320;
  return photos.map(({ info: { position } }) => {
    const east =
      (position!.longitude - first.longitude) * metres * Math.cos((first.latitude * Math.PI) / 180);
    const north = (position!.latitude - first.latitude) * metres;
    const xyz: Vec3 = [east, north, position!.altitude ?? 0];
    const sigma: Vec3 = [1.5, 1.5, 3];
    return { xyz, sigma };
  });
}

describe.skipIf(!canRun)(
  `COLMAP${canRun ? '' : ' (not on the PATH, or no shared/data beside the project)'}`,
  () => {
    let folder = '';
    let photos: ProjectPhoto[] = [];
    let models: ColmapModel[] = [];
    const shares: number[] = [];

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'colmap-'));
      photos = await Promise.all(names.map(openPhoto));
      models = await runColmap({
        photos,
        cameras: camerasOf(photos.map(({ info }) => info)),
        maxSide: 1000,
        maxFeatures: 2000,
        folder: join(folder, 'work'),
        onProgress: (share) => shares.push(share),
      });
    }, 300_000);
    afterAll(async () => rm(folder, { recursive: true, force: true }));

    it('registers the photos, in pixels of the full images, and leaves no files', () => {
      const [model] = models;
      expect(model!.photoOf.toSorted()).toEqual([0, 1, 2, 3, 4]);
      const { observations, cameras } = model!.reconstruction;
      expect(observations.count).toBeGreaterThan(500);
      expect(cameras[0]).toMatchObject({ width: 4000, height: 2250 });
      expect(observations.xy.reduce((most, value) => Math.max(most, value), 0)).toBeGreaterThan(3000);
      expect(existsSync(join(folder, 'work'))).toBe(false);
      expect(shares.at(-1)).toBe(1);
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    });

    it('lies where the photos were taken after it is placed', () => {
      const [model] = models;
      const cameras = camerasOf(photos.map(({ info }) => info));
      const positions = positionsOf(photos);
      const { block, hasPriors, wrongPositions } = placeModel(
        adoptModel(model!.reconstruction, model!.photoOf, cameras, () => true),
        positions,
      );
      expect([hasPriors, wrongPositions]).toEqual([true, []]);
      for (const { photo, pose } of block.photos) {
        const { xyz } = positions[photo]!;
        expect(Math.hypot(pose.centre[0] - xyz[0], pose.centre[1] - xyz[1])).toBeLessThan(3);
        expect(pose.rotation[8]).toBeLessThan(-0.9);
      }
    });
  },
);

describe('COLMAP that is not there', () => {
  it('is named', async () => {
    await expect(findProgram('colmap', '/nowhere')).rejects.toMatchObject({
      code: 'engine.program-missing',
      params: { program: 'colmap' },
    });
  });
});
