import type { DrawingOverlay, OverlayImage } from '#domain/drawing/overlay.ts';

/** A part of a picture: texels with their place and scale in its pixels. */
export interface PictureWindow {
  readonly width: number;
  readonly height: number;
  /** Four bytes a texel, opacity not multiplied in. */
  readonly rgba: Uint8Array<ArrayBuffer>;
  readonly origin: readonly [x: number, y: number];
  readonly scale: readonly [x: number, y: number];
}

/** A part of a picture, its pixels. */
export interface PictureBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The pictures over the site of a project. Failures reject with `AppError`. */
export interface OverlayImages {
  /** Reads a PNG, JPEG or GeoTIFF off this thread and stores it. @param report share done, 0 to 1 */
  add(file: File, signal: AbortSignal, report: (fraction: number) => void): Promise<OverlayImage>;
  /** Downloads a placed overlay as a GeoTIFF in the project's system. @param report share done, 0 to 1 */
  save(overlay: DrawingOverlay, signal: AbortSignal, report: (fraction: number) => void): Promise<void>;
  /** Address of a stored picture, for the viewport. */
  address(hash: string): string;
  /** The texels under a box, each about `texel` pixels wide; null where it misses the picture. */
  read(hash: string, box: PictureBox, texel: number, signal: AbortSignal): Promise<PictureWindow | null>;
}
