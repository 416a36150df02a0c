import type { Bounds3 } from '#domain/math/bounds.ts';
import {
  type CameraMode,
  type CameraState,
  cameraFrame,
  fitCamera,
  initialCamera,
  isOrthographic,
  projectPoint,
  type ScreenPoint,
  type ScreenSize,
  unitsPerPixel,
  unprojectToElevation,
  type WorldPoint,
} from '#domain/view/camera.ts';
import type { PickResult } from '#viewport/pick.ts';
import type { CameraMove, PickOptions, PrimaryDrag } from '#viewport/viewport-types.ts';
import { dragCamera, flyCamera, retargetCamera, turnCamera, turnOfDrag, zoomCamera } from './camera-moves.ts';
import type { NavigationTarget } from './navigation.ts';
import type { FingerMove } from './two-fingers.ts';

/** The environment of a camera. */
export interface CameraHost {
  /** Size of the image, CSS pixels. */
  readonly size: ScreenSize;
  /** False while the image has no canvas, and so no size. */
  readonly hasCanvas: boolean;
  readonly exaggeration: number;
  /** Time after the last move until the camera counts as at rest, ms. */
  readonly restDelayMs: number;
  /** True while a frame is pending or in flight. */
  readonly isDrawing: boolean;
  sceneBounds(): Bounds3 | null;
  pick(x: number, y: number, options: PickOptions): Promise<PickResult | null>;
  requestFrame(): void;
  /** Called when the camera was moved other than by `follow`. */
  moved(): void;
}

interface Anchor {
  readonly x: number;
  readonly y: number;
  readonly point: WorldPoint;
}

/** Position of the eye, world. */
function eyeOf(camera: CameraState, exaggeration: number): WorldPoint {
  const { eye } = cameraFrame(camera, exaggeration);
  return [eye[0], eye[1], eye[2] / exaggeration];
}

/** The camera of an image: moves it by gestures and commands, and converts between world and image. */
export class CameraController implements NavigationTarget {
  readonly #host: CameraHost;
  #camera: CameraState = initialCamera;
  primaryDrag: PrimaryDrag = 'navigate';
  #restTimer: ReturnType<typeof setTimeout> | null = null;
  #isMoving = false;
  #anchor: Anchor | null = null;
  /** State of the running gesture. */
  #grabbed: WorldPoint | null = null;
  #gesture = 0;
  #isFitWanted = false;

  constructor(host: CameraHost) {
    this.#host = host;
  }

  get state(): CameraState {
    return this.#camera;
  }

  get mode(): CameraMode {
    return this.#camera.mode;
  }

  /** True until the camera has been at rest for a moment. */
  get isMoving(): boolean {
    return this.#isMoving;
  }

  set(patch: Partial<CameraState>): void {
    this.#isFitWanted = false;
    this.#moveTo({ ...this.#camera, ...patch });
  }

  /** Fits a box, or the whole scene, as soon as it and a canvas exist. */
  fit(bounds?: Bounds3): void {
    const box = bounds ?? this.#host.sceneBounds();
    this.#isFitWanted = !box || !this.#host.hasCanvas;
    if (!box) return;
    this.#moveTo(fitCamera(this.#camera, box, this.#host.size, this.#host.exaggeration));
  }

  /** Fits the scene if that was requested before it existed. */
  fitIfWanted(): void {
    if (this.#isFitWanted) this.fit();
  }

  /** Follows another camera; in 2D only its target and scale. */
  follow(leader: CameraState): void {
    const { target, distance, yawRad, pitchRad, isParallel = false } = leader;
    const isSameKind = leader.mode === this.#camera.mode;
    const angles = isSameKind ? { yawRad, pitchRad, isParallel } : {};
    this.#isFitWanted = false;
    this.#show({ ...this.#camera, target, distance, ...angles });
  }

  #moveTo(camera: CameraState): void {
    this.#show(camera);
    this.#host.moved();
  }

  #show(camera: CameraState): void {
    this.#camera = camera;
    this.#isMoving = true;
    if (this.#restTimer) clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.#comeToRest(), this.#host.restDelayMs);
    this.#host.requestFrame();
  }

  /** A slow device may still be drawing the last move, which the user may then continue. */
  #comeToRest(): void {
    if (this.#host.isDrawing) {
      this.#restTimer = setTimeout(() => this.#comeToRest(), this.#host.restDelayMs);
      return;
    }
    this.#restTimer = null;
    this.#isMoving = false;
    this.#host.requestFrame();
  }

  // Gestures

  /** Picks the surface under the pointer for the moves that follow; until then the ground is assumed. */
  begin(x: number, y: number): void {
    this.#anchor = null;
    this.#grabbed = this.#groundAt(x, y);
    if (this.#camera.mode === '2d') return;
    const gesture = ++this.#gesture;
    const camera = this.#camera;
    const options = { radiusPx: 3, isExact: false, kinds: ['point', 'terrain', 'tin'], camera } as const;
    void this.#host.pick(x, y, options).then((hit) => {
      if (!hit || gesture !== this.#gesture) return;
      this.#anchor = { x, y, point: hit.position };
      if (this.#grabbed !== null) this.#grabbed = hit.position;
    });
  }

  /** Moves the point grabbed at the gesture's start under a place of the image. */
  dragTo(x: number, y: number): void {
    this.#isFitWanted = false;
    if (this.#grabbed === null) return;
    this.#moveTo(dragCamera(this.#camera, this.#grabbed, x, y, this.#host.size, this.#host.exaggeration));
  }

  /** Turns about the grabbed point where known, else about the target. */
  orbitBy(dx: number, dy: number): void {
    this.#isFitWanted = false;
    const pivot = this.#anchor?.point ?? this.#camera.target;
    this.#moveTo(
      turnCamera(this.#camera, pivot, turnOfDrag(dx, dy, this.#host.size), this.#host.exaggeration),
    );
  }

  zoomAt(factor: number, x: number, y: number): void {
    this.#isFitWanted = false;
    const anchor = this.#anchor;
    const isSamePlace = anchor && Math.hypot(anchor.x - x, anchor.y - y) < 12;
    if (!isSamePlace) this.begin(x, y);
    const about = isSamePlace ? anchor.point : this.#groundAt(x, y);
    this.#moveTo(zoomCamera(this.#camera, factor, about));
  }

  /** The ground between two fingers follows them: moved, scaled and, in 3D, turned. */
  holdBy({ from, to, zoom, turnRad }: FingerMove): void {
    this.#isFitWanted = false;
    const { size, exaggeration } = this.#host;
    const held = this.#groundAt(from.x, from.y);
    let camera = dragCamera(this.#camera, held, to.x, to.y, size, exaggeration);
    camera = zoomCamera(camera, zoom, held);
    const turn = { yawRad: -turnRad, pitchRad: 0 };
    this.#moveTo(camera.mode === '2d' ? camera : turnCamera(camera, held, turn, exaggeration));
  }

  /** Moves without a pointer: across the image, round its middle, or through the scene. */
  move(move: CameraMove): void {
    this.#isFitWanted = false;
    const { size, exaggeration } = this.#host;
    const camera = this.#camera;
    if (move.kind === 'fly') {
      this.#moveTo(flyCamera(camera, move, exaggeration));
    } else if (move.kind === 'turn') {
      const pivot = move.about === 'eye' ? eyeOf(camera, exaggeration) : camera.target;
      this.#moveTo(turnCamera(camera, pivot, move, exaggeration));
    } else {
      const [x, y] = [size.width / 2 + move.dx, size.height / 2 + move.dy];
      this.#moveTo(dragCamera(camera, camera.target, x, y, size, exaggeration));
    }
  }

  /** The ground under a place of the image: the target's elevation, within a sensible distance of the view. */
  #groundAt(x: number, y: number): WorldPoint {
    const point = this.unproject(x, y);
    const { target, distance } = this.#camera;
    if (!point) return target;
    const away = Math.hypot(point[0] - target[0], point[1] - target[1]);
    return away < distance * 3 ? point : target;
  }

  /** After a gesture: moves the target along the view direction to the surface, so that the next orbit turns about it. */
  end(): void {
    this.#grabbed = null;
    const { mode, distance } = this.#camera;
    if (mode === '2d' || !this.#host.hasCanvas) return;
    const before = this.#camera;
    const { width, height } = this.#host.size;
    const options = { radiusPx: 12, isExact: false, kinds: ['point', 'terrain', 'tin'] } as const;
    void this.#host.pick(width / 2, height / 2, options).then((hit) => {
      if (!hit || this.#camera !== before) return;
      const { depth } = this.project(hit.position);
      const isNear = depth > distance / 50 && depth < distance * 50;
      if (!isNear && !isOrthographic(before)) return;
      this.#camera = retargetCamera(before, depth, this.#host.exaggeration);
    });
  }

  // Geometry

  /** World units a CSS pixel covers at the target. */
  get unitsPerPixel(): number {
    return unitsPerPixel(this.#camera, this.#host.size);
  }

  /** Position of a world point in the image, CSS pixels. */
  project(world: WorldPoint, camera: CameraState = this.#camera): ScreenPoint {
    return projectPoint(world, camera, this.#host.size, this.#host.exaggeration);
  }

  /** World point at an elevation (default: the target's) under a place of the image; null above the horizon. */
  unproject(x: number, y: number, z?: number, camera: CameraState = this.#camera): WorldPoint | null {
    const elevation = z ?? camera.target[2];
    return unprojectToElevation(x, y, elevation, camera, this.#host.size, this.#host.exaggeration);
  }

  dispose(): void {
    if (this.#restTimer) clearTimeout(this.#restTimer);
  }
}
