import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCrs } from '#domain/crs/read-crs.ts';
import { createTransform } from '#domain/crs/transform.ts';
import { projectRay } from '#domain/photogrammetry/model/camera.ts';
import { createLocalFrame } from '#domain/photogrammetry/model/local-frame.ts';
import { rotationFromAttitude, toCamera } from '#domain/photogrammetry/model/pose.ts';
import { createSimCamera } from '#domain/simulation/flight/sim-camera.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { openPhotos } from '../photo/steps/open-photos.ts';
import { placeSimulation } from './placement.ts';
import { simulateSurvey } from './simulate-survey.ts';
import type { FlightRequest } from './write-flight.ts';

const pool = createLocalPool();
let folder = '';

const flight: FlightRequest = {
  altitudeM: 150,
  overlap: 0.4,
  sidelap: 0.4,
  pattern: 'grid',
  camera: createSimCamera(480),
  gpsSigmaM: 0.02,
  attitudeSigmaDeg: 0.2,
  controlCount: 3,
  checkCount: 6,
  readoutS: 0,
  exposureS: 0,
  driftM: 0,
  secondFlightM: null,
  isExifOnly: false,
  geoidM: -30,
};

async function fly(name: string, crs = 'EPSG:26917+5703') {
  const out = join(folder, name);
  const request = { out, seed: 5, sizeM: 200, pulsesPerM2: 0, crs, unclassified: false, flight, pool };
  const told = await simulateSurvey(request);
  const truth = JSON.parse(await readFile(join(out, 'truth.json'), 'utf8'));
  return { out, told, truth };
}

let first: Awaited<ReturnType<typeof fly>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flight-'));
  first = await fly('first');
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function photosOf(out: string) {
  const names = (await readdir(join(out, 'images'))).sort();
  const files = names.map((name) => ({ name, path: join(out, 'images', name) }));
  return { files, ...(await openPhotos(files, { pool })) };
}

describe('a simulated flight', () => {
  it('writes photos that are read as taken where the truth says, within the noise it tells', async () => {
    const { photos, rejected } = await photosOf(first.out);
    const { crs } = await placeSimulation('EPSG:26917+5703');
    expect(rejected).toEqual([]);
    expect(photos).toHaveLength(first.told.images);
    const { images } = first.truth.flight;
    const geographic = await readCrs([{ source: 'user', payload: 'EPSG:4326' }]);
    const toMap = createTransform(geographic.definition!, {
      horizontal: crs.definition!.horizontal,
      vertical: null,
    });
    for (const [index, { info }] of photos.entries()) {
      const { name, gpsErrorM, centreWorld, rotation, attitudeDeg } = images[index];
      expect(info.name).toBe(name);
      expect(info.position?.fix).toBe('fixed');
      expect(info.position!.altitude! + 30 - gpsErrorM[2]).toBeCloseTo(centreWorld[2], 2);
      const [x = 0, y = 0] = toMap.point([info.position!.longitude, info.position!.latitude]);
      expect(x - gpsErrorM[0]).toBeCloseTo(centreWorld[0], 3);
      expect(y - gpsErrorM[1]).toBeCloseTo(centreWorld[1], 3);
      expect(info.attitude!.pitch).toBeGreaterThan(-95);
      const turned = rotationFromAttitude(attitudeDeg.yaw, attitudeDeg.pitch, attitudeDeg.roll);
      for (const [k, value] of turned.entries()) expect(rotation[k]).toBeCloseTo(value, 9);
      const off =
        ((info.attitude!.yaw + first.truth.flight.trueNorthDeg - attitudeDeg.yaw + 540) % 360) - 180;
      expect(Math.abs(off)).toBeLessThan(1);
    }
  });

  it('lies where a metre on the map is a metre on the ground', async () => {
    expect(Math.abs(first.truth.flight.scale.value - 1)).toBeLessThan(1e-6);
    const { crs } = await placeSimulation('EPSG:26917+5703');
    const [a, b] = first.truth.flight.targets;
    const frame = createLocalFrame(crs.definition, a.world);
    const [dx, dy, dz] = frame.toLocal(b.world);
    const onSite = Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z);
    expect(Math.abs(Math.hypot(dx, dy, dz) / onSite - 1)).toBeLessThan(3e-6);
  });

  it('marks targets where the true cameras see them, within the error it tells', async () => {
    const { camera, images, targets } = first.truth.flight;
    let marks = 0;
    let squares = 0;
    for (const target of targets) {
      for (const mark of target.marks) {
        const image = images.find((one: { name: string }) => one.name === mark.photo);
        const pose = { rotation: image.rotation, centre: image.centreM };
        const place = projectRay(camera, ...toCamera(pose, [target.x, target.y, target.z]))!;
        expect(place[0]).toBeCloseTo(mark.trueX, 6);
        expect(place[1]).toBeCloseTo(mark.trueY, 6);
        squares += (mark.x - mark.trueX) ** 2 + (mark.y - mark.trueY) ** 2;
        marks++;
      }
    }
    expect(marks).toBeGreaterThan(20);
    expect(Math.sqrt(squares / 2 / marks)).toBeGreaterThan(0.2);
    expect(Math.sqrt(squares / 2 / marks)).toBeLessThan(0.4);
  });

  it('writes control and marks that name its targets', async () => {
    const lines = async (name: string) =>
      (await readFile(join(first.out, name), 'utf8')).trimEnd().split('\n');
    const control = await lines('control.csv');
    expect(control[0]).toBe('label,type,x,y,z,sigma_x,sigma_y,sigma_z');
    expect(control.slice(1).map((row) => row.split(',').slice(0, 2))).toEqual([
      ['GCP1', 'gcp'],
      ['GCP2', 'gcp'],
      ['GCP3', 'gcp'],
    ]);
    const [header, ...rows] = await lines('gcp_list.txt');
    expect(header).toBe('EPSG:26917');
    for (const row of rows) {
      const [x, y, z, , , photo, label] = row.split('\t');
      const known = control.find((line) => line.startsWith(`${label},`))!;
      expect(known.split(',').slice(2, 5)).toEqual([x, y, z]);
      expect(photo).toMatch(/^SIM_\d{4}\.JPG$/);
    }
    expect((await lines('checkpoints_marks.txt')).length).toBeGreaterThan(10);
  });

  it('gives the same bytes for the same request', async () => {
    const second = await fly('second');
    const names = ['truth.json', 'gcp_list.txt', 'images/SIM_0001.JPG', 'images/SIM_0004.JPG'];
    for (const name of names) {
      expect(await readFile(join(second.out, name))).toEqual(await readFile(join(first.out, name)));
    }
  }, 60_000);
});
