import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { multiply, rotate, rotationFromVector, transpose } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { type Pose, rotationFromAttitude } from '../model/pose.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import { fitSimilarity, movePose, type Similarity } from '../model/similarity.ts';
import { assessPositions, type FlightOfBlock, type StatedPosition } from './assess-positions.ts';

interface Flown {
  readonly pose: Pose;
  readonly recorded: Vec3;
}

interface FlightFaults {
  /** Standard deviations of recorded positions, metres. */
  readonly plan: number;
  readonly up: number;
  /** Drift of recorded heights from the first photo to the last. */
  readonly drift: number;
  readonly lines?: number;
  /** True climb of the aircraft per metre east. */
  readonly slope?: number;
  readonly pitch?: number;
}

const perLine = 12;

/** North–south strips 30 m apart, 15 m between photos, 80 m above ground. */
function fly({ plan, up, drift, lines = 6, slope = 0, pitch = -90 }: FlightFaults, seed = 1): Flown[] {
  const count = lines * perLine;
  return Array.from({ length: count }, (_, k): Flown => {
    const random = createRandom(seed, 1, k);
    const line = Math.floor(k / perLine);
    const along = line % 2 === 0 ? k % perLine : perLine - 1 - (k % perLine);
    const x = 30 * line;
    const centre: Vec3 = [
      x + random.normal(),
      15 * along + random.normal(),
      80 + slope * x + random.normal(),
    ];
    const yaw = pitch === -90 && line % 2 === 1 ? 180 : 0;
    const tilt = () => 2 * random.normal();
    return {
      pose: { rotation: rotationFromAttitude(yaw + tilt(), pitch + tilt(), tilt()), centre },
      recorded: [
        centre[0] + plan * random.normal(),
        centre[1] + plan * random.normal(),
        centre[2] + up * random.normal() + drift * (k / (count - 1)),
      ],
    };
  });
}

/** The frame of a block before georeferencing: upside down, a third of the size, shifted. */
const ownFrame: Similarity = {
  scale: 0.3,
  rotation: rotationFromVector([2.6, 0.7, -0.4]),
  shift: [5, -3, 9],
};

function blockOf(photos: readonly Flown[], frame: Similarity): Reconstruction {
  return {
    cameras: [],
    photos: photos.map(({ pose }, photo) => ({ photo, camera: 0, pose: movePose(frame, pose) })),
    points: new Float64Array(0),
    colours: new Uint8Array(0),
    observations: {
      count: 0,
      point: new Uint32Array(0),
      photo: new Uint32Array(0),
      xy: new Float32Array(0),
      scale: new Float32Array(0),
    },
  };
}

const inTurn = (photos: readonly Flown[], from = 0): FlightOfBlock => ({
  phases: new Map(photos.map((_, k) => [from + k, k / (photos.length - 1) - 0.5])),
  bias: null,
});

type Question = Partial<Parameters<typeof assessPositions>[1]> & { readonly frame?: Similarity };

function assess(photos: readonly Flown[], question: Question = {}) {
  const { frame = ownFrame, ...rest } = question;
  const block = blockOf(photos, frame);
  const found = assessPositions(block, {
    flights: [inTurn(photos)],
    statedOf: (photo): StatedPosition => ({
      xyz: photos[photo]!.recorded,
      sigma: [1.5, 1.5, 3],
      hasHeight: true,
      rotation: null,
    }),
    isPlaced: false,
    ...rest,
  });
  return found && { ...found, ...comparedWithTruth(photos, block, found.similarity) };
}

/** Errors of a georeferenced block: centre, metres; scale factor; angle of its vertical, radians. */
function comparedWithTruth(photos: readonly Flown[], block: Reconstruction, similarity: Similarity) {
  const placed = block.photos.map(({ pose }) => movePose(similarity, pose));
  const middle = [0, 1, 2].map(
    (axis) =>
      placed.reduce((sum, { centre }, k) => sum + centre[axis]! - photos[k]!.pose.centre[axis]!, 0) /
      photos.length,
  );
  const between = (poses: readonly Pose[]) =>
    Math.hypot(...[0, 1, 2].map((axis) => poses.at(-1)!.centre[axis]! - poses[0]!.centre[axis]!));
  const turn = multiply(transpose(placed[0]!.rotation), photos[0]!.pose.rotation);
  return {
    offPlan: Math.hypot(middle[0]!, middle[1]!),
    offHeight: Math.abs(middle[2]!),
    factor: between(placed) / between(photos.map(({ pose }) => pose)),
    tilt: Math.acos(Math.min(1, rotate(turn, [0, 0, 1])[2])),
  };
}

describe('positions of a block', () => {
  it('place it upright by plan alone where recorded heights climb and the aircraft flew level', () => {
    const found = assess(fly({ plan: 12, up: 2, drift: 110 }))!;
    expect(found.isPoor).toBe(true);
    expect(found.hasHeights).toBe(false);
    expect(found.drifts).toHaveLength(1);
    expect(Math.abs(found.drifts[0]!.recordedClimb - 110)).toBeLessThan(5);
    expect(Math.abs(found.drifts[0]!.photosClimb)).toBeLessThan(10);
    expect(found.offPlan).toBeLessThan(3 * found.plan);
    expect(found.plan).toBeLessThan(2.5);
    expect(Math.abs(found.factor - 1)).toBeLessThan(3 * found.scale);
    expect(found.scale).toBeLessThan(0.04);
    expect(found.tilt).toBeLessThan(0.05);
    expect(found.upSource).toBe('view');
    const [east] = found.sigmas.get(0)!;
    expect(east).toBeGreaterThan(10);
    expect(east).toBeLessThan(14);
  });

  it.each([1, 2, 3, 4, 5])('recognise a drift among noise of the same size (seed %i)', (seed) => {
    const found = assess(fly({ plan: 12, up: 24, drift: 110 }, seed))!;
    expect(found.drifts.map(({ flight }) => flight)).toEqual([0]);
    expect(Math.abs(found.factor - 1)).toBeLessThan(3 * found.scale);
    expect(found.tilt).toBeLessThan(0.05);
  });

  it.each([1, 2, 3, 4, 5])('keep noisy heights that do not drift (seed %i)', (seed) => {
    const found = assess(fly({ plan: 12, up: 24, drift: 0 }, seed))!;
    expect(found.drifts).toEqual([]);
    expect(found.hasHeights).toBe(true);
    expect(found.offHeight).toBeLessThan(3 * found.height);
    expect(found.sigmas.get(0)![2]).toBeGreaterThan(18);
  });

  it('believe heights of an aircraft that truly climbed along a slope', () => {
    const found = assess(fly({ plan: 1.5, up: 3, drift: 0, slope: 0.25 }))!;
    expect(found.drifts).toEqual([]);
    expect(found.offHeight).toBeLessThan(3 * found.height);
    expect(found.tilt).toBeLessThan(0.03);
  });

  it('accuse no heights because a camera looks ahead', () => {
    const found = assess(fly({ plan: 1.5, up: 1.5, drift: 0, pitch: -75 }))!;
    expect(found.drifts).toEqual([]);
    expect(found.tilt).toBeLessThan(0.06);
  });

  it('find a drift in a block that lies tilted by it, and right it', () => {
    const photos = fly({ plan: 3, up: 2, drift: 60 });
    const tilted: Similarity = {
      scale: 1.08,
      rotation: rotationFromVector([0.02, -0.36, 0]),
      shift: [0, 0, 30],
    };
    const found = assess(photos, { frame: tilted, isPlaced: true })!;
    expect(found.drifts).toHaveLength(1);
    expect(found.tilt).toBeLessThan(0.05);
    expect(Math.abs(found.factor - 1)).toBeLessThan(3 * found.scale);
  });

  it('right a block of a few photos that was fitted to plan and drifting heights together', () => {
    const photos = fly({ plan: 6, up: 1, drift: 60, lines: 3 }).filter((_, k) => k % 4 === 0);
    const tilted = fitSimilarity(
      photos.map(({ pose }) => pose.centre),
      photos.map(({ recorded }) => recorded),
    )!;
    const found = assess(photos, { frame: tilted, isPlaced: true })!;
    expect(found.drifts).toHaveLength(1);
    expect(found.tilt).toBeLessThan(0.05);
    expect(Math.abs(found.factor - 1)).toBeLessThan(2 * found.scale);
  });

  it('leave a block alone that lies by positions as good as stated', () => {
    const photos = fly({ plan: 1.5, up: 3, drift: 0 });
    const identity: Similarity = { scale: 1, rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], shift: [0, 0, 0] };
    expect(assess(photos, { frame: identity, isPlaced: true })).toMatchObject({ isPoor: false, drifts: [] });
  });

  it('leave out the heights of the one flight that drifts', () => {
    const [good, bad] = [fly({ plan: 2, up: 3, drift: 0 }), fly({ plan: 2, up: 3, drift: 80 }, 2)];
    const flights: FlightOfBlock[] = [inTurn(good), { ...inTurn(bad, good.length), bias: [4, 4, 15] }];
    const found = assess([...good, ...bad], { flights })!;
    expect(found.drifts.map(({ flight }) => flight)).toEqual([1]);
    expect(found.hasHeights).toBe(true);
    expect(found.offHeight).toBeLessThan(2);
  });

  it('tell how far off heights of two drifting flights may be as a whole', () => {
    const [one, other] = [fly({ plan: 2, up: 3, drift: 80 }), fly({ plan: 2, up: 3, drift: 80 }, 2)];
    const later = other.map(({ pose, recorded: [x, y, z] }) => ({ pose, recorded: [x, y, z + 80] as Vec3 }));
    const flights: FlightOfBlock[] = [inTurn(one), { ...inTurn(later, one.length), bias: [4, 4, 15] }];
    const found = assess([...one, ...later], { flights })!;
    expect(found.hasHeights).toBe(false);
    expect(found.offHeight).toBeGreaterThan(60);
    expect(found.offHeight).toBeLessThan(2 * found.height);
  });

  it('name the positions that are off, and are not moved by them', () => {
    const photos = fly({ plan: 3, up: 3, drift: 0 }).map(({ pose, recorded }, k) => ({
      pose,
      recorded: k % 9 === 4 ? ([recorded[0] + 400, recorded[1], recorded[2]] as Vec3) : recorded,
    }));
    const found = assess(photos)!;
    expect(found.wrong).toEqual(photos.flatMap((_, k) => (k % 9 === 4 ? [k] : [])));
    expect(found.offPlan).toBeLessThan(2);
  });

  it('place nothing where they have nothing to do with the photos', () => {
    const photos = fly({ plan: 0, up: 0, drift: 0 });
    const random = createRandom(9, 9);
    const anywhere = photos.map(({ pose }) => ({
      pose,
      recorded: [random.normal() * 100, random.normal() * 100, 80] as Vec3,
    }));
    expect(assess(anywhere)).toBeNull();
  });

  it('take attitudes before views for what is up', () => {
    const photos = fly({ plan: 6, up: 2, drift: 90, pitch: -60 });
    const found = assess(photos, {
      statedOf: (photo) => ({
        xyz: photos[photo]!.recorded,
        sigma: [1.5, 1.5, 3],
        hasHeight: true,
        rotation: photos[photo]!.pose.rotation,
      }),
    })!;
    expect(found.upSource).toBe('attitude');
    expect(found.drifts).toHaveLength(1);
    expect(found.tilt).toBeLessThan(0.02);
  });
});
