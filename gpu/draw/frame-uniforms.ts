import { code } from '#shaders/common/frame.wgsl';
import { classTexels } from '#viewport/class-colours.ts';
import { type DisplaySettings, type PointSizeMode, type Rgba, slopeEnds } from '#viewport/display.ts';
import { aspectStops, differenceStops, rampStops, rampTexels, stopsOf } from '#viewport/ramps.ts';
import type { SharedLayouts } from '../layouts/bind-groups.ts';
import { type StructValues, writeStruct } from '../layouts/struct-writer.ts';
import { structLayout, wgslConstant, wgslConstants } from '../layouts/wgsl-layout.ts';
import { DeviceTexture } from '../resources/device-data.ts';
import type { ResourceLedger } from '../resources/ledger.ts';
import type { FrameView } from './frame-view.ts';
import { noHeight, type ReferencePiece, type ReferencePieces } from './reference-pieces.ts';

const layout = structLayout(code, 'Frame');
const constants = wgslConstants(code);
const flag = (name: string) => wgslConstant(constants, `FRAME_${name}`);

/** Point size modes as in shaders. */
export const sizeModes: Readonly<Record<PointSizeMode, number>> = {
  fixed: wgslConstant(constants, 'SIZE_FIXED'),
  attenuated: wgslConstant(constants, 'SIZE_ATTENUATED'),
  adaptive: wgslConstant(constants, 'SIZE_ADAPTIVE'),
};

/** Colour modes of terrain, as in its shader. */
export function terrainMode({ terrainColour, slopeUnit }: DisplaySettings): number {
  const name = terrainColour === 'slope' ? `slope_${slopeUnit}` : terrainColour;
  return wgslConstant(constants, `TERRAIN_${name.toUpperCase()}`);
}

/** Ramps in the order of their rows: elevations, slopes, aspects, differences. 256 texels a row, RGBA bytes. */
function rampRows(display: DisplaySettings): Uint8Array<ArrayBuffer> {
  const rows = [stopsOf(display), rampStops[display.slopeRamp], aspectStops, differenceStops];
  const texels = new Uint8Array(256 * 4 * rows.length);
  rows.forEach((stops, row) => {
    texels.set(rampTexels(stops, 256), row * 1024);
  });
  return texels;
}

/** Inputs of the frame's uniforms besides the view. */
export interface FrameLook {
  readonly display: DisplaySettings;
  /** Elevations at the ends of the ramp. */
  readonly elevationRange: readonly [number, number];
  readonly intensityRange: readonly [number, number];
  /** Elevation from one contour to the next. */
  readonly contourInterval: number;
  /** Height at the ends of the ramp of differences. */
  readonly differenceEnd: number;
  /** The surface compared with. */
  readonly reference: ReferencePieces;
  /** First and last time of the colours, as stored in the files. */
  readonly timeRange: readonly [number, number];
  /** Elevation of the ground grid. */
  readonly gridElevation: number;
  /** Disables driver-dependent effects (dither), for tests. */
  readonly isDeterministic: boolean;
  /** A reduced image, for motion on a slow device: outlines, lighting and meshes are simplified. */
  readonly isReduced: boolean;
}

interface Backdrop {
  readonly top: Rgba;
  readonly bottom: Rgba;
  readonly grid: Rgba;
}

const backdrops: Readonly<Record<DisplaySettings['theme'], Backdrop>> = {
  dark: { top: [0.071, 0.082, 0.102, 1], bottom: [0.106, 0.122, 0.149, 1], grid: [0.62, 0.68, 0.78, 0.16] },
  light: { top: [0.965, 0.969, 0.976, 1], bottom: [0.898, 0.914, 0.933, 1], grid: [0.22, 0.28, 0.38, 0.17] },
};

const starkBackdrops: typeof backdrops = {
  dark: { top: [0, 0, 0, 1], bottom: [0, 0, 0, 1], grid: [1, 1, 1, 0.34] },
  light: { top: [1, 1, 1, 1], bottom: [1, 1, 1, 1], grid: [0, 0, 0, 0.34] },
};

/** Minimum strength of eye-dome lighting in high contrast. */
const starkEdlStrength = 0.85;

/** Grid lines about 60 px apart: 1, 10, 100, … units. */
function gridSpacing(view: FrameView): number {
  const unitsPerPixel = (2 * view.axes.halfHeight) / (view.heightPx / view.pixelRatio);
  return 10 ** Math.ceil(Math.log10(unitsPerPixel * 28));
}

function modulo(value: number, divisor: number): number {
  return value - Math.floor(value / divisor) * divisor;
}

function flagsOf(view: FrameView): number {
  return (view.isOrthographic ? flag('ORTHOGRAPHIC') : 0) | (view.isPlan ? flag('PLAN') : 0);
}

function frameValues(view: FrameView, look: FrameLook): StructValues {
  const { display } = look;
  const { axes, window } = view;
  const azimuth = (display.sunAzimuthDeg * Math.PI) / 180;
  const altitude = (display.sunAltitudeDeg * Math.PI) / 180;
  const [low, high] = look.elevationRange;
  const [dark, bright] = look.intensityRange;
  const backdrop = (display.hasHighContrast ? starkBackdrops : backdrops)[display.theme];
  const spacing = gridSpacing(view);
  return {
    clip_from_eye: view.clipFromEye,
    right: axes.right,
    up: axes.up,
    forward: axes.forward,
    pixel_ratio: view.pixelRatio,
    near: view.near,
    pixel_span: view.pixelSpan,
    sun: [Math.sin(azimuth) * Math.cos(altitude), Math.cos(azimuth) * Math.cos(altitude), Math.sin(altitude)],
    depth_range: view.depthRange,
    viewport_px: [window.width, window.height],
    exaggeration: view.exaggeration,
    flags: flagsOf(view),
    ramp_scale: 1 / Math.max(high - low, 1e-6),
    intensity_low: dark,
    intensity_scale: 1 / Math.max(bright - dark, 1),
    background_top: backdrop.top,
    background_bottom: backdrop.bottom,
    grid_colour: backdrop.grid,
    grid_eye: [modulo(axes.eye[0], spacing * 10), modulo(axes.eye[1], spacing * 10)],
    grid_height: look.gridElevation * view.exaggeration - axes.eye[2],
    grid_spacing: spacing,
    image_px: [view.widthPx, view.heightPx],
    window_px: [window.x, window.y],
    edl_strength: Math.max(display.edlStrength, display.hasHighContrast ? starkEdlStrength : 0),
    ...pointValues(view, look),
    ...terrainValues(look),
    ...waterValues(view, look),
    ...referenceValues(view, look),
  };
}

function pointValues(view: FrameView, { display, timeRange }: FrameLook): StructValues {
  return {
    point_size_px: Math.max(1, display.pointSizePx * view.pixelRatio),
    blend_share: display.blendMode ? display.blendShare : 0,
    time_scale: 1 / Math.max(timeRange[1] - timeRange[0], 1e-6),
    target_distance: view.camera.distance,
    edl_radius_px: Math.max(1, display.edlRadiusPx * view.pixelRatio),
  };
}

function terrainValues({ display, contourInterval }: FrameLook): StructValues {
  const [low, high] = slopeEnds(display);
  return {
    slope_low: low,
    slope_scale: 1 / Math.max(high - low, 1e-6),
    height_factor: display.heightFactor,
    contour_scale: 1 / contourInterval,
    contour_index_every: display.contourIndexEvery,
  };
}

/** Water is half as clear at a quarter of the depth to the lowest elevation of the ramp. */
function waterValues(view: FrameView, { display, elevationRange }: FrameLook): StructValues {
  const level = display.waterLevel ?? 0;
  const deepest = Math.max((level - elevationRange[0]) * view.exaggeration, 1e-3);
  return {
    water_height: level * view.exaggeration - view.axes.eye[2],
    water_fade: (4 * Math.LN2) / deepest,
  };
}

function referenceValues(view: FrameView, look: FrameLook): StructValues {
  const [x, y] = view.axes.eye;
  const along = (piece: ReferencePiece | null) =>
    piece
      ? {
          eye: [(x - piece.west) / piece.cellWidth, (piece.north - y) / piece.cellHeight],
          cells: [1 / piece.cellWidth, -1 / piece.cellHeight],
          base: piece.base - look.elevationRange[0],
        }
      : { eye: [-1, -1], cells: [0, 0], base: 0 };
  const near = along(look.reference.near);
  const whole = along(look.reference.whole);
  return {
    near_eye: near.eye,
    near_cells: near.cells,
    near_base: near.base,
    whole_eye: whole.eye,
    whole_cells: whole.cells,
    whole_base: whole.base,
    difference_scale: 0.5 / look.differenceEnd,
  };
}

/** Group 0 of one device: the frame's uniforms, the ramps and the class colours. */
export class FrameUniforms {
  readonly #ledger: ResourceLedger;
  readonly #layouts: SharedLayouts;
  readonly #buffer: GPUBuffer;
  readonly #sampler: GPUSampler;
  readonly #bytes = new DataView(new ArrayBuffer(layout.size));
  #ramp: DeviceTexture | null = null;
  #classes: DeviceTexture | null = null;
  /** Placeholder for a missing surface. */
  readonly #nowhere = new DeviceTexture('no surface', 'r32float', [1, 1], Float32Array.of(noHeight));
  #reference: ReferencePieces = { near: null, whole: null };
  #key = '';
  #group: GPUBindGroup | null = null;

  constructor(ledger: ResourceLedger, layouts: SharedLayouts, label: string) {
    this.#ledger = ledger;
    this.#layouts = layouts;
    this.#buffer = ledger.buffer(label, layout.size, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST);
    this.#sampler = ledger.device.createSampler({
      label: 'linear',
      magFilter: 'linear',
      minFilter: 'linear',
    });
  }

  /** Writes the values of a frame and returns its bind group. */
  write(view: FrameView, look: FrameLook): GPUBindGroup {
    writeStruct(this.#bytes, 0, layout, frameValues(view, look));
    this.#ledger.device.queue.writeBuffer(this.#buffer, 0, this.#bytes.buffer);
    const { ramp, ownRamp, slopeRamp, hiddenClasses, classColours } = look.display;
    const key = JSON.stringify([ramp, ownRamp, slopeRamp, hiddenClasses, classColours]);
    const { near, whole } = look.reference;
    const isSame = key === this.#key && near === this.#reference.near && whole === this.#reference.whole;
    this.#reference = look.reference;
    if (!this.#group || !isSame) this.#group = this.#makeGroup(look.display, key !== this.#key);
    this.#key = key;
    return this.#group;
  }

  #makeGroup(display: DisplaySettings, hasNewColours: boolean): GPUBindGroup {
    if (hasNewColours) this.#makeColours(display);
    const textures = [this.#ramp!, this.#classes!];
    const { near, whole } = this.#reference;
    const surfaces = [near, whole].map((piece) => piece?.texture ?? this.#nowhere);
    const view = (texture: DeviceTexture) => texture.on(this.#ledger).createView();
    return this.#ledger.device.createBindGroup({
      label: 'frame',
      layout: this.#layouts.frame,
      entries: [
        { binding: 0, resource: { buffer: this.#buffer } },
        ...textures.map((texture, i) => ({ binding: 1 + i, resource: view(texture) })),
        { binding: 3, resource: this.#sampler },
        ...surfaces.map((texture, i) => ({ binding: 4 + i, resource: view(texture) })),
      ],
    });
  }

  #makeColours(display: DisplaySettings): void {
    this.#ramp?.release();
    this.#classes?.release();
    const ramps = rampRows(display);
    this.#ramp = new DeviceTexture('ramps', 'rgba8unorm', [256, ramps.length / 1024], ramps);
    this.#classes = new DeviceTexture('classes', 'rgba8unorm', [256, 1], classTexels(display));
  }

  destroy(): void {
    this.#ramp?.release();
    this.#classes?.release();
    this.#nowhere.release();
    this.#ledger.destroy(this.#buffer);
    this.#group = null;
  }
}
