import type { CameraMode } from '#domain/view/camera.ts';
import type { PrimaryDrag } from '#domain/view/viewing.ts';

/** What navigation moves: the viewport's camera, in CSS pixels. */
export interface NavigationTarget {
  readonly mode: CameraMode;
  readonly primaryDrag: PrimaryDrag;
  /** A gesture begins at a place of the picture. */
  begin(x: number, y: number): void;
  panBy(dx: number, dy: number): void;
  orbitBy(dx: number, dy: number): void;
  zoomAt(factor: number, x: number, y: number): void;
  end(): void;
}

type Drag = 'pan' | 'orbit';

/** Wheel distance that doubles or halves the scale is ln 2 over this, CSS pixels. */
const zoomPerPixel = 0.0016;
const lineHeightPx = 32;

function wheelPixels(event: WheelEvent): number {
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : lineHeightPx;
  // One notch of any mouse stays within a factor of 1.5.
  return Math.max(-250, Math.min(250, event.deltaY * unit));
}

/**
 * Turns pointer and wheel events of a canvas into camera moves. Left button: as `primaryDrag` says (`navigate` pans
 * in 2D and orbits in 3D; with Shift the other of the two in 3D); middle: pan; right: orbit (pan in 2D);
 * wheel: zoom to the pointer; one finger: as the left button; two fingers: pan and zoom.
 */
export class Navigation {
  readonly #canvas: HTMLCanvasElement;
  readonly #target: NavigationTarget;
  readonly #pointers = new Map<number, { x: number; y: number }>();
  readonly #stop = new AbortController();
  #drag: Drag | null = null;

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
    const wish = this.#target.primaryDrag;
    if (wish === 'none' || event.button !== 0) return null;
    if (!is3d || wish === 'pan') return 'pan';
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
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const place = this.#place(event);
    if (this.#pointers.size >= 2) this.#pinch(event.pointerId, place);
    else if (this.#drag === 'pan') this.#target.panBy(place.x - before.x, place.y - before.y);
    else if (this.#drag === 'orbit') this.#target.orbitBy(place.x - before.x, place.y - before.y);
    this.#pointers.set(event.pointerId, place);
  }

  #pinch(moved: number, place: { x: number; y: number }): void {
    const [first, second] = [...this.#pointers.keys()];
    if (moved !== first && moved !== second) return;
    const other = this.#pointers.get(moved === first ? second! : first!)!;
    const before = this.#pointers.get(moved)!;
    const spread = (p: { x: number; y: number }) => Math.max(8, Math.hypot(p.x - other.x, p.y - other.y));
    const middle = { x: (place.x + other.x) / 2, y: (place.y + other.y) / 2 };
    this.#target.panBy((place.x - before.x) / 2, (place.y - before.y) / 2);
    this.#target.zoomAt(spread(place) / spread(before), middle.x, middle.y);
  }

  #up(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return;
    if (this.#pointers.size > 0) return;
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
