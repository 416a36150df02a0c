import { describe, expect, it } from 'vitest';
import { createLocalFrame } from '#domain/photogrammetry/model/local-frame.ts';
import { createFakeViewport } from '../../../tests/support/fake-viewport.ts';
import { createCameraStations } from './camera-stations.ts';
import { frustumLine, photoSpacing } from './frustum.ts';
import { arrowFactor, residualArrow } from './residual-arrow.ts';
import type { StationBlock, StationControl, StationPhoto } from './station-block.ts';
import { controlFeatures, photoPlacements, stationLayerIds, tieLayer } from './station-layers.ts';

const camera = { model: 'perspective', width: 400, height: 320, focal: 400, cx: 200, cy: 160 } as const;

const photoAt = (x: number): StationPhoto => ({
  name: `${x}.jpg`,
  camera: 0,
  rotation: [1, 0, 0, 0, -1, 0, 0, 0, -1],
  centre: [x, 0, 100],
  position: [1000 + x, 2000, 100],
  gpsResidual: null,
  observations: 10,
  rmsPx: 0.5,
  files: { photo: `/files/1/images/${x}.jpg`, thumbnail: `/1/thumbnail/${x}.jpg` },
});

const gcp: StationControl = {
  label: 'G1',
  kind: 'gcp',
  status: 'used',
  position: [10, 20, 5],
  residual: [0.03, 0, 0.04],
  marks: 3,
  rmsPx: 0.4,
};

const block: StationBlock = {
  cameras: [camera],
  photos: [photoAt(0), photoAt(40), { ...photoAt(80), files: null }],
  control: [gcp],
  ties: Float64Array.from([1000.25, 2000.5, 7, 1030, 2010.125, 9]),
  tieColours: Uint8Array.from([255, 0, 128, 1, 2, 3]),
};

const vertex = (line: Float64Array, index: number) => [...line.subarray(3 * index, 3 * index + 3)];

describe('frusta', () => {
  it('lie below a camera that looks down, as wide as asked', () => {
    const line = frustumLine(photoAt(0), camera, 20);
    const corners = new Set([...Array(10).keys()].map((at) => vertex(line, at).map(Math.round).join()));
    expect(corners).toEqual(new Set(['0,0,100', '-10,8,80', '10,8,80', '10,-8,80', '-10,-8,80']));
  });

  it('draw every edge of the pyramid', () => {
    const line = frustumLine(photoAt(0), camera, 20);
    const keys = [...Array(10).keys()].map((at) =>
      vertex(line, at)
        .map((value) => value.toFixed(3))
        .join(),
    );
    const edges = new Set(keys.slice(1).map((key, at) => [key, keys[at]!].sort().join(' ')));
    expect(edges.size).toBe(8);
  });

  it('bend the corners of a fisheye, beyond the horizon too', () => {
    const wide = { ...camera, model: 'fisheye', focal: 100 } as const;
    expect(vertex(frustumLine(photoAt(0), wide, 20), 0)[2]).toBeGreaterThan(100);
  });

  it('are sized by the distance between photos', () => {
    expect(photoSpacing(block.photos)).toBe(40);
    expect(photoSpacing([photoAt(0)])).toBe(10);
  });
});

describe('residual arrows', () => {
  it('are drawn 1, 2 or 5 times a power of ten too long, never shortened', () => {
    expect(arrowFactor([gcp], 10)).toBe(200);
    expect(arrowFactor([gcp], 3)).toBe(50);
    expect(arrowFactor([gcp], 0.01)).toBe(1);
    expect(arrowFactor([{ ...gcp, residual: null }], 10)).toBe(1);
  });

  it('lead from the surveyed to the adjusted place', () => {
    const arrow = residualArrow(gcp, 100)!;
    expect(vertex(arrow, 0)).toEqual([10, 20, 5]);
    expect(vertex(arrow, 1).map((value) => Number(value.toFixed(9)))).toEqual([13, 20, 9]);
    expect(residualArrow({ ...gcp, residual: null }, 100)).toBeNull();
  });

  it('are left out, and the marker laid on the terrain, without a surveyed elevation', () => {
    const frame = createLocalFrame(null, [1000, 2000, 0]);
    const features = controlFeatures({ ...gcp, position: [10, 20, null] }, 0, frame, 100, false);
    expect(features.map(({ positions }) => [...positions])).toEqual([[1010, 2020, Number.NaN]]);
  });
});

it('keeps the places and colours of tie points', () => {
  const { points, scale, offset } = tieLayer(block.ties, block.tieColours)!;
  const places = Array.from(points.xyz!, (value, at) => value * scale[at % 3]! + offset[at % 3]!);
  expect(places.map((value) => Number(value.toFixed(6)))).toEqual([...block.ties]);
  expect([...points.rgb!]).toEqual([65535, 0, 32896, 257, 514, 771]);
  expect(tieLayer(new Float64Array(0), new Uint8Array(0))).toBeNull();
});

it('thumbnails of photos that the server has hang in their pyramids, north-west corner first', () => {
  const frame = createLocalFrame(null, [1000, 2000, 0]);
  const hung = photoPlacements(block, frame, 20);
  expect(hung.map(({ id, address }) => [id, address])).toEqual([
    ['photo-0-thumbnail', '/1/thumbnail/0.jpg'],
    ['photo-1-thumbnail', '/1/thumbnail/40.jpg'],
  ]);
  const corners = [0, 1, 2, 3].map((at) => vertex(hung[1]!.corners, at).map(Math.round).join());
  expect(corners).toEqual(['1030,2008,80', '1050,2008,80', '1050,1992,80', '1030,1992,80']);
});

describe('camera stations', () => {
  const show = () => {
    const viewport = createFakeViewport();
    const stations = createCameraStations(viewport);
    stations.setShown(true);
    stations.show({ block, system: null, origin: [1000, 2000, 0] });
    return { viewport, stations };
  };

  it('draw the block at its place in the world', () => {
    const { viewport, stations } = show();
    expect(viewport.layerIds).toEqual(new Set(Object.values(stationLayerIds)));
    expect(stations.state.counts).toEqual({ frusta: 3, thumbnails: 2, ties: 2, control: 1 });
    const centre = viewport.vectors.get(stationLayerIds.frusta)?.get('photo-1-centre');
    expect([...centre!.positions]).toEqual([1040, 2000, 100]);
  });

  it('choose what is clicked on, mark it, and let it go', async () => {
    const { viewport, stations } = show();
    const colour = () =>
      viewport.vectors.get(stationLayerIds.frusta)?.get('photo-2-centre')?.style.colour.join();
    const plain = colour();
    await stations.pick(1080, -2000);
    expect(stations.state.chosen).toMatchObject({ kind: 'photo', index: 2, photo: { name: '80.jpg' } });
    expect(colour()).not.toBe(plain);
    await stations.pick(1010, -2020);
    expect(stations.state.chosen).toMatchObject({ kind: 'control', point: { label: 'G1' } });
    expect(colour()).toBe(plain);
    await stations.pick(0, 0);
    expect(stations.state.chosen).toBeNull();
  });

  it('choose nothing once they are hidden', async () => {
    const { stations } = show();
    stations.choose({ kind: 'photo', index: 0 });
    stations.setShown(false);
    expect(stations.state.chosen).toBeNull();
    await stations.pick(1080, -2000);
    expect(stations.state.chosen).toBeNull();
  });
});
