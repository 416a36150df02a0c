import type { BoxClip } from '#domain/cloud/point-filter.ts';
import { type ClipHandle, moveBox, moveFace, turnBox } from '#domain/view/clip-handles.ts';

const moves: Readonly<Record<string, readonly [x: number, y: number, z: number]>> = {
  ArrowRight: [1, 0, 0],
  ArrowLeft: [-1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, 1],
  PageDown: [0, 0, -1],
};

/**
 * The box after a key press on a handle: its middle moves east, north and up, a face outwards and inwards, and the
 * corner turns it counter-clockwise and clockwise; null for other keys. `step`: horizontal units.
 */
export function stepHandle(
  box: BoxClip,
  handle: ClipHandle,
  key: string,
  step: number,
  turnRad: number,
): BoxClip | null {
  const move = moves[key];
  if (!move) return null;
  if (handle === 'middle') return moveBox(box, [move[0] * step, move[1] * step, move[2] * step]);
  if (move[2] !== 0) return null;
  const way = move[0] + move[1];
  return handle === 'turn' ? turnBox(box, -way * turnRad) : moveFace(box, handle, way * step);
}
