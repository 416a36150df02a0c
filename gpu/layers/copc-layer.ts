import { type CopcNode, nodeId } from '#domain/formats/copc/hierarchy.ts';
import type { DisplaySettings } from '#domain/view/display.ts';
import type { PickResult } from '#domain/view/pick.ts';
import type { CopcLayer, LayerPatch } from '#domain/view/scene.ts';
import type { LayerSummary } from '#domain/view/viewing.ts';
import { asLayerError, isAbort } from '../errors.ts';
import { type FrameView, isBoxVisible } from '../frame/frame-view.ts';
import { packPoints, rgbShift } from '../resources/pack-points.ts';
import { CopcSource, childKeys } from '../streaming/copc-source.ts';
import type { LoadRequest } from '../streaming/load-queue.ts';
import { selectNodes } from '../streaming/select-nodes.ts';
import type { LayerHost } from './layer-host.ts';
import type { CollectContext, LayerView, PickHit } from './layer-view.ts';
import { makeChunk, type PointChunk, PointFacts, pointPick } from './points-layer.ts';

/** A COPC file, its nodes streamed by their size on the screen. */
export class CopcLayerView implements LayerView {
  readonly id: string;
  readonly kind = 'copc';
  readonly pickKind = 'point';
  readonly isPickable = true;
  isVisible: boolean;
  readonly #host: LayerHost;
  readonly #stop = new AbortController();
  readonly #chunks = new Map<string, PointChunk>();
  readonly #failed = new Set<string>();
  readonly #facts = new PointFacts();
  #source: CopcSource | null = null;
  #chosen: CopcNode[] = [];
  #shift: 0 | 8 | null = null;

  constructor(spec: CopcLayer, host: LayerHost) {
    this.id = spec.id;
    this.isVisible = spec.isVisible;
    this.#host = host;
    void this.#open(spec);
  }

  async #open(spec: CopcLayer): Promise<void> {
    const { signal } = this.#stop;
    try {
      const { source } = spec;
      const bytes = typeof source === 'string' ? await this.#host.openSource(source, signal) : source;
      this.#source = await CopcSource.open(bytes, signal);
      this.#host.reportReady(this.id);
      this.#host.requestFrame();
    } catch (error) {
      if (!isAbort(error)) this.#host.reportFailure(this.id, asLayerError(this.id, error));
    }
  }

  get facts(): LayerSummary {
    const source = this.#source;
    if (!source) return this.#facts.facts(null, null, 0);
    const { bounds, header } = source.file;
    const cube = source.boxOf({ level: 0, x: 0, y: 0, z: 0 });
    const { min, max } = bounds ?? cube;
    return this.#facts.facts(min, max, header.pointCount);
  }

  patch(patch: LayerPatch): void {
    this.isVisible = patch.isVisible ?? this.isVisible;
  }

  /** Chooses the nodes of a frame and wishes for those that are missing; null: nothing is seen of this layer. */
  stream(view: FrameView | null, display: DisplaySettings, pointBudget: number): void {
    const source = this.#source;
    this.#chosen = [];
    if (!source || !view) {
      this.#host.queue.wish(this.id, []);
      return;
    }
    const finestPx = Math.max(1, display.pointSizePx * view.pixelRatio * 0.6);
    const { nodes, pages } = selectNodes(source, view, pointBudget, finestPx);
    const wishes = pages.map(({ page, priority }) =>
      this.#wish(`page ${nodeId(page.key)}`, priority * 2, (signal) => source.loadPage(page, signal)),
    );
    for (const { node, priority } of nodes) {
      const name = nodeId(node.key);
      this.#chosen.push(node);
      if (this.#chunks.has(name)) this.#host.memory.touch(this.#memoryKey(name));
      else
        wishes.push(this.#wish(name, priority, (signal) => this.#loadNode(source, node, priority, signal)));
    }
    this.#host.queue.wish(
      this.id,
      wishes.filter(({ key }) => !this.#failed.has(key)),
    );
  }

  #memoryKey(name: string): string {
    return `${this.id} ${name}`;
  }

  #wish(name: string, priority: number, load: (signal: AbortSignal) => Promise<void>): LoadRequest {
    const key = this.#memoryKey(name);
    return {
      key,
      priority,
      load: async (signal) => {
        try {
          await load(signal);
          this.#host.requestFrame();
        } catch (error) {
          if (isAbort(error)) return;
          this.#failed.add(key);
          this.#host.reportFailure(this.id, asLayerError(this.id, error));
        }
      },
    };
  }

  async #loadNode(source: CopcSource, node: CopcNode, priority: number, signal: AbortSignal): Promise<void> {
    const points = await source.loadNode(node, this.#host.pool, priority, signal);
    signal.throwIfAborted();
    if (points.rgb) this.#shift ??= rgbShift(points.rgb);
    const packed = packPoints(points, 0, points.count, this.#shift ?? 0);
    const name = nodeId(node.key);
    const chunk = makeChunk(`copc ${this.id} ${name}`, packed, source.scale, source.offset);
    this.#chunks.set(name, chunk);
    this.#host.memory.add(this.#memoryKey(name), packed.words.byteLength * 2, () => {
      this.#chunks.delete(name);
      chunk.buffer.release();
    });
    // Ranges come from the coarse nodes, an even sample of the whole, so that colours do not drift while loading.
    const isNews = this.#facts.add(packed, source.scale, source.offset, node.key.level === 0);
    if (isNews) this.#host.reportReady(this.id);
  }

  collect({ view, ids, draws, pointBudget }: CollectContext): void {
    const source = this.#source;
    if (!source) return;
    const spacings = this.#drawnSpacings(source);
    let points = draws.points.reduce((sum, draw) => sum + draw.count, 0);
    for (const node of this.#chosen) {
      const chunk = this.#chunks.get(nodeId(node.key));
      if (!chunk || !isBoxVisible(view, chunk.min, chunk.max)) continue;
      points += chunk.packed.count;
      if (points > pointBudget && draws.points.length > 0) break;
      draws.points.push({
        drawId: ids.next(this, chunk),
        buffer: chunk.buffer,
        count: chunk.packed.count,
        origin: chunk.origin,
        scale: source.scale,
        hasRgb: chunk.packed.hasRgb,
        spacing: spacings.get(nodeId(node.key)) ?? source.spacingOf(node.key),
      });
    }
  }

  /**
   * Spacing of the points that are drawn where each node lies: that of its coarsest loaded child where it has any,
   * since nodes add to their parents.
   */
  #drawnSpacings(source: CopcSource): Map<string, number> {
    const spacings = new Map<string, number>();
    const deepestFirst = [...this.#chosen].sort((a, b) => b.key.level - a.key.level);
    for (const { key } of deepestFirst) {
      if (!this.#chunks.has(nodeId(key))) continue;
      const below = childKeys(key).map((child) => spacings.get(nodeId(child)) ?? 0);
      spacings.set(nodeId(key), Math.max(...below) || source.spacingOf(key));
    }
    return spacings;
  }

  async resolvePick(hit: PickHit, key: unknown): Promise<PickResult | null> {
    const source = this.#source!;
    return pointPick(this.id, (key as PointChunk).packed, hit, source.scale, source.offset);
  }

  release(): void {
    this.#stop.abort(new DOMException('layer removed', 'AbortError'));
    this.#host.queue.wish(this.id, []);
    for (const [name, chunk] of this.#chunks) {
      this.#host.memory.remove(this.#memoryKey(name));
      chunk.buffer.release();
    }
    this.#chunks.clear();
  }
}
