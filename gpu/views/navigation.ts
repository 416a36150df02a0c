import { clamp } from '#domain/math/clamp.ts';
import type { CameraMode } from '#domain/view/camera.ts';
import type { PrimaryDrag } from '#viewport/viewport-types.ts';
import { type FingerIntent, type FingerMove, type FingerPair, intentOf, moveOf } from './two-fingers.ts';

/** The target of navigation: the viewport's camera, in CSS pixels. */
export interface NavigationTarget {
  readonly mode: CameraMode;
  readonly primaryDrag: PrimaryDrag;
  /** A gesture begins at a place of the image. */
  begin(x: number, y: number): void;
  /** New position of the pointer that grabbed a place of the image. */
  dragTo(x: number, y: number): void;
  orbitBy(dx: number, dy: number): void;
  zoomAt(factor: number, x: number, y: number): void;
  holdBy(move: FingerMove): void;
  end(): void;
}

type Drag = 'pan' | 'orbit';

/** Wheel distance that doubles or halves the scale is ln 2 over this, CSS pixels. */
const zoomPerPixel = 0.0016;
const lineHeightPx = 32;

function wheelPixels(event: WheelEvent): number {
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : lineHeightPx;
  // One notch of any mouse is limited to a factor of 1.5.
  return clamp(event.deltaY * unit, -250, 250);
}

/**
 * Turns pointer and wheel events of a canvas into camera moves. Left button: by `primaryDrag` (`navigate` pans in 2D
 * and orbits in 3D; with Shift the other of the two in 3D); middle: pan; right: orbit (pan in 2D); wheel: zoom to the
 * pointer; one finger: as the left button; two fingers: pan, zoom and turn, or tilt.
 */
export class Navigation {
  readonly #canvas: HTMLCanvasElement;
  readonly #target: NavigationTarget;
  readonly #pointers = new Map<number, { x: number; y: number }>();
  readonly #stop = new AbortController();
  #drag: Drag | null = null;
  #pinch: { readonly began: FingerPair; last: FingerPair; intent: FingerIntent } | null = null;

  constructor(canvas: HTMLCanvasElement, target: NavigationTarget) {
    this.#canvas = canvas;
    this.#target = target;
    const { signal } = this.#stop;
    canvas.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    canvas.addEventListener('pointermove', (event) => this.#move(event), { signal });
    canvas.addEventListener('pointerup', (event) => this.#up(event), { signal });
    canvas.addEventListener('pointercancel', (event) => this.#up(event), { signal });
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  }

  #dragOf(event: PointerEvent): Drag | null {
    const is3d = this.#target.mode === '3d';
    if (event.button === 1) return 'pan';
    if (event.button === 2) return is3d ? 'orbit' : 'pan';
    const request = this.#target.primaryDrag;
    if (request === 'none' || event.button !== 0) return null;
    if (!is3d || request === 'pan') return 'pan';
    return event.shiftKey ? 'pan' : 'orbit';
  }

  #place(event: MouseEvent): { x: number; y: number } {
    const box = this.#canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #down(event: PointerEvent): void {
    const place = this.#place(event);
    if (this.#pointers.size === 0) {
      this.#drag = this.#dragOf(event);
      if (!this.#drag) return;
      this.#target.begin(place.x, place.y);
    }
    this.#pointers.set(event.pointerId, place);
    this.#canvas.setPointerCapture(event.pointerId);
    this.#beginPinch();
  }

  #beginPinch(): void {
    const pair = this.#pair;
    this.#pinch = pair && { began: pair, last: pair, intent: 'undecided' };
  }

  get #pair(): FingerPair | null {
    const [a, b] = [...this.#pointers.values()];
    return a && b && this.#pointers.size === 2 ? [a, b] : null;
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const place = this.#place(event);
    this.#pointers.set(event.pointerId, place);
    if (this.#pointers.size >= 2) this.#movePinch();
    else if (this.#drag === 'pan') this.#target.dragTo(place.x, place.y);
    else if (this.#drag === 'orbit') this.#target.orbitBy(place.x - before.x, place.y - before.y);
  }

  #movePinch(): void {
    const now = this.#pair;
    const pinch = this.#pinch;
    if (!now || !pinch) return;
    if (pinch.intent === 'undecided') {
      pinch.intent = this.#target.mode === '2d' ? 'hold' : intentOf(pinch.began, now);
    }
    if (pinch.intent === 'undecided') return;
    const move = moveOf(pinch.last, now);
    pinch.last = now;
    if (pinch.intent === 'tilt') this.#target.orbitBy(0, move.to.y - move.from.y);
    else this.#target.holdBy(move);
  }

  #up(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return;
    this.#beginPinch();
    const [left] = this.#pointers.values();
    if (left) {
      if (this.#pointers.size === 1) this.#target.begin(left.x, left.y);
      return;
    }
    this.#drag = null;
    this.#target.end();
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const { x, y } = this.#place(event);
    // A pinch on a touchpad arrives as a wheel with Control and small steps.
    const scale = event.ctrlKey && Math.abs(event.deltaY) < 50 ? 6 : 1;
    this.#target.zoomAt(Math.exp(-wheelPixels(event) * zoomPerPixel * scale), x, y);
  }

  dispose(): void {
    this.#stop.abort();
    this.#pointers.clear();
  }
}
