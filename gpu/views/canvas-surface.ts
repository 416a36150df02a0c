/**
 * Device pixels of an edge of `cssPx`. `exactPx` is the browser's own count, which decides the rounding; a browser that
 * emulates another screen counts the pixels of the real one, which is ignored. At least 1.
 */
export function devicePixels(cssPx: number, ratio: number, exactPx: number | undefined): number {
  const expected = cssPx * ratio;
  const isSound = exactPx !== undefined && Math.abs(exactPx - expected) <= 1;
  return Math.max(1, isSound ? exactPx : Math.round(expected));
}

/** A size that an image is drawn at. */
export interface CanvasSize {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Drawn pixels per CSS pixel. */
  readonly pixelRatio: number;
}

/** A canvas and its size in device pixels, updated as it changes. */
export class CanvasSurface implements CanvasSize {
  readonly canvas: HTMLCanvasElement;
  readonly #observer: ResizeObserver;
  readonly #onResize: () => void;
  #context: GPUCanvasContext | null = null;
  #device: GPUDevice | null = null;
  #width = 1;
  #height = 1;
  #pixelRatio = 1;

  constructor(canvas: HTMLCanvasElement, onResize: () => void) {
    this.canvas = canvas;
    this.#onResize = onResize;
    this.#observer = new ResizeObserver(([entry]) => entry && this.#resize(entry));
    this.#observer.observe(canvas);
    this.#pixelRatio = globalThis.devicePixelRatio || 1;
    this.#width = devicePixels(canvas.clientWidth, this.#pixelRatio, undefined);
    this.#height = devicePixels(canvas.clientHeight, this.#pixelRatio, undefined);
  }

  #resize(entry: ResizeObserverEntry): void {
    const exact = entry.devicePixelContentBoxSize?.[0];
    const ratio = globalThis.devicePixelRatio || 1;
    const width = devicePixels(entry.contentRect.width, ratio, exact?.inlineSize);
    const height = devicePixels(entry.contentRect.height, ratio, exact?.blockSize);
    if (width === this.#width && height === this.#height && ratio === this.#pixelRatio) return;
    this.#width = width;
    this.#height = height;
    this.#pixelRatio = ratio;
    this.#onResize();
  }

  get widthPx(): number {
    return this.#width;
  }

  get heightPx(): number {
    return this.#height;
  }

  get pixelRatio(): number {
    return this.#pixelRatio;
  }

  /** Limits the canvas's edges to the device's maximum. */
  limitTo(edgePx: number): void {
    this.#width = Math.min(this.#width, edgePx);
    this.#height = Math.min(this.#height, edgePx);
  }

  /** Its size at a resolution scale, device pixels. */
  sizeAt(scale: number): CanvasSize {
    const edge = (px: number) => Math.max(1, Math.round(px * scale));
    return { widthPx: edge(this.#width), heightPx: edge(this.#height), pixelRatio: this.#pixelRatio * scale };
  }

  /**
   * The texture to draw the next frame in, of `sizeAt(scale)`, which the browser stretches over the canvas; null where
   * the canvas has no WebGPU context.
   */
  texture(device: GPUDevice, format: GPUTextureFormat, scale: number): GPUTexture | null {
    const { canvas } = this;
    const { widthPx, heightPx } = this.sizeAt(scale);
    if (canvas.width !== widthPx) canvas.width = widthPx;
    if (canvas.height !== heightPx) canvas.height = heightPx;
    this.#context ??= canvas.getContext('webgpu');
    if (!this.#context) return null;
    if (this.#device !== device) {
      this.#context.configure({ device, format, alphaMode: 'opaque' });
      this.#device = device;
    }
    return this.#context.getCurrentTexture();
  }

  /** True where the canvas is configured for a device. */
  get hasContext(): boolean {
    this.#context ??= this.canvas.getContext('webgpu');
    return this.#context !== null;
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#context?.unconfigure();
    this.#context = null;
    this.#device = null;
  }
}
