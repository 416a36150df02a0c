import { code } from '#shaders/render/label-occlusion.wgsl';
import type { OcclusionRequest } from '../draw/draws.ts';
import type { FrameView } from '../draw/frame-view.ts';
import { writeStruct } from '../layouts/struct-writer.ts';
import { structLayout } from '../layouts/wgsl-layout.ts';
import { type Candidate, depthOf } from './place-labels.ts';

const layout = structLayout(code, 'LabelAnchor');

/** Labels per query; those beyond count as visible. */
const maxCandidates = 4096;

const none: ReadonlySet<string> = new Set();

/**
 * The labels of each image that the scene hides, as last reported by the device. One query per image is pending at a
 * time; a frame drawn in the meantime is queried afterwards.
 */
export class LabelOcclusions {
  readonly #hidden = new Map<string, ReadonlySet<string>>();
  readonly #pending = new Map<string, { isStale: boolean }>();
  readonly #requestFrame: () => void;

  constructor(requestFrame: () => void) {
    this.#requestFrame = requestFrame;
  }

  /** True while a query is pending. */
  get isBusy(): boolean {
    return this.#pending.size > 0;
  }

  /** Ids of the labels that the last query found hidden. */
  hiddenIn(name: string): ReadonlySet<string> {
    return this.#hidden.get(name) ?? none;
  }

  /** The query of a frame's labels; null where nothing can be hidden, or while one is pending. */
  query(name: string, candidates: readonly Candidate[], view: FrameView): OcclusionRequest | null {
    if (view.isPlan || candidates.length === 0) {
      this.forget(name);
      return null;
    }
    const before = this.#pending.get(name);
    if (before) {
      before.isStale = true;
      return null;
    }
    const queried = candidates.slice(0, maxCandidates);
    const anchors = new DataView(new ArrayBuffer(queried.length * layout.size));
    queried.forEach(({ x, y, w }, i) => {
      writeStruct(anchors, i * layout.size, layout, { place: [x, y], depth: depthOf(view, w) });
    });
    const query = { isStale: false };
    this.#pending.set(name, query);
    return {
      anchors,
      count: queried.length,
      onResult: (found) => {
        if (this.#pending.get(name) !== query) return;
        this.#pending.delete(name);
        if (!found) return;
        const hidden = new Set(queried.flatMap(({ label }, i) => (found[i] === 0 ? [] : [label.id])));
        const isChanged = !isSame(hidden, this.hiddenIn(name));
        this.#hidden.set(name, hidden);
        if (isChanged || query.isStale) this.#requestFrame();
      },
    };
  }

  /** Drops an image that has no labels, or is no longer drawn. */
  forget(name: string): void {
    this.#hidden.delete(name);
    this.#pending.delete(name);
  }

  /** Drops all images. */
  clear(): void {
    this.#hidden.clear();
    this.#pending.clear();
  }
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}
