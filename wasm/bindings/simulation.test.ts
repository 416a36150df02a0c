import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/math/random.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import { type Camera, projectRay } from '#domain/photogrammetry/model/camera.ts';
import { type Pose, rotationFromAttitude, toCamera } from '#domain/photogrammetry/model/pose.ts';
import { placeTargets } from '#domain/simulation/flight/place-targets.ts';
import { describeScene } from '#domain/simulation/flight/scene.ts';
import { createSimCamera } from '#domain/simulation/flight/sim-camera.ts';
import { roofAt } from '#domain/simulation/objects.ts';
import { createSimulation, type Simulation } from '#domain/simulation/simulation.ts';
import { loadKernel } from '#tests/support/kernels.ts';
import { createSimulationCamera, type RenderRequest } from './simulation.ts';

const simulation = createSimulation(3, 200, true);
const targetEdgeM = 0.6;
const targets = placeTargets(simulation, 5, 20, targetEdgeM);
const sky = createSimulationCamera(
  loadKernel('simulation'),
  describeScene(simulation, 40, targets, targetEdgeM),
);

/** The lens of a survey camera with an image small enough for a test. */
function smallCamera(width: number, height: number, focal: number): Camera {
  const lens = createSimCamera(1600);
  return { ...lens, width, height, focal, cx: width / 2 + 3.2, cy: height / 2 - 2.1 };
}

function request(camera: Camera, pose: Pose): RenderRequest {
  const still = { velocity: [0, 0, 0], readoutS: 0, exposureS: 0 } as const;
  return { camera, pose, ...still, gains: [1, 1, 1], vignetting: 0, noise: 0, seed: 1 };
}

function poseOver(x: number, y: number, height: number, yaw: number, pitch: number, roll: number): Pose {
  return {
    rotation: rotationFromAttitude(yaw, pitch, roll),
    centre: [x, y, simulation.terrain.heightAt(x, y) + height],
  };
}

function grey(pixels: Uint8Array, width: number, x: number, y: number): number {
  const at = 3 * (Math.floor(y) * width + Math.floor(x));
  return (pixels[at]! + pixels[at + 1]! + pixels[at + 2]!) / 3;
}

/**
 * The point of highest similarity of an image with itself rotated by 180°: the centre of a quartered target. Grey
 * values between pixel centres are bilinear.
 */
function findMiddle(pixels: Uint8Array, width: number, x0: number, y0: number): [number, number] {
  const reach = 3;
  const value = (x: number, y: number) => {
    const [px, py] = [x - 0.5, y - 0.5];
    const [u, v] = [px - Math.floor(px), py - Math.floor(py)];
    const g = (dx: number, dy: number) => grey(pixels, width, Math.floor(px) + dx, Math.floor(py) + dy);
    return (1 - v) * ((1 - u) * g(0, 0) + u * g(1, 0)) + v * ((1 - u) * g(0, 1) + u * g(1, 1));
  };
  let best: [number, number] = [x0, y0];
  for (const step of [0.3, 0.06, 0.02]) {
    const [startX, startY] = best;
    let least = Number.POSITIVE_INFINITY;
    for (let cy = startY - 5 * step; cy <= startY + 5 * step; cy += step) {
      for (let cx = startX - 5 * step; cx <= startX + 5 * step; cx += step) {
        let sum = 0;
        for (let dy = 0; dy <= reach; dy++) {
          for (let dx = -reach; dx <= reach; dx++) {
            sum += (value(cx + dx, cy + dy) - value(cx - dx, cy - dy)) ** 2;
          }
        }
        if (sum < least) [least, best] = [sum, [cx, cy]];
      }
    }
  }
  return best;
}

/** Surface height at a position, by the closed forms of the scene. */
function topAt({ terrain, objects }: Simulation, x: number, y: number): number {
  let top = terrain.heightAt(x, y);
  for (const house of objects.buildings) {
    const isInside = x > house.minX && x < house.maxX && y > house.minY && y < house.maxY;
    if (isInside) top = Math.max(top, roofAt(house, y));
  }
  for (const tree of objects.trees) {
    const share = 1 - ((x - tree.x) ** 2 + (y - tree.y) ** 2) / tree.crownRadius ** 2;
    if (share > 0) top = Math.max(top, tree.crownZ + tree.crownHalfHeight * Math.sqrt(share));
  }
  for (const pole of objects.poles ?? []) {
    if (Math.hypot(x - pole.x, y - pole.y) < pole.radius) top = Math.max(top, pole.top);
  }
  return top;
}

describe('the camera over the simulated site', () => {
  it('stands on the analytic ground to a millimetre', () => {
    const random = createRandom(11);
    for (let k = 0; k < 20_000; k++) {
      const [x, y] = [random.between(-20, 220), random.between(-20, 220)];
      expect(Math.abs(sky.groundHeight(x, y) - simulation.terrain.heightAt(x, y))).toBeLessThan(1e-3);
    }
  });

  it('sees roofs, crowns, poles and ground from above where they truly are', () => {
    const random = createRandom(12);
    for (let k = 0; k < 20_000; k++) {
      const [x, y] = [random.between(0, 200), random.between(0, 200)];
      expect(Math.abs(sky.lookDown(x, y, 0.05).z - topAt(simulation, x, y))).toBeLessThan(1e-3);
    }
    const [pole] = simulation.objects.poles!;
    expect(sky.lookDown(pole!.x, pole!.y, 0.05).z).toBeCloseTo(pole!.top, 6);
  });

  it('sees along a slanting ray the surface that it sees from above', () => {
    const random = createRandom(13);
    let seen = 0;
    for (let k = 0; k < 3000; k++) {
      const [x, y] = [random.between(10, 190), random.between(10, 190)];
      const point: Vec3 = [x, y, topAt(simulation, x, y)];
      const from: Vec3 = [x + random.between(-60, 60), y + random.between(-60, 60), point[2] + 70];
      if (sky.isVisible(from, point)) seen++;
      expect(sky.isVisible(from, [x, y, simulation.terrain.heightAt(x, y) - 3])).toBe(false);
    }
    expect(seen).toBeGreaterThan(2000);
  });

  it.each([
    [-90, 0],
    [-88, 2],
    [-62, -3],
  ])('draws the targets where the camera model projects them (pitch %d, roll %d)', (pitch, roll) => {
    const camera = smallCamera(640, 480, 520);
    let seen = 0;
    for (const [index, target] of targets.slice(0, 6).entries()) {
      const back = 30 / Math.tan((-pitch * Math.PI) / 180);
      const yaw = 57 * index;
      const [sine, cosine] = [Math.sin((yaw * Math.PI) / 180), Math.cos((yaw * Math.PI) / 180)];
      const pose = poseOver(target.x - back * sine + 4, target.y - back * cosine + 3, 30, yaw, pitch, roll);
      const place = projectRay(camera, ...toCamera(pose, [target.x, target.y, target.z]));
      if (!place || !sky.isVisible(pose.centre, [target.x, target.y, target.z])) continue;
      const pixels = sky.render(request(camera, pose));
      const [x, y] = findMiddle(pixels, camera.width, Math.round(place[0]), Math.round(place[1]));
      expect(Math.hypot(x - place[0], y - place[1])).toBeLessThan(0.2);
      seen++;
    }
    expect(seen).toBeGreaterThan(3);
  });

  it('gives the same picture for the same request and other noise for another seed', () => {
    const wanted = { ...request(smallCamera(160, 120, 120), poseOver(90, 70, 60, 20, -85, 1)), noise: 2 };
    const other = createSimulationCamera(
      loadKernel('simulation'),
      describeScene(simulation, 40, targets, targetEdgeM),
    );
    const first = sky.render(wanted);
    expect(other.render(wanted)).toEqual(first);
    expect(other.render({ ...wanted, seed: 2 })).not.toEqual(first);
  });

  it('is rich in contrast everywhere but on water', () => {
    const deviation = (x: number, y: number) => {
      const values: number[] = [];
      for (let k = 0; k < 400; k++) {
        const { rgb } = sky.lookDown(x + (k % 20) * 0.1, y + Math.floor(k / 20) * 0.1, 0.1);
        values.push((rgb[0] + rgb[1] + rgb[2]) / 3);
      }
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    };
    const pond = simulation.terrain.pads.find((pad) => pad.isWater)!;
    expect(deviation((pond.minX + pond.maxX) / 2, (pond.minY + pond.maxY) / 2)).toBeLessThan(2);
    for (const kind of ['grass', 'asphalt', 'footway', 'gravel', 'heap', 'crop', 'ditch']) {
      const random = createRandom(14);
      const places: number[] = [];
      while (places.length < 5) {
        const [x, y] = [random.between(5, 190), random.between(5, 190)];
        const isWhole = [0, 1, 2].every((k) => simulation.terrain.kindAt(x + k, y + (k % 2)) === kind);
        if (isWhole) places.push(deviation(x, y));
      }
      expect({ kind, least: Math.min(...places) > 4 }).toEqual({ kind, least: true });
    }
  });

  it('blurs what moves during the exposure and shears it when the shutter rolls', () => {
    const still = request(smallCamera(160, 120, 120), poseOver(120, 140, 40, 0, -90, 0));
    const moving = { ...still, velocity: [0, 10, 0] as const };
    const roughness = (pixels: Uint8Array) => {
      let sum = 0;
      for (let k = 480; k < pixels.length; k++) sum += Math.abs(pixels[k]! - pixels[k - 480]!);
      return sum;
    };
    const sharp = sky.render(still);
    expect(roughness(sky.render({ ...moving, exposureS: 0.1 }))).toBeLessThan(0.8 * roughness(sharp));
    const sheared = sky.render({ ...moving, readoutS: 0.05 });
    const rowChange = (row: number) => {
      let sum = 0;
      for (let k = row * 480; k < (row + 1) * 480; k++) sum += Math.abs(sheared[k]! - sharp[k]!);
      return sum;
    };
    expect(rowChange(60)).toBeLessThan(0.5 * rowChange(2));
  });
});
