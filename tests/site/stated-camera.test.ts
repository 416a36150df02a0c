import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readPhotoInfo } from '#domain/photogrammetry/photos/read-photo-info.ts';
import { simCamera } from '#domain/simulation/flight/sim-camera.ts';
import { processImages } from '#server/pipeline/photo/process-images.ts';
import { openTaskPool } from '#server/runtime/task-pool.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { plainSettings } from '../support/photo-settings.ts';
import { simulateFlight } from '../support/simulated-flight.ts';

/** EXIF tags of the focal length, with their type: renamed, they have no effect. */
const focalTags = [
  [0x920a, 5],
  [0xa20e, 5],
  [0xa405, 3],
] as const;

function withoutFocal(jpeg: Buffer): Buffer {
  const silent = Buffer.from(jpeg);
  for (const [tag, type] of focalTags) {
    const entry = Buffer.from([tag & 255, tag >> 8, type, 0, 1, 0, 0, 0]);
    const at = silent.indexOf(entry);
    if (at < 0) throw new Error(`the photo has no tag ${tag.toString(16)}`);
    silent.writeUInt16LE(tag + 0x0b, at);
  }
  return silent;
}

test('photos that state no focal length are adjusted from the one that a person gives', async () => {
  const flight = await simulateFlight(3, '--image-width', '800', '--altitude', '220');
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-stated-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'images'));
  const images: { path: string; name: string }[] = [];
  for (const photo of flight.photos.slice(0, 5)) {
    const name = basename(photo);
    const path = join(folder, 'images', name);
    await writeFile(path, withoutFocal(await readFile(photo)));
    images.push({ path, name });
  }
  const source = await openFileSource(images[0]!.path);
  const { info, warnings } = await readPhotoInfo(source, images[0]!.name);
  await source.close();
  expect(info).toMatchObject({ focalSource: 'assumed', focalMm: null });
  expect(warnings.map(({ code }) => code)).toContain('photo.focal-assumed');

  const { make, model, sensorWidthMm, focalMm } = simCamera;
  const { width, height } = info;
  const pool = openTaskPool({ size: 2 });
  onTestFinished(() => pool.dispose());
  const report = await processImages({
    images,
    control: null,
    checkpoints: null,
    out: join(folder, 'out'),
    crs: null,
    goal: 'sparse',
    settings: {
      ...plainSettings,
      cameras: [
        {
          make,
          model,
          width,
          height,
          sensorWidthMm,
          focalMm,
          principalPoint: [width / 2 + 1, height / 2 - 1],
        },
      ],
    },
    pool,
  });
  expect(report.images.registered).toBe(images.length);
  expect(report.warnings.map(({ code }) => code)).not.toContain('photo.focal-assumed');
  const [camera] = report.cameras;
  expect(camera?.focalSource).toBe('stated');
  const parameter = (name: string) => camera?.parameters.find((one) => one.name === name);
  expect(parameter('focal')?.initial).toBeCloseTo((focalMm / sensorWidthMm) * width, 9);
  expect([parameter('cx')?.initial, parameter('cy')?.initial]).toEqual([width / 2 + 1, height / 2 - 1]);
  // Five photos over gentle ground hold it loosely; the assumed one would have been 15 % too long.
  expect(Math.abs(parameter('focal')!.value / flight.truth.flight.camera.focal - 1)).toBeLessThan(0.08);
}, 300_000);
