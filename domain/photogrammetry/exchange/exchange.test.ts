import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { rotationFromVector } from '../../math/rotations.ts';
import { type Camera, projectRay, simpleCamera, unprojectPixel } from '../model/camera.ts';
import { rotationFromAttitude, toCamera } from '../model/pose.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { readBundler, writeBundler } from './bundler.ts';
import { readColmapText } from './colmap-text.ts';
import { quaternionOf, rotationOf } from './quaternion.ts';
import { decodePieces, linesOf } from './text-lines.ts';
import { writeColmapText } from './write-colmap-text.ts';

const lens: Camera = {
  ...simpleCamera(4000, 3000, 3100),
  cx: 2011,
  cy: 1490,
  k1: -0.02,
  k2: 0.03,
  p1: 0.001,
  p2: -0.0005,
};
const names = ['a.jpg', 'with blank.jpg', 'c.jpg'];

function createBlock(cameras: readonly Camera[]): Reconstruction {
  const random = createRandom(5);
  const photos = names.map((_, index) => ({
    photo: index,
    camera: index % cameras.length,
    pose: { rotation: rotationFromAttitude(40 * index, -85, 2), centre: [20 * index - 20, 3, 80] as const },
  }));
  const points = Float64Array.from(
    { length: 60 },
    (_, k) => random.between(-20, 20) * (k % 3 === 2 ? 0.1 : 1),
  );
  const seen: { point: number; photo: number; xy: readonly [number, number] }[] = [];
  for (let point = 0; point < 20; point++) {
    for (const { photo, camera, pose } of photos) {
      const at = [points[3 * point]!, points[3 * point + 1]!, points[3 * point + 2]!] as const;
      const place = projectRay(cameras[camera]!, ...toCamera(pose, at));
      if (place) seen.push({ point, photo, xy: place });
    }
  }
  return {
    cameras,
    photos,
    points,
    colours: Uint8Array.from({ length: 60 }, (_, k) => k),
    observations: {
      count: seen.length,
      point: Uint32Array.from(seen, ({ point }) => point),
      photo: Uint32Array.from(seen, ({ photo }) => photo),
      xy: Float32Array.from(seen.flatMap(({ xy }) => [...xy])),
      scale: new Float32Array(seen.length).fill(1),
    },
  };
}

const joined = (pieces: Iterable<string>) => [...pieces].join('');
const colmapTexts = (block: Reconstruction) => {
  const { cameras, images, points } = writeColmapText(block, names);
  return { cameras: joined(cameras), images: joined(images), points: joined(points) };
};

function expectSamePoses(a: Reconstruction, b: Reconstruction): void {
  expect(a.photos.length).toBe(b.photos.length);
  a.photos.forEach(({ pose }, index) => {
    const other = b.photos[index]!.pose;
    pose.rotation.forEach((value, k) => void expect(value).toBeCloseTo(other.rotation[k]!, 13));
    pose.centre.forEach((value, k) => void expect(value).toBeCloseTo(other.centre[k]!, 10));
  });
}

describe('quaternions', () => {
  it('stand for the same rotation, also near half turns', () => {
    for (const vector of [
      [0, 0, 0],
      [Math.PI, 0, 0],
      [0, 3.14, 0.01],
      [0.001, 0, -3.1],
      [1, -2, 0.5],
    ] as const) {
      const rotation = rotationFromVector(vector);
      rotationOf(quaternionOf(rotation)).forEach(
        (value, k) => void expect(value).toBeCloseTo(rotation[k]!, 13),
      );
    }
  });
});

describe("COLMAP's text model", () => {
  it.each([
    ['OPENCV', lens],
    ['FULL_OPENCV', { ...lens, k3: 0.004 }],
    ['RADIAL', { ...lens, p1: 0, p2: 0 }],
    ['SIMPLE_RADIAL', { ...lens, p1: 0, p2: 0, k2: 0 }],
    ['SIMPLE_PINHOLE', simpleCamera(4000, 3000, 3100)],
    ['OPENCV_FISHEYE', { ...lens, model: 'fisheye' as const, p1: 0, p2: 0, k3: 0.001 }],
  ])('comes back as it was written: %s', (model, camera) => {
    const block = createBlock([camera]);
    const texts = colmapTexts(block);
    expect(texts.cameras).toContain(`\n1 ${model} 4000 3000 `);
    const read = readColmapText(texts);
    expect(read.warnings).toEqual([]);
    expect(read.names).toEqual(names);
    expect(read.reconstruction.cameras).toEqual([camera]);
    expect(read.reconstruction.points).toEqual(block.points);
    expect(read.reconstruction.colours).toEqual(block.colours);
    expect(read.reconstruction.observations).toEqual(block.observations);
    expectSamePoses(read.reconstruction, block);
  });

  it('reads any pieces, line ends and images without points', () => {
    const texts = colmapTexts(createBlock([lens, simpleCamera(4000, 3000, 2900)]));
    const whole = readColmapText(texts);
    const broken = Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [
        name,
        text.replaceAll('\n', '\r\n').match(/[\s\S]{1,7}/g)!,
      ]),
    ) as unknown as Parameters<typeof readColmapText>[0];
    expect(readColmapText(broken)).toEqual(whole);
    const bare = readColmapText({
      ...texts,
      points: '',
      images: '7 1 0 0 0 0 0 0 1 x.jpg\n\n9 1 0 0 0 0 0 0 2 y.jpg',
    });
    expect(bare.names).toEqual(['x.jpg', 'y.jpg']);
    expect(bare.reconstruction.observations.count).toBe(0);
  });

  it('joins two focal lengths that hardly differ and refuses others', () => {
    const texts = colmapTexts(createBlock([lens]));
    const with2 = (fx: number, fy: number) =>
      readColmapText({ ...texts, cameras: `1 PINHOLE 4000 3000 ${fx} ${fy} 2000 1500` });
    const { warnings, reconstruction } = with2(3000, 3009);
    expect(warnings.map(({ code }) => code)).toEqual(['exchange.focals-joined']);
    expect(reconstruction.cameras[0]!.focal).toBeCloseTo(3004.497, 3);
    expect(() => with2(3000, 3020)).toThrow(/exchange.focals-differ.*"row":1/);
  });

  const image = '1 1 0 0 0 0 0 0 1 a.jpg\n10 20 1\n';
  it.each([
    ['cameras', '1 THIN_PRISM_FISHEYE 10 10 1 1 1 1', /camera-unsupported.*THIN_PRISM/],
    ['cameras', '1 PINHOLE 10 10 1 1 1', /row-broken.*"row":1,"field":"PARAMS"/],
    ['cameras', '#\n1 PINHOLE 10 10 1 1 x 1', /row-broken.*"row":2,"field":"cx","found":"x"/],
    ['cameras', '1 OPENCV_FISHEYE 4000 3000 2000 2000 2000 1500 0 0 0 0.1', /camera-unsupported/],
    ['images', '', /exchange.empty/],
    ['images', '1 1 0 0 0 0 0 0 5 a.jpg\n\n', /unknown-camera.*"row":1,"id":"5"/],
    ['images', '1 0 0 0 0 0 0 0 1 a.jpg\n\n', /row-broken.*QW/],
    ['images', '1 1 0 0 0 0 0 0 1 a.jpg\n1 2\n', /row-broken.*"row":2,"field":"POINTS2D"/],
    ['images', '1 1 0 0 0 0 0 0 1\n\n', /row-broken.*NAME/],
    ['points', '# x\n1 0 0 0 1 1 1 0.5 3 0', /unknown-image.*"row":2,"id":"3"/],
    ['points', '1 0 0 0 1 1 1 0.5 1 9', /unknown-feature.*"row":1,"feature":9/],
    ['points', '1 0 NaN 0 1 1 1 0.5 1 0', /row-broken.*"field":"Y"/],
  ] as const)('names the row that is wrong in %s: %s', (file, text, message) => {
    const whole = { cameras: '1 PINHOLE 100 100 90 90 50 50', images: image, points: '' };
    expect(() => readColmapText({ ...whole, [file]: text })).toThrow(message);
  });
});

describe('Bundler', () => {
  const radial: Camera = { ...simpleCamera(4000, 3000, 3100), k1: -0.02, k2: 0.03 };

  it('gives back poses, points and marks', () => {
    const block = createBlock([radial]);
    const { bundle, list } = writeBundler(block, names);
    const read = readBundler({ bundle, list }, () => [4000, 3000]);
    expect(read.names).toEqual(names);
    expectSamePoses(read.reconstruction, block);
    expect(read.reconstruction.cameras).toEqual([radial]);
    expect(read.reconstruction.points).toEqual(block.points);
    const { xy } = read.reconstruction.observations;
    block.observations.xy.forEach((value, k) => void expect(Math.abs(value - xy[k]!)).toBeLessThan(1e-3));
  });

  it('keeps the rays of a lens that it has no terms for', () => {
    const block = createBlock([lens]);
    const { bundle, list } = writeBundler(block, names);
    const { reconstruction } = readBundler({ bundle, list }, () => [4000, 3000]);
    const camera = reconstruction.cameras[0]!;
    for (let k = 0; k < block.observations.count; k++) {
      const ray = unprojectPixel(lens, block.observations.xy[2 * k]!, block.observations.xy[2 * k + 1]!);
      const [x, y] = [reconstruction.observations.xy[2 * k]!, reconstruction.observations.xy[2 * k + 1]!];
      unprojectPixel(camera, x, y).forEach((value, axis) => void expect(value).toBeCloseTo(ray[axis]!, 6));
    }
  });

  it('looks along -z with y up', () => {
    const at = { rotation: rotationFromVector([0, 0, 0]), centre: [0, 0, 0] as const };
    const block: Reconstruction = {
      ...createBlock([radial]),
      photos: [{ photo: 0, camera: 0, pose: at }],
      points: Float64Array.of(0, 0, 10),
      colours: new Uint8Array(3),
      observations: {
        count: 1,
        point: new Uint32Array(1),
        photo: new Uint32Array(1),
        xy: Float32Array.of(2000, 1600),
        scale: Float32Array.of(1),
      },
    };
    const lines = joined(writeBundler(block, names).bundle).split('\n');
    expect(lines.slice(3, 6)).toEqual(['1 0 0', '0 -1 0', '0 0 -1']);
    expect(lines.at(-2)).toMatch(/^1 0 0 0 -\d/);
  });

  it('refuses fisheye, other files and short ones', () => {
    const fisheye = createBlock([{ ...lens, model: 'fisheye' }]);
    expect(() => writeBundler(fisheye, names)).toThrow(/camera-unsupported/);
    const texts = { bundle: joined(writeBundler(createBlock([radial]), names).bundle), list: 'a\nb\nc' };
    const read = (bundle: string) => readBundler({ ...texts, bundle }, () => [4000, 3000]);
    expect(() => read('# Bundle file v0.1\n')).toThrow(/not-bundler/);
    expect(() => read(texts.bundle.slice(0, 400))).toThrow(/truncated|row-broken/);
    expect(() => read(texts.bundle.replace('3 20', '4 20'))).toThrow(/num_cameras/);
  });
});

describe('lines of a text', () => {
  it('come out of bytes that are cut anywhere', () => {
    const text = 'é'.repeat(700_000);
    const lines = [...linesOf(decodePieces(new TextEncoder().encode(`a\n${text}\nb`)))];
    expect(lines).toEqual(['a', text, 'b']);
  });
});
