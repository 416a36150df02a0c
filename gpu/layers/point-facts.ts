import type { WorldPoint } from '#domain/view/camera.ts';
import { joinQuantiles, type Quantiles } from '#domain/view/histogram.ts';
import type { PackedPoints } from '#domain/view/pack-points.ts';
import type { LayerSummary } from '#viewport/viewport-types.ts';

/** Collects the facts of chunks as they are loaded. */
export class PointFacts {
  #elevation: [number, number] | null = null;
  #intensity: [number, number] | null = null;
  #time: [number, number] | null = null;
  #elevations: Quantiles | null = null;
  #intensities: Quantiles | null = null;
  readonly #classes = new Set<number>();
  #hasRgb = false;

  /** `hasRanges`: whether it may extend ranges. Returns true when something changed that a legend shows. */
  add(packed: PackedPoints, scale: WorldPoint, offset: WorldPoint, hasRanges = true): boolean {
    if (packed.count === 0) return false;
    const before = this.#key();
    const widen = (old: [number, number] | null, next: readonly [number, number] | null) =>
      next
        ? ([Math.min(next[0], old?.[0] ?? Infinity), Math.max(next[1], old?.[1] ?? -Infinity)] as [
            number,
            number,
          ])
        : old;
    const z = hasRanges ? packed.zRange : null;
    this.#elevation = widen(this.#elevation, z && [z[0] * scale[2] + offset[2], z[1] * scale[2] + offset[2]]);
    this.#intensity = widen(this.#intensity, hasRanges ? packed.intensityRange : null);
    if (hasRanges) {
      const elevations = packed.zQuantiles?.map((integer) => integer * scale[2] + offset[2]) ?? [];
      this.#elevations = joinQuantiles(
        [this.#elevations ?? [], elevations].filter(({ length }) => length > 0),
      );
      const wholes = [this.#intensities, packed.intensityQuantiles].filter((each) => each !== null);
      this.#intensities = joinQuantiles(wholes);
    }
    this.#time = widen(this.#time, packed.timeRange);
    this.#hasRgb ||= packed.hasRgb;
    for (const number of packed.classes) this.#classes.add(number);
    return this.#key() !== before;
  }

  #key(): string {
    return `${this.#elevation} ${this.#intensity} ${this.#time} ${this.#hasRgb} ${this.#classes.size}`;
  }

  facts(min: WorldPoint | null, max: WorldPoint | null, pointCount: number): LayerSummary {
    return {
      bounds: min && max ? { min, max } : null,
      elevationRange: this.#elevation,
      intensityRange: this.#intensity,
      elevations: this.#elevations,
      intensities: this.#intensities,
      timeRange: this.#time,
      hasRgb: this.#hasRgb,
      classes: [...this.#classes].sort((a, b) => a - b),
      pointCount,
    };
  }
}
