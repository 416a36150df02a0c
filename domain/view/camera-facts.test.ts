import { describe, expect, it } from 'vitest';
import { fieldOfViewRad, initialCamera } from './camera.ts';
import { cameraFacts } from './camera-facts.ts';

const size = { width: 800, height: 400 };
const rad = (degrees: number) => (degrees * Math.PI) / 180;
const look = (yawDeg: number, pitchDeg: number) =>
  cameraFacts({ ...initialCamera, yawRad: rad(yawDeg), pitchRad: rad(pitchDeg) }, size);

describe('where a camera looks', () => {
  it('is told by the nearest of eight directions, whichever way round it was turned', () => {
    expect([0, 22, 23, 90, 337, 338, -90, 720 + 180].map((yaw) => look(yaw, 30).towards)).toEqual([
      0, 0, 1, 2, 7, 0, 6, 4,
    ]);
  });

  it('is told by how far it points down', () => {
    expect([90, 60, 45, 10, 0, -30].map((pitch) => look(0, pitch).tilt)).toEqual([
      'down',
      'steep',
      'slanting',
      'shallow',
      'level',
      'up',
    ]);
    expect(look(0, 45).tiltDeg).toBeCloseTo(45);
  });

  it('has the size of what lies in the middle of the view', () => {
    const distance = 100 / Math.tan(fieldOfViewRad / 2);
    const facts = cameraFacts({ ...initialCamera, distance }, size);
    expect(facts.height).toBeCloseTo(200);
    expect(facts.width).toBeCloseTo(400);
    expect(facts.unitsPerPixel).toBeCloseTo(0.5);
  });

  it('is north up and straight down in a plan, whatever angles it keeps', () => {
    const facts = cameraFacts({ ...initialCamera, mode: '2d', yawRad: 2, pitchRad: 0.1 }, size);
    expect(facts).toMatchObject({ isPlan: true, isParallel: true, towards: 0, tilt: 'down', tiltDeg: 90 });
  });
});
