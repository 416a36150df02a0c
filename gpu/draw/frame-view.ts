import {
  type CameraFrame,
  type CameraState,
  cameraFrame,
  isOrthographic,
  type WorldPoint,
} from '#domain/view/camera.ts';

/** The rendered part of an image, device pixels from its left and top edge; a pick renders a few pixels. */
export interface PixelWindow {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The geometry of a frame, computed once on the CPU in float64. */
export interface FrameView {
  readonly camera: CameraState;
  readonly axes: CameraFrame;
  readonly exaggeration: number;
  /** Orthographic: in plan or in 3D. */
  readonly isOrthographic: boolean;
  /** A map: seen from above, everything drawn flat. */
  readonly isPlan: boolean;
  /** Size of the whole image, device pixels. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly pixelRatio: number;
  /** The part rendered. */
  readonly window: PixelWindow;
  /** Column-major; from display space relative to the eye to clip space of the window. */
  readonly clipFromEye: Float64Array;
  readonly near: number;
  /** World length of depth 0 to 1 (orthographic). */
  readonly depthRange: number;
  /** World size of a device pixel: at distance 1 (perspective), anywhere (orthographic). */
  readonly pixelSpan: number;
  /** Left, right, bottom, top: a x + b y + c z + d ≥ 0 inside, relative to the eye, (a, b, c) of length 1. */
  readonly planes: readonly (readonly [number, number, number, number])[];
}

export interface FrameViewInput {
  readonly camera: CameraState;
  readonly exaggeration: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly pixelRatio: number;
  /**
   * Maximum distance of the scene before or behind the target along the view direction, display space (orthographic
   * depth).
   */
  readonly reach: number;
  /** Default: the whole image. */
  readonly window?: PixelWindow;
}

/** Distance of the near plane as a share of the camera's distance. */
const nearShare = 1 / 2000;

function clipMatrix(input: FrameViewInput, axes: CameraFrame, window: PixelWindow): Float64Array {
  const { widthPx, heightPx, camera } = input;
  const isFlat = isOrthographic(camera);
  const perUnit = isFlat ? 1 / axes.halfHeight : camera.distance / axes.halfHeight;
  const scaleX = (perUnit * heightPx) / widthPx;
  // The window of the whole image, as a scale and shift of clip space.
  const zoomX = widthPx / window.width;
  const zoomY = heightPx / window.height;
  const shiftX = zoomX - 1 - (2 * window.x) / window.width;
  const shiftY = 1 - zoomY + (2 * window.y) / window.height;
  const w = isFlat ? [0, 0, 0] : axes.forward;
  const near = camera.distance * nearShare;
  const range = depthRangeOf(input);
  const matrix = new Float64Array(16);
  for (const i of [0, 1, 2] as const) {
    matrix[i * 4] = axes.right[i] * scaleX * zoomX + w[i]! * shiftX;
    matrix[i * 4 + 1] = axes.up[i] * perUnit * zoomY + w[i]! * shiftY;
    matrix[i * 4 + 2] = isFlat ? -axes.forward[i] / range : 0;
    matrix[i * 4 + 3] = w[i]!;
  }
  matrix[12] = isFlat ? shiftX : 0;
  matrix[13] = isFlat ? shiftY : 0;
  // Orthographic: the target is at depth 0.5.
  matrix[14] = isFlat ? 0.5 + camera.distance / range : near;
  matrix[15] = isFlat ? 1 : 0;
  return matrix;
}

function depthRangeOf(input: FrameViewInput): number {
  return 2.2 * Math.max(input.reach, input.camera.distance * 1e-3, 1e-3);
}

function sidePlanes(matrix: Float64Array): FrameView['planes'] {
  const row = (r: number) => [matrix[r]!, matrix[4 + r]!, matrix[8 + r]!, matrix[12 + r]!] as const;
  const w = row(3);
  const planes: [number, number, number, number][] = [];
  for (const [r, sign] of [
    [0, 1],
    [0, -1],
    [1, 1],
    [1, -1],
  ] as const) {
    const side = row(r);
    const [a, b, c, d] = w.map((value, i) => value + sign * side[i]!) as [number, number, number, number];
    const length = Math.hypot(a, b, c);
    planes.push([a / length, b / length, c / length, d / length]);
  }
  return planes;
}

/** Prepares a frame. */
export function makeFrameView(input: FrameViewInput): FrameView {
  const { camera, exaggeration, widthPx, heightPx, pixelRatio } = input;
  const axes = cameraFrame(camera, exaggeration);
  const window = input.window ?? { x: 0, y: 0, width: widthPx, height: heightPx };
  const clipFromEye = clipMatrix(input, axes, window);
  const isFlat = isOrthographic(camera);
  const spanAtTarget = (2 * axes.halfHeight) / heightPx;
  return {
    camera,
    axes,
    exaggeration,
    isOrthographic: isFlat,
    isPlan: camera.mode === '2d',
    widthPx,
    heightPx,
    pixelRatio,
    window,
    clipFromEye,
    near: camera.distance * nearShare,
    depthRange: depthRangeOf(input),
    pixelSpan: isFlat ? spanAtTarget : spanAtTarget / camera.distance,
    planes: sidePlanes(clipFromEye),
  };
}

/** origin − eye in display space, as two float32 whose sum is the float64 value to about 48 bits. */
export function splitFromEye(view: FrameView, origin: WorldPoint): { high: number[]; low: number[] } {
  const { eye } = view.axes;
  const exact = [origin[0] - eye[0], origin[1] - eye[1], origin[2] * view.exaggeration - eye[2]];
  const high = exact.map(Math.fround);
  return { high, low: exact.map((value, i) => value - high[i]!) };
}

/** True where a box in world coordinates may be in the image, widened by `marginPx`. */
export function isBoxVisible(view: FrameView, min: WorldPoint, max: WorldPoint): boolean {
  const { eye, forward } = view.axes;
  const x = (min[0] + max[0]) / 2 - eye[0];
  const y = (min[1] + max[1]) / 2 - eye[1];
  const z = ((min[2] + max[2]) / 2) * view.exaggeration - eye[2];
  const hx = (max[0] - min[0]) / 2;
  const hy = (max[1] - min[1]) / 2;
  const hz = ((max[2] - min[2]) / 2) * view.exaggeration;
  const reach = (a: number, b: number, c: number) => Math.abs(a) * hx + Math.abs(b) * hy + Math.abs(c) * hz;
  if (!view.isOrthographic) {
    const ahead = x * forward[0] + y * forward[1] + z * forward[2];
    if (ahead + reach(...forward) < view.near) return false;
  }
  for (const [a, b, c, d] of view.planes) {
    if (a * x + b * y + c * z + d < -reach(a, b, c)) return false;
  }
  return true;
}

/** Distance from the eye to the nearest place of a box, display space, at least the near plane. */
export function distanceToBox(view: FrameView, min: WorldPoint, max: WorldPoint): number {
  const { eye } = view.axes;
  const gap = (i: 0 | 1 | 2, scale: number) => Math.max(min[i] * scale - eye[i], 0, eye[i] - max[i] * scale);
  return Math.max(Math.hypot(gap(0, 1), gap(1, 1), gap(2, view.exaggeration)), view.near);
}

/** World size of a device pixel at a distance. */
export function pixelSizeAt(view: FrameView, distance: number): number {
  return view.isOrthographic ? view.pixelSpan : view.pixelSpan * distance;
}
