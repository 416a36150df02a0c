import type { CameraState } from '#domain/view/camera.ts';

/** The task of both sides: the same points, image size and budget. */
export interface OpenRequest {
  /** Of the COPC file for ours, of `metadata.json` for the peer. */
  readonly address: string;
  /** Size of the image, CSS and device pixels. */
  readonly width: number;
  readonly height: number;
  /** Points drawn at most. */
  readonly budget: number;
  /** Edge of the square points. */
  readonly pointSizePx: number;
  readonly camera: CameraState;
}

/** How decoding went until the full detail was there. */
export interface Decoding {
  readonly points: number;
  readonly workers: number;
  /** Seconds that workers were at work, all together. */
  readonly busySeconds: number;
}

/** How a side came to its first view; times count from the call, the page's code being there. */
export interface Opened {
  readonly adapter: string;
  /** Until the device had drawn the first points. */
  readonly firstMs: number;
  /** Until the device had drawn all points of the view and nothing was loading. */
  readonly fullMs: number;
  readonly points: number;
  /** Null for a side that does not report it. */
  readonly decoding: Decoding | null;
}

/**
 * One frame: from the start of its work on the processor until the next could start, the device being done and the
 * picture handed over, as a person waits for it who moves the camera.
 */
export interface Frame {
  readonly ms: number;
  readonly points: number;
}

/** A page of the bench as the runner drives it. */
export interface Side {
  open(request: OpenRequest): Promise<Opened>;
  /** Follows the path without a stop, loading at the same time as it does for a person. */
  move(path: readonly CameraState[]): Promise<Frame[]>;
  /** Stops at each camera until all is loaded, then draws that frame once more. */
  rest(path: readonly CameraState[]): Promise<Frame[]>;
}

declare global {
  interface Window {
    benchSide: Side;
  }
}

/** The next animation frame; returns when its callbacks began, ms. */
export function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
}

/** An empty canvas that fills the page's corner. */
export function putCanvas({ width, height }: Pick<OpenRequest, 'width' | 'height'>): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  document.body.replaceChildren(canvas);
  return canvas;
}

/** Frames without news after which a view counts as full. */
export const quietFrames = 3;
