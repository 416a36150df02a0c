import type { CameraMove } from '#viewport/viewport-types.ts';

/** Shares of the camera's distance per second. */
const speed = 0.9;
/** Turn per second, radians. */
const turnSpeed = 1.1;

/** Keys that fly the camera, by `KeyboardEvent.code`: the same positions on every keyboard. */
const thrusts: Readonly<Record<string, readonly [forward: number, right: number, up: number]>> = {
  KeyW: [1, 0, 0],
  KeyS: [-1, 0, 0],
  KeyD: [0, 1, 0],
  KeyA: [0, -1, 0],
  KeyE: [0, 0, 1],
  KeyQ: [0, 0, -1],
};

const turns: Readonly<Record<string, readonly [yaw: number, pitch: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Whether a key is used in flight. */
export const isFlightKey = (code: string): boolean => code in thrusts || code in turns;

/** Moves of a time step of flight with keys held down. `isFast` (Shift) is four times as fast. */
export function flightMoves(held: ReadonlySet<string>, seconds: number, isFast: boolean): CameraMove[] {
  const sum = (table: Readonly<Record<string, readonly number[]>>, index: number) =>
    [...held].reduce((total, code) => total + (table[code]?.[index] ?? 0), 0);
  const way = speed * seconds * (isFast ? 4 : 1);
  const [forward, right, up] = [0, 1, 2].map((index) => sum(thrusts, index) * way) as [
    number,
    number,
    number,
  ];
  const [yawRad, pitchRad] = [0, 1].map((index) => sum(turns, index) * turnSpeed * seconds) as [
    number,
    number,
  ];
  const moves: CameraMove[] = [];
  if (yawRad !== 0 || pitchRad !== 0) moves.push({ kind: 'turn', about: 'eye', yawRad, pitchRad });
  if (forward !== 0 || right !== 0 || up !== 0) moves.push({ kind: 'fly', forward, right, up });
  return moves;
}

const stepPx = 60;
const stepRad = Math.PI / 18;

/** The move of an arrow key outside flight: the view moves with the arrow; with Shift it turns and tilts. */
export function arrowMove(key: string, hasShift: boolean): CameraMove | null {
  const turn = turns[key];
  if (turn === undefined) return null;
  const [across, down] = turn;
  if (!hasShift) return { kind: 'pan', dx: -across * stepPx || 0, dy: -down * stepPx || 0 };
  return { kind: 'turn', about: 'target', yawRad: across * stepRad, pitchRad: down * stepRad };
}
