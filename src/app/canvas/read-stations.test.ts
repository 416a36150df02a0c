import { describe, expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import { arrangeArrays } from '#domain/photogrammetry/model/array-file.ts';
import { placeBundle } from './read-stations.ts';

const { places, bytes } = arrangeArrays({
  points: new Float64Array(6),
  colours: Uint8Array.from([1, 2, 3, 4, 5, 6]),
  'points-world': Float64Array.from([500_000, 4_900_000, 12, 500_001, 4_900_002, 13]),
});

const point = {
  label: 'G1',
  status: 'used',
  position: [1, 2, null],
  residual: [0.1, 0.2, null],
  marks: 3,
  rmsPx: 0.5,
};

const document = {
  crs: { wkt: null },
  frame: { origin: [500_000, 4_900_000, 0] },
  cameras: [
    {
      model: 'perspective',
      width: 400,
      height: 300,
      parameters: [
        { name: 'focal', initial: 390, value: 410, sigma: null },
        { name: 'cx', initial: 200, value: 201, sigma: null },
      ],
    },
  ],
  photos: [
    {
      name: 'a.jpg',
      camera: 0,
      rotation: [1, 0, 0, 0, -1, 0, 0, 0, -1],
      centre: [0, 0, 100],
      position: [500_000, 4_900_000, 100],
      gpsResidual: null,
      observations: 9,
      rmsPx: 0.4,
    },
  ],
  control: { gcps: [point], checkpoints: [{ ...point, label: 'C1' }] },
  arrays: { file: 'bundle-adjustment.bin', places },
};

const images = [
  { id: 3, name: 'a.jpg', size: 9, url: '/files/1/images/a.jpg', thumbnail_url: '/1/thumbnail/a.jpg' },
];

const { signal } = new AbortController();

describe('the bundle adjustment in the canvas', () => {
  it('is read with its tie points, cameras and control', async () => {
    const { block, origin, system } = await placeBundle(
      document,
      images,
      async (file) => memorySource(file, bytes),
      signal,
    );
    expect([system, origin]).toEqual([null, [500_000, 4_900_000, 0]]);
    expect([...block.ties]).toEqual([500_000, 4_900_000, 12, 500_001, 4_900_002, 13]);
    expect([...block.tieColours]).toEqual([1, 2, 3, 4, 5, 6]);
    expect(block.photos.map(({ files }) => files)).toEqual([
      { photo: '/files/1/images/a.jpg', thumbnail: '/1/thumbnail/a.jpg' },
    ]);
    expect(block.cameras).toMatchObject([{ focal: 410, cx: 201, cy: 150 }]);
    expect(block.control.map(({ label, kind }) => [label, kind])).toEqual([
      ['G1', 'gcp'],
      ['C1', 'checkpoint'],
    ]);
  });

  it('tells of photos that the server does not have, and of a document that is none', async () => {
    const open = async (file: string) => memorySource(file, bytes);
    const { block } = await placeBundle(document, [], open, signal);
    expect(block.photos[0]?.files).toBeNull();
    await expect(placeBundle({ photos: [] }, [], open, signal)).rejects.toMatchObject({
      code: 'editor.stations-unreadable',
      params: { file: 'bundle-adjustment.json' },
    });
  });

  it('names a file of arrays that is cut short', async () => {
    const cut = async (file: string) => memorySource(file, bytes.subarray(0, 80));
    await expect(placeBundle(document, [], cut, signal)).rejects.toMatchObject({
      code: 'editor.stations-unreadable',
      params: { file: 'bundle-adjustment.bin' },
    });
  });
});
