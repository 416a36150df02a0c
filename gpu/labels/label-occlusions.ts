import { code } from '#shaders/render/label-occlusion.wgsl';
import type { OcclusionRequest } from '../draw/draws.ts';
import type { FrameView } from '../draw/frame-view.ts';
import { writeStruct } from '../layouts/struct-writer.ts';
import { structLayout } from '../layouts/wgsl-layout.ts';
import { type Candidate, depthOf } from './place-labels.ts';

const layout = structLayout(code, 'LabelAnchor');

/** Labels asked about at a time; those beyond are taken as seen. */
const maxCandidates = 4096;

const none: ReadonlySet<string> = new Set();

/**
 * Which labels of each image the scene hides, as far as the device has told. One question an image is under way at a
 * time; a frame drawn meanwhile is asked about afterwards.
 */
export class LabelOcclusions {
  readonly #hidden = new Map<string, ReadonlySet<string>>();
  readonly #asked = new Map<string, { isStale: boolean }>();
  readonly #requestFrame: () => void;

  constructor(requestFrame: () => void) {
    this.#requestFrame = requestFrame;
  }

  /** True while an answer is awaited. */
  get isBusy(): boolean {
    return this.#asked.size > 0;
  }

  /** Ids of the labels that were hidden when they were last asked about. */
  hiddenIn(name: string): ReadonlySet<string> {
    return this.#hidden.get(name) ?? none;
  }

  /** What to ask about the labels of a frame; null where nothing can be hidden, or an answer is awaited. */
  ask(name: string, candidates: readonly Candidate[], view: FrameView): OcclusionRequest | null {
    if (view.isPlan || candidates.length === 0) {
      this.forget(name);
      return null;
    }
    const before = this.#asked.get(name);
    if (before) {
      before.isStale = true;
      return null;
    }
    const asked = candidates.slice(0, maxCandidates);
    const anchors = new DataView(new ArrayBuffer(asked.length * layout.size));
    asked.forEach(({ x, y, w }, i) => {
      writeStruct(anchors, i * layout.size, layout, { place: [x, y], depth: depthOf(view, w) });
    });
    const question = { isStale: false };
    this.#asked.set(name, question);
    return {
      anchors,
      count: asked.length,
      tell: (found) => {
        if (this.#asked.get(name) !== question) return;
        this.#asked.delete(name);
        if (!found) return;
        const hidden = new Set(asked.flatMap(({ label }, i) => (found[i] === 0 ? [] : [label.id])));
        const isChanged = !isSame(hidden, this.hiddenIn(name));
        this.#hidden.set(name, hidden);
        if (isChanged || question.isStale) this.#requestFrame();
      },
    };
  }

  /** Lets go of an image that has no labels, or is not drawn any more. */
  forget(name: string): void {
    this.#hidden.delete(name);
    this.#asked.delete(name);
  }

  /** Lets go of all images. */
  clear(): void {
    this.#hidden.clear();
    this.#asked.clear();
  }
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}
