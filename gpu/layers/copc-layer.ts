import { mayBoxBeSeen, type PointFilter, seeAll } from '#domain/cloud/point-filter.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { type CopcNode, type CopcPageLink, nodeId } from '#domain/formats/copc/hierarchy.ts';
import { packedBytes } from '#domain/view/pack-points.ts';
import { type DisplaySettings, needsFlightData } from '#viewport/display.ts';
import type { PickResult } from '#viewport/pick.ts';
import type { CopcLayer, LayerPatch } from '#viewport/scene.ts';
import type { LayerSummary } from '#viewport/viewport-types.ts';
import { isBoxVisible } from '../draw/frame-view.ts';
import { asLayerError, isAbort } from '../errors.ts';
import type { PickHit } from '../picking/draw-ids.ts';
import { CopcSource } from '../streaming/copc-source.ts';
import { drawnSpacings } from '../streaming/drawn-spacings.ts';
import type { LayerHost } from '../streaming/layer-host.ts';
import { type LoadRequest, mergeRequests } from '../streaming/load-queue.ts';
import { RetryPolicy } from '../streaming/retry-policy.ts';
import type { NodeSelection, NodeTree } from '../streaming/select-nodes.ts';
import { GapBoxes } from './gap-boxes.ts';
import type { CollectContext, LayerView } from './layer-view.ts';
import { chunkDraw, makeChunk, type PointChunk, pointPick, releaseChunk } from './point-chunk.ts';
import { PointFacts } from './point-facts.ts';

const rootKey = { level: 0, x: 0, y: 0, z: 0 } as const;

/** Priority penalty of nodes that will be visible soon, relative to visible ones. */
const aheadShare = 0.01;

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
  readonly #retries = new RetryPolicy();
  readonly #retryTimers = new Set<ReturnType<typeof setTimeout>>();
  readonly #facts = new PointFacts();
  readonly #gapBoxes: GapBoxes;
  #source: CopcSource | null = null;
  /** One per view. */
  #chosen: (NodeSelection | null)[] = [];
  #shift: 0 | 8 | null = null;
  #hasFlight = false;
  #filter: PointFilter = seeAll;

  constructor(spec: CopcLayer, host: LayerHost) {
    this.id = spec.id;
    this.isVisible = spec.isVisible;
    this.#host = host;
    this.#gapBoxes = new GapBoxes(spec.id);
    void this.#open(spec);
  }

  async #open(spec: CopcLayer): Promise<void> {
    const { signal } = this.#stop;
    try {
      const { source } = spec;
      this.#host.pool.prepare('view.packChunk');
      const bytes = typeof source === 'string' ? await this.#host.openSource(source, signal) : source;
      const opened = await CopcSource.open(bytes, signal);
      await this.#readRoot(opened, signal);
      this.#source = opened;
      this.#requestRoot(opened);
      this.#host.reportReady(this.id);
      this.#host.requestFrame();
    } catch (error) {
      if (!isAbort(error)) this.#host.reportFailure(this.id, asLayerError(this.id, error));
    }
  }

  /** Reads the first page of the hierarchy; the queue retries failures. */
  async #readRoot(source: CopcSource, signal: AbortSignal): Promise<void> {
    const link = source.pageOf(rootKey);
    try {
      if (link) await source.loadPage(link, signal, (error) => this.#host.reportFailure(this.id, error));
    } catch (error) {
      if (isAbort(error)) throw error;
    }
  }

  /** The first image shows the root: it is fetched before a frame has selected nodes. */
  #requestRoot(source: CopcSource): void {
    const node = source.node(rootKey);
    const request = this.isVisible && node && node.pointCount > 0 ? this.#nodeRequest(source, node, 1) : null;
    if (request) this.#host.queue.request(this.id, [request]);
  }

  get facts(): LayerSummary {
    const source = this.#source;
    if (!source) return this.#facts.facts(null, null, 0);
    const { bounds, header, crsDeclarations: declarations } = source.file;
    const cube = source.boxOf({ level: 0, x: 0, y: 0, z: 0 });
    const { min, max } = bounds ?? cube;
    const { name: file } = source.file.source;
    return {
      ...this.#facts.facts(min, max, header.pointCount),
      gaps: this.#retries.gaps.length,
      declared: { file, declarations, wktBit: header.hasWktBit, place: min },
    };
  }

  patch(patch: LayerPatch): void {
    this.isVisible = patch.isVisible ?? this.isVisible;
  }

  /** The cloud's tree, for selection; null until it is open. */
  get tree(): NodeTree | null {
    return this.#source;
  }

  /**
   * Applies the nodes selected for a frame's views and requests those that are missing; null: the layer is not visible
   * in a view. `ahead`: nodes that will be visible soon, requested after all others.
   */
  load(
    selections: readonly (NodeSelection | null)[],
    ahead: readonly NodeSelection[],
    display: DisplaySettings,
  ): void {
    const source = this.#source;
    this.#chosen = [...selections];
    this.#filter = display;
    const seen = selections.filter((selection) => selection !== null);
    if (!source || seen.length === 0) {
      this.#host.queue.request(this.id, []);
      return;
    }
    this.#hasFlight = needsFlightData(display);
    const requests = [
      ...seen.flatMap((selection) => this.#requestsOf(source, selection, 1)),
      ...ahead.flatMap((selection) => this.#requestsOf(source, selection, aheadShare)),
    ];
    const now = performance.now();
    const allowed = mergeRequests(requests).filter(({ key }) => this.#retries.mayTry(key, now));
    // Nothing else uses network and processor until the root is loaded and about to be drawn.
    const first = this.#memoryKey(nodeId(rootKey));
    const root = this.#chunks.size === 0 ? allowed.filter(({ key }) => key === first) : [];
    this.#host.queue.request(this.id, root.length > 0 ? root : allowed);
  }

  #requestsOf(source: CopcSource, { nodes, pages }: NodeSelection, share: number): LoadRequest[] {
    return [
      ...pages.map(({ page, priority }) => this.#pageRequest(source, page, priority * 2 * share)),
      ...nodes.flatMap(({ node, priority }) => this.#nodeRequest(source, node, priority * share) ?? []),
    ];
  }

  #memoryKey(name: string): string {
    return `${this.id} ${name}`;
  }

  #pageRequest(source: CopcSource, page: CopcPageLink, priority: number): LoadRequest {
    return this.#request(`page ${nodeId(page.key)}`, priority, async (signal) => {
      const onUnsound = (error: AppError) => this.#host.reportFailure(this.id, error);
      try {
        await source.loadPage(page, signal, onUnsound);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'copc.hierarchy') throw error;
        // Invalid pages stay invalid: such a page is reported and not requested again.
        source.dropPage(page);
        onUnsound(error);
      }
    });
  }

  /** Null where the node is loaded with the required data. */
  #nodeRequest(source: CopcSource, node: CopcNode, priority: number): LoadRequest | null {
    const name = nodeId(node.key);
    const chunk = this.#chunks.get(name);
    if (chunk) this.#host.memory.touch(this.#memoryKey(name));
    if (chunk && (chunk.packed.flight !== null || !this.#hasFlight)) return null;
    return this.#request(name, priority, (signal) => this.#loadNode(source, node, priority, signal));
  }

  #request(name: string, priority: number, load: (signal: AbortSignal) => Promise<void>): LoadRequest {
    const key = this.#memoryKey(name);
    return {
      key,
      priority,
      load: async (signal) => {
        try {
          await load(signal);
          if (this.#retries.succeed(key)) this.#gapsChanged();
          this.#host.requestFrame();
        } catch (error) {
          if (!isAbort(error)) this.#noteFailure(key, error);
        }
      },
    };
  }

  /** Three failures make a gap, which is reported; each is retried after a delay. */
  #noteFailure(key: string, error: unknown): void {
    const { delayMs, isNewGap } = this.#retries.fail(key, performance.now());
    if (isNewGap) {
      this.#host.reportFailure(this.id, asLayerError(this.id, error));
      this.#gapsChanged();
    }
    const timer = setTimeout(() => {
      this.#retryTimers.delete(timer);
      this.#host.requestFrame();
    }, delayMs);
    this.#retryTimers.add(timer);
  }

  /** Marks the nodes and pages that are unavailable, and reports their number. */
  #gapsChanged(): void {
    const boxes = this.#retries.gaps.flatMap((key) => {
      const [level, x, y, z] = (key.split(' ').at(-1) ?? '').split('-').map(Number);
      const box = this.#source?.boxOf({ level: level!, x: x!, y: y!, z: z! });
      return box ? [{ name: key, ...box }] : [];
    });
    this.#gapBoxes.show(boxes);
    this.#host.reportReady(this.id);
  }

  async #loadNode(source: CopcSource, node: CopcNode, priority: number, signal: AbortSignal): Promise<void> {
    const request = { priority, hasFlight: this.#hasFlight, shift: this.#shift };
    const { packed, shift } = await source.packNode(node, this.#host.pool, request, signal);
    signal.throwIfAborted();
    this.#shift ??= shift;
    const name = nodeId(node.key);
    const chunk = makeChunk(`copc ${this.id} ${name}`, packed, source.scale, source.offset);
    const before = this.#chunks.get(name);
    if (before) releaseChunk(before);
    this.#chunks.set(name, chunk);
    this.#host.memory.add(this.#memoryKey(name), packedBytes(packed), () => {
      this.#chunks.delete(name);
      releaseChunk(chunk);
    });
    // Ranges come from the coarse nodes, an even sample of the whole, so that colours do not drift while loading.
    const isNews = this.#facts.add(packed, source.scale, source.offset, node.key.level === 0);
    if (isNews) this.#host.reportReady(this.id);
  }

  collect(context: CollectContext): void {
    const { view, slot, display, ids, draws, pointBudget } = context;
    const source = this.#source;
    if (!source) return;
    this.#gapBoxes.collect(context);
    const chosen = this.#chosen[slot];
    if (!chosen) return;
    const before = draws.points.reduce((sum, draw) => sum + draw.count, 0);
    // By the whole image, so that points have the same size in a window of it and in a pick.
    const drawn = this.#affordable(chosen, display, pointBudget, before);
    const spacings = drawnSpacings(source, drawn, chosen.unseen);
    for (const { key } of drawn) {
      const name = nodeId(key);
      const chunk = this.#chunks.get(name)!;
      if (!isBoxVisible(view, chunk.min, chunk.max)) continue;
      const { min, max } = source.boxOf(key);
      const middle = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2] as const;
      draws.points.push(chunkDraw(chunk, ids.next(this, chunk), { spacings: spacings.get(name)!, middle }));
    }
  }

  /** Loaded nodes with visible points, within the budget; at least one of all clouds. */
  #affordable({ nodes }: NodeSelection, filter: PointFilter, budget: number, before: number): CopcNode[] {
    let points = before;
    const drawn: CopcNode[] = [];
    for (const { node } of nodes) {
      const chunk = this.#chunks.get(nodeId(node.key));
      if (!chunk || !mayBoxBeSeen(filter, chunk.min, chunk.max)) continue;
      points += chunk.packed.count;
      if (points > budget && before + drawn.length > 0) break;
      drawn.push(node);
    }
    return drawn;
  }

  async resolvePick(hit: PickHit, key: unknown): Promise<PickResult | null> {
    return pointPick(this.id, key as PointChunk, hit, this.#filter);
  }

  release(): void {
    this.#stop.abort(new DOMException('layer removed', 'AbortError'));
    this.#host.queue.request(this.id, []);
    for (const timer of this.#retryTimers) clearTimeout(timer);
    for (const [name, chunk] of this.#chunks) {
      this.#host.memory.remove(this.#memoryKey(name));
      releaseChunk(chunk);
    }
    this.#chunks.clear();
    this.#gapBoxes.release();
  }
}
