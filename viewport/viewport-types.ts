import type { CrsDeclaration } from '#domain/crs/types.ts';
import type { AppError } from '#domain/errors/app-error.ts';
import type { Bounds3 } from '#domain/math/bounds.ts';
import type { CameraState } from '#domain/view/camera.ts';
import type { Quantiles } from '#domain/view/histogram.ts';
import type { PaneId } from '#domain/view/view-mode.ts';
import type { DisplaySettings, PointPath } from './display.ts';
import type { PickKind } from './pick.ts';

/** Why nothing can be drawn. */
export type UnsupportedReason =
  | 'no-webgpu'
  | 'no-adapter'
  | 'no-device'
  | 'no-canvas'
  | 'device-lost-repeatedly';

/** Result of `attach`. `adapter` names the graphics card or the software in its place. */
export type AttachResult =
  | { readonly status: 'ready'; readonly adapter: string; readonly isSoftware: boolean }
  | { readonly status: 'unsupported'; readonly reason: UnsupportedReason; readonly detail: string };

/** Figures of the last frame. */
export interface ViewportStats {
  readonly pointsDrawn: number;
  readonly trianglesDrawn: number;
  /** Nodes and tiles being fetched or decoded. */
  readonly loading: number;
  /** The frame is a quick one, of a moving camera or of the first points; one in full quality follows. */
  readonly isDraft: boolean;
  /** Memory of point and terrain data on the device, bytes. */
  readonly residentBytes: number;
  /** CPU time of the frame, ms. */
  readonly frameMs: number;
}

/** Who keeps memory on the device; `frame`: targets, uniforms and what is read back. */
export const deviceOwners = ['points', 'terrain', 'images', 'features', 'tins', 'labels', 'frame'] as const;
export type DeviceOwner = (typeof deviceOwners)[number];

/** Milliseconds that a sample of points takes each way to draw them. */
export type PointTimes = Readonly<Record<PointPath, number>>;

/** What the viewport is doing, for the panel of figures. Times are of the last frame, ms. */
export interface ViewportFigures {
  /** How points are drawn where no path was chosen, and what each took in a measurement; null before it. */
  readonly pointPath: PointPath | null;
  readonly pointTimes: PointTimes | null;
  /** Choosing what is drawn and requested, on the CPU. */
  readonly choosingMs: number;
  /** Writing the device's commands, on the CPU. */
  readonly encodingMs: number;
  /** From handing the commands over until the device has drawn them. */
  readonly deviceMs: number;
  readonly pointsDrawn: number;
  readonly trianglesDrawn: number;
  /** Nodes and tiles being fetched or decoded, and those waiting for it. */
  readonly inFlight: number;
  readonly waiting: number;
  /** Bytes on the device by owner. */
  readonly deviceBytes: Readonly<Record<DeviceOwner, number>>;
  /** Bytes of decoded points and tiles kept, and how many may be. */
  readonly keptBytes: number;
  readonly keptLimit: number;
}

/** What a mouse drag with the left button does; the middle button pans and the right one orbits in any case. */
export type PrimaryDrag = 'navigate' | 'pan' | 'orbit' | 'none';

/** A move of the camera without a pointer. */
export type CameraMove =
  /** Across the view, CSS pixels: what is in its middle goes there. */
  | { readonly kind: 'pan'; readonly dx: number; readonly dy: number }
  /** Round the view's middle or the eye, radians: clockwise seen from above, and down. */
  | {
      readonly kind: 'turn';
      readonly about: 'target' | 'eye';
      readonly yawRad: number;
      readonly pitchRad: number;
    }
  /** Through the scene, shares of the camera's distance. */
  | { readonly kind: 'fly'; readonly forward: number; readonly right: number; readonly up: number };

/** What a person saw: a pane's camera at a moment. */
export interface PaneView {
  readonly pane: PaneId;
  readonly camera: CameraState;
}

/** What is different in a pane from the scene that all panes show. */
export interface PaneLook {
  /** Layers that are not shown in it. */
  readonly hidden: readonly string[];
  /** Only what lies flat: images, lines and areas. */
  readonly isMap: boolean;
}

/** Moments of a viewport, by name. */
export interface ViewportEvents {
  /** A pane was drawn; its camera may have moved. At most once per animation frame for each. */
  frame: PaneView;
  stats: ViewportStats;
  /** A layer's bounds or value ranges became known or grew: legends and fits can be renewed. */
  layerReady: { readonly layerId: string };
  /** Each kind of failure is reported once for a layer. */
  layerFailed: { readonly layerId: string; readonly error: AppError };
  /** The device was lost and is being rebuilt; the view stands still meanwhile. */
  deviceLost: { readonly reason: string };
  /** The same view is back. */
  deviceRestored: { readonly adapter: string; readonly isSoftware: boolean };
  /** The device refused a command: a fault of the program, reported once for each. */
  deviceError: { readonly error: AppError };
  /** Nothing can be drawn: show the page that says so. */
  unsupported: { readonly reason: UnsupportedReason; readonly detail: string };
}

/** An image of the scene that is to be drawn into memory. */
export interface SnapshotRequest {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Pixels of the image that stand for a CSS pixel: lines and points grow with it. */
  readonly pixelRatio: number;
  /** Default: the present camera. The image covers the height of that view. */
  readonly camera?: CameraState;
  /** What looks different from the canvas. */
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
  /** How far from the pointer to look, CSS pixels. Default 8. */
  readonly radiusPx?: number;
  /** Kinds to look for. Default all. */
  readonly kinds?: readonly PickKind[];
  /**
   * True reads terrain elevations from the raster's finest cells, fetching them when needed; false reads
   * from what is loaded, for the pointer's moving coordinates. Default true.
   */
  readonly isExact?: boolean;
  /** The view to pick in; default: the present one of the pane in use. */
  readonly view?: PaneView;
}

/** What a file says of its coordinate system. */
export interface DeclaredSystem {
  readonly file: string;
  readonly declarations: readonly CrsDeclaration[];
  readonly wktBit: boolean;
  /** A place of the data in its own coordinates. */
  readonly place: readonly number[];
}

/** Ranges of what a layer has loaded, for legends. */
export interface LayerSummary {
  readonly bounds: Bounds3 | null;
  readonly elevationRange: readonly [number, number] | null;
  readonly intensityRange: readonly [number, number] | null;
  /** How elevations (vertical unit) and stored intensities are spread over what was loaded first, an even part of all. */
  readonly elevations?: Quantiles | null;
  readonly intensities?: Quantiles | null;
  /** Images from above only: whether the file holds coarser copies of itself. */
  readonly hasOverviews?: boolean;
  /** Streamed clouds only: parts that could not be read and are tried again. */
  readonly gaps?: number;
  /** Clouds only: times as the file holds them; null while no colour or filter asks for them. */
  readonly timeRange?: readonly [number, number] | null;
  readonly hasRgb: boolean;
  /** LAS classes met so far, ascending. */
  readonly classes: readonly number[];
  /** Points of the whole cloud; 0 for others. */
  readonly pointCount: number;
  /** What the layer's file says of its coordinate system; left out where there is no file. */
  readonly declared?: DeclaredSystem;
}
