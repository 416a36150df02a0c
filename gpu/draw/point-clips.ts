import { type PointClip, type PointFilter, returnKinds, sliceBox } from '#domain/cloud/point-filter.ts';
import { clamp } from '#domain/math/clamp.ts';
import { appendAll } from '#domain/math/extremes.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import { code } from '#shaders/common/point-filter.wgsl';
import type { SharedLayouts } from '../layouts/bind-groups.ts';
import { type StructValues, writeStruct } from '../layouts/struct-writer.ts';
import { structLayout } from '../layouts/wgsl-layout.ts';
import type { ResourceLedger } from '../resources/ledger.ts';
import type { PointsDraw } from './draws.ts';

const layout = structLayout(code, 'PointClip');

/** Represents an open end: WGSL has no infinity. */
const endless = 3e38;

/** Clips in the shader's layout, relative to an origin near them. */
export interface PackedClips {
  readonly count: number;
  /** `PointClip` structs; at least one. */
  readonly clips: ArrayBuffer;
  /** xy per ring corner; at least one corner. */
  readonly corners: Float32Array<ArrayBuffer>;
  /** World position of the origin of clips and corners. */
  readonly anchor: WorldPoint;
}

function anchorOf(clip: PointClip | undefined): WorldPoint {
  if (!clip) return [0, 0, 0];
  if (clip.kind === 'polygon') return [clip.ring[0] ?? 0, clip.ring[1] ?? 0, 0];
  return clip.kind === 'box' ? clip.center : [...clip.from, 0];
}

/** Packs clips; numbers are float32 differences from the first clip's position. */
export function packClips(clips: readonly PointClip[]): PackedClips {
  const anchor = anchorOf(clips[0]);
  const bytes = new ArrayBuffer(Math.max(1, clips.length) * layout.size);
  const view = new DataView(bytes);
  const corners: number[] = [];
  clips.forEach((clip, i) => {
    const values: StructValues = { ...boxValues(clip, anchor), is_inverted: clip.isInverted ? 1 : 0 };
    const start = corners.length / 2;
    if (clip.kind === 'polygon')
      appendAll(
        corners,
        clip.ring.map((v, axis) => v - anchor[(axis % 2) as 0]),
      );
    writeStruct(view, i * layout.size, layout, { ...values, start, count: corners.length / 2 - start });
  });
  return { count: clips.length, clips: bytes, corners: Float32Array.from(padded(corners)), anchor };
}

const padded = (corners: readonly number[]) => (corners.length > 0 ? corners : [0, 0]);

function boxValues(clip: PointClip, anchor: WorldPoint): StructValues {
  if (clip.kind === 'polygon') return { center: [0, 0, 0], half_size: [0, 0, 0], turn: [1, 0] };
  const { center, half, yawRad } = clip.kind === 'box' ? clip : sliceBox(clip);
  return {
    center: center.map((value, axis) => value - anchor[axis as 0]),
    half_size: half.map((value) => Math.min(value, endless)),
    turn: [Math.cos(yawRad), Math.sin(yawRad)],
  };
}

/** The part of `PointDraw` that selects the visible points of a node. */
export function filterValues(draw: PointsDraw, filter: PointFilter, clips: PackedClips): StructValues {
  const { origin, timeBase } = draw;
  const [low, high] = filter.seenElevations ?? [-endless, endless];
  const [from, to] = filter.seenTimes ?? [-endless, endless];
  const bits = filter.hiddenReturns.reduce((sum, kind) => sum | (1 << returnKinds.indexOf(kind)), 0);
  const bound = (value: number) => clamp(value, -endless, endless);
  return {
    clip_offset: origin.map((value, axis) => value - clips.anchor[axis as 0]),
    seen_low: bound(low - origin[2]),
    seen_high: bound(high - origin[2]),
    seen_from: draw.hasTime ? bound(from - timeBase) : -endless,
    seen_to: draw.hasTime ? bound(to - timeBase) : endless,
    hidden_returns: draw.hasReturns ? bits : 0,
    clip_count: clips.count,
  };
}

/** The clips of a display on one device: group 2 of points. */
export class ClipBuffers {
  readonly #ledger: ResourceLedger;
  readonly #layouts: SharedLayouts;
  #source: readonly PointClip[] | null = null;
  #packed: PackedClips = packClips([]);
  #buffers: GPUBuffer[] = [];
  #group: GPUBindGroup | null = null;

  constructor(ledger: ResourceLedger, layouts: SharedLayouts) {
    this.#ledger = ledger;
    this.#layouts = layouts;
  }

  /** Uploads the clips if they changed, and returns them packed. */
  write(clips: readonly PointClip[]): PackedClips {
    if (this.#group && clips === this.#source) return this.#packed;
    this.#source = clips;
    this.#packed = packClips(clips);
    this.destroy();
    this.#buffers = [this.#packed.clips, this.#packed.corners].map((data, i) => {
      const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
      const buffer = this.#ledger.buffer(i === 0 ? 'clips' : 'clip corners', data.byteLength, usage);
      this.#ledger.device.queue.writeBuffer(buffer, 0, data);
      return buffer;
    });
    this.#group = this.#ledger.device.createBindGroup({
      label: 'point clips',
      layout: this.#layouts.storageBatch,
      entries: this.#buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
    return this.#packed;
  }

  /** The bind group of the clips written last. */
  get group(): GPUBindGroup {
    if (!this.#group) throw new Error('clips are bound before they are written');
    return this.#group;
  }

  /** The buffers of that group. */
  get buffers(): readonly GPUBuffer[] {
    return this.#buffers;
  }

  destroy(): void {
    for (const buffer of this.#buffers) this.#ledger.destroy(buffer);
    this.#buffers = [];
    this.#group = null;
  }
}
