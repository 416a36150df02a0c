import type { CrsDeclaration } from '#domain/crs/types.ts';
import type { AppError } from '#domain/errors/app-error.ts';
import type { Bounds3 } from '#domain/math/bounds.ts';
import type { CameraState } from '#domain/view/camera.ts';
import type { Quantiles } from '#domain/view/histogram.ts';
import type { PaneId } from '#domain/view/view-mode.ts';
import type { DisplaySettings, PointPath } from './display.ts';
import type { PickKind } from './pick.ts';

/** The reason why nothing can be drawn. */
export type UnsupportedReason =
  | 'no-webgpu'
  | 'no-adapter'
  | 'no-device'
  | 'no-canvas'
  | 'device-lost-repeatedly';

/** Result of `attach`. `adapter` names the graphics card or the software adapter. */
export type AttachResult =
  | { readonly status: 'ready'; readonly adapter: string; readonly isSoftware: boolean }
  | { readonly status: 'unsupported'; readonly reason: UnsupportedReason; readonly detail: string };

/** Figures of the last frame. */
export interface ViewportStats {
  readonly pointsDrawn: number;
  readonly trianglesDrawn: number;
  /** Nodes and tiles being fetched or decoded. */
  readonly loading: number;
  /** The frame is a reduced one, of a moving camera or of the first points; one in full quality follows. */
  readonly isDraft: boolean;
  /** Memory of point and terrain data on the device, bytes. */
  readonly residentBytes: number;
  /** CPU time of the frame, ms. */
  readonly frameMs: number;
}

/** Owners of device memory; `frame`: targets, uniforms and read-back buffers. */
export const deviceOwners = ['points', 'terrain', 'images', 'features', 'tins', 'labels', 'frame'] as const;
export type DeviceOwner = (typeof deviceOwners)[number];

/** Milliseconds that a sample of points takes by each path. */
export type PointTimes = Readonly<Record<PointPath, number>>;

/** Activity of the viewport, for the panel of figures. Times are of the last frame, ms. */
export interface ViewportFigures {
  /** Path of drawing points where none was chosen, and the measured time of each; null before the measurement. */
  readonly pointPath: PointPath | null;
  readonly pointTimes: PointTimes | null;
  /** Selecting what is drawn and requested, on the CPU. */
  readonly choosingMs: number;
  /** Encoding the device's commands, on the CPU. */
  readonly encodingMs: number;
  /** From submitting the commands until the device has drawn them. */
  readonly deviceMs: number;
  readonly pointsDrawn: number;
  readonly trianglesDrawn: number;
  /** Nodes and tiles being fetched or decoded, and those waiting for it. */
  readonly inFlight: number;
  readonly waiting: number;
  /** Bytes on the device by owner. */
  readonly deviceBytes: Readonly<Record<DeviceOwner, number>>;
  /** Bytes of decoded points and tiles kept, and their limit. */
  readonly keptBytes: number;
  readonly keptLimit: number;
}

/** Action of a mouse drag with the left button; the middle button always pans and the right one orbits. */
export type PrimaryDrag = 'navigate' | 'pan' | 'orbit' | 'none';

/** A move of the camera without a pointer. */
export type CameraMove =
  /** Pan across the view, CSS pixels: the point in its middle moves there. */
  | { readonly kind: 'pan'; readonly dx: number; readonly dy: number }
  /** Turn about the view's middle or the eye, radians: clockwise seen from above, and down. */
  | {
      readonly kind: 'turn';
      readonly about: 'target' | 'eye';
      readonly yawRad: number;
      readonly pitchRad: number;
    }
  /** Flight through the scene, shares of the camera's distance. */
  | { readonly kind: 'fly'; readonly forward: number; readonly right: number; readonly up: number };

/** A view that the user saw: a pane's camera at a moment. */
export interface PaneView {
  readonly pane: PaneId;
  readonly camera: CameraState;
}

/** Differences of a pane from the scene that all panes show. */
export interface PaneLook {
  /** Layers hidden in it. */
  readonly hidden: readonly string[];
  /** Only flat content: images, lines and areas. */
  readonly isMap: boolean;
}

/** Events of a viewport, by name. */
export interface ViewportEvents {
  /** A pane was drawn; its camera may have moved. At most once per animation frame for each. */
  frame: PaneView;
  stats: ViewportStats;
  /** A layer's bounds or value ranges became known or grew: legends and fits can be updated. */
  layerReady: { readonly layerId: string };
  /** Each kind of failure is reported once for a layer. */
  layerFailed: { readonly layerId: string; readonly error: AppError };
  /** The device was lost and is being rebuilt; the view is frozen meanwhile. */
  deviceLost: { readonly reason: string };
  /** The view was restored. */
  deviceRestored: { readonly adapter: string; readonly isSoftware: boolean };
  /** A validation error of the device: a bug, each reported once. */
  deviceError: { readonly error: AppError };
  /** Nothing can be drawn: show the page that explains it. */
  unsupported: { readonly reason: UnsupportedReason; readonly detail: string };
}

/** Request to draw an image of the scene into memory. */
export interface SnapshotRequest {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Pixels of the image per CSS pixel: scales lines and points. */
  readonly pixelRatio: number;
  /** Default: the present camera. The image covers the height of that view. */
  readonly camera?: CameraState;
  /** Differences in display from the canvas. */
  readonly display?: Partial<DisplaySettings>;
}

/** An image in memory: RGBA bytes, row by row from the top, length 4 × width × height. */
export interface PixelImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** Options of `pick`. */
export interface PickOptions {
  /** Search radius around the pointer, CSS pixels. Default 8. */
  readonly radiusPx?: number;
  /** Kinds to look for. Default all. */
  readonly kinds?: readonly PickKind[];
  /**
   * True reads terrain elevations from the raster's finest cells, fetching them when needed; false reads from loaded
   * tiles, for the coordinates of a moving pointer. Default true.
   */
  readonly isExact?: boolean;
  /** The view to pick in; default: the current one of the active pane. */
  readonly view?: PaneView;
}

/** Coordinate system declared by a file. */
export interface DeclaredSystem {
  readonly file: string;
  readonly declarations: readonly CrsDeclaration[];
  readonly wktBit: boolean;
  /** A position of the data in its own coordinates. */
  readonly place: readonly number[];
}

/** Ranges of a layer's loaded data, for legends. */
export interface LayerSummary {
  readonly bounds: Bounds3 | null;
  readonly elevationRange: readonly [number, number] | null;
  readonly intensityRange: readonly [number, number] | null;
  /**
   * Histograms of elevations (vertical unit) and stored intensities of the data loaded first, an even sample of the
   * whole.
   */
  readonly elevations?: Quantiles | null;
  readonly intensities?: Quantiles | null;
  /** Images from above only: whether the file has overviews. */
  readonly hasOverviews?: boolean;
  /** Streamed clouds only: number of parts that could not be read and are retried. */
  readonly gaps?: number;
  /** Clouds only: times as stored in the file; null while no colour or filter needs them. */
  readonly timeRange?: readonly [number, number] | null;
  readonly hasRgb: boolean;
  /** LAS classes found so far, ascending. */
  readonly classes: readonly number[];
  /** Points of the whole cloud; 0 for others. */
  readonly pointCount: number;
  /** Coordinate system declared by the layer's file; undefined where there is no file. */
  readonly declared?: DeclaredSystem;
}
