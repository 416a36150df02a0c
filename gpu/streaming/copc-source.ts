import { AppError, type ErrorParams } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import {
  type CopcNode,
  type CopcPageLink,
  nodeId,
  type OnUnsoundEntry,
  readHierarchyPage,
} from '#domain/formats/copc/hierarchy.ts';
import { type CopcInfo, copcInfoRecordId, copcUserId, parseCopcInfo } from '#domain/formats/copc/info.ts';
import type { NodeKey } from '#domain/formats/copc/octree.ts';
import { type LasFile, openLas } from '#domain/formats/las/las-file.ts';
import type { LayerName, PointLayers } from '#domain/formats/las/points.ts';
import { findVlr, readVlrData } from '#domain/formats/las/vlr.ts';
import {
  type LazScheme,
  lazScheme,
  lazVlrRecordId,
  lazVlrUserId,
  parseLazVlr,
} from '#domain/formats/laz/laz-vlr.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { LazChunkInput } from '#workers/contract/format-tasks.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { TaskOutput } from '#workers/contract/task-map.ts';

/** The point layers that rendering requires. */
const wanted: LayerName[] = ['xyz', 'intensity', 'classification', 'returnNumber', 'numberOfReturns', 'rgb'];
/** Layers that only some colours and filters require. */
const flightLayers: LayerName[] = ['gpsTime', 'pointSourceId'];

/** An opened COPC file whose hierarchy grows page by page on demand. */
export class CopcSource {
  readonly file: LasFile;
  readonly info: CopcInfo;
  readonly scale: WorldPoint;
  readonly offset: WorldPoint;
  readonly #scheme: LazScheme;
  readonly #nodes = new Map<string, CopcNode>();
  readonly #links = new Map<string, CopcPageLink>();
  /** Byte ranges of pages that were read or are linked: no page is linked twice. */
  readonly #pageOffsets = new Set<number>();

  private constructor(file: LasFile, info: CopcInfo, scheme: LazScheme) {
    this.file = file;
    this.info = info;
    this.scale = file.header.scale;
    this.offset = file.header.offset;
    this.#scheme = scheme;
    this.#links.set('0-0-0-0', { key: { level: 0, x: 0, y: 0, z: 0 }, ...info.rootPage });
  }

  /** Opens a file. Errors: those of `openLas`, `copc.info`, `laz.vlr`, and `gpu.not-copc` for any other point file. */
  static async open(source: ByteSource, signal: AbortSignal): Promise<CopcSource> {
    const file = await openLas(source, signal);
    const infoVlr = findVlr(file.vlrs, copcUserId, copcInfoRecordId);
    const lazVlr = findVlr(file.vlrs, lazVlrUserId, lazVlrRecordId);
    if (!file.isCopc || !infoVlr || !lazVlr) throw new AppError('gpu.not-copc', { file: source.name });
    const info = parseCopcInfo(await readVlrData(source, infoVlr, signal), source.size, source.name);
    const vlr = parseLazVlr(await readVlrData(source, lazVlr, signal), source.name);
    const { pointFormat, recordLength } = file.header;
    return new CopcSource(file, info, lazScheme(vlr, pointFormat, recordLength, source.name));
  }

  /** A node whose page is known. */
  node(key: NodeKey): CopcNode | undefined {
    return this.#nodes.get(nodeId(key));
  }

  /** The page to read before a node is known. */
  pageOf(key: NodeKey): CopcPageLink | undefined {
    return this.#links.get(nodeId(key));
  }

  /**
   * Reads a page; its nodes are known afterwards. Entries that cannot be true (outside the file or the page's own part
   * of the tree, listed twice, more points than the file has, cyclic pages) are reported to `onUnsound`, the rest is
   * used. Errors: `copc.hierarchy` and those of the source.
   */
  async loadPage(link: CopcPageLink, signal: AbortSignal, onUnsound: OnUnsoundEntry): Promise<void> {
    const page = await readHierarchyPage(this.file.source, link, signal, onUnsound);
    this.#links.delete(nodeId(link.key));
    this.#pageOffsets.add(link.offset);
    const refuse = (entry: CopcNode | CopcPageLink, reason: string, values: ErrorParams = {}) => {
      const place = { file: this.file.source.name, offset: link.offset };
      onUnsound(new AppError('copc.hierarchy', { ...values, ...place, node: nodeId(entry.key), reason }));
    };
    const wrong = (entry: CopcNode | CopcPageLink): string | null => {
      if (!isBelow(entry.key, link.key)) return 'node-not-below-its-page';
      return this.#nodes.has(nodeId(entry.key)) ? 'node-listed-twice' : null;
    };
    for (const node of page.nodes) {
      const isTooMany = node.pointCount > this.file.header.pointCount;
      const reason = wrong(node) ?? (isTooMany ? 'node-with-more-points-than-the-file' : null);
      if (reason) refuse(node, reason, { points: node.pointCount });
      else this.#nodes.set(nodeId(node.key), node);
    }
    for (const next of page.pages) {
      const reason = wrong(next) ?? (this.#pageOffsets.has(next.offset) ? 'node-leads-back-to-a-page' : null);
      if (reason) refuse(next, reason);
      else {
        this.#pageOffsets.add(next.offset);
        this.#links.set(nodeId(next.key), next);
      }
    }
  }

  /** Abandons a page: the nodes below it remain unknown. */
  dropPage(link: CopcPageLink): void {
    this.#links.delete(nodeId(link.key));
  }

  /** Fetches a node as stored; the caller owns its bytes. Errors: those of the source. */
  async readChunk(
    node: CopcNode,
    signal: AbortSignal,
  ): Promise<LazChunkInput & { compressed: Uint8Array<ArrayBuffer> }> {
    const { source } = this.file;
    return {
      scheme: this.#scheme,
      compressed: await source.read(node.offset, node.byteLength, signal),
      pointCount: node.pointCount,
      file: source.name,
      offset: node.offset,
    };
  }

  /** The layers of a node that are requested, with times and point sources if `hasFlight`. */
  #layers(hasFlight: boolean): LayerName[] {
    return hasFlight ? [...wanted, ...flightLayers] : wanted;
  }

  /**
   * Fetches and decodes a node in the pool, with times and point sources if `hasFlight`. Errors: those of the source
   * and of `laz.decodeLayers`.
   */
  async loadNode(
    node: CopcNode,
    pool: TaskPool,
    priority: number,
    hasFlight: boolean,
    signal: AbortSignal,
  ): Promise<PointLayers> {
    const chunk = await this.readChunk(node, signal);
    const transfer = [chunk.compressed.buffer];
    const input = { chunk, wanted: this.#layers(hasFlight) };
    return await pool.run('laz.decodeLayers', input, { signal, priority, transfer });
  }

  /** As `loadNode`, but packed for the device; `shift` as in `view.packChunk`. */
  async packNode(
    node: CopcNode,
    pool: TaskPool,
    { priority, hasFlight, shift }: { priority: number; hasFlight: boolean; shift: 0 | 8 | null },
    signal: AbortSignal,
  ): Promise<TaskOutput<'view.packChunk'>> {
    const chunk = await this.readChunk(node, signal);
    const transfer = [chunk.compressed.buffer];
    const input = { chunk, wanted: this.#layers(hasFlight), shift };
    return await pool.run('view.packChunk', input, { signal, priority, transfer });
  }

  /** World box of a node. */
  boxOf(key: NodeKey): { min: WorldPoint; max: WorldPoint } {
    const { center, halfSize } = this.info;
    const size = (2 * halfSize) / 2 ** key.level;
    const low = (axis: 0 | 1 | 2, index: number) => center[axis] - halfSize + index * size;
    const min: WorldPoint = [low(0, key.x), low(1, key.y), low(2, key.z)];
    return { min, max: [min[0] + size, min[1] + size, min[2] + size] };
  }

  /** Distance between the points of a node, horizontal units. */
  spacingOf(key: NodeKey): number {
    return this.info.spacing / 2 ** key.level;
  }
}

/** Whether a key equals another or is below it in the tree. */
function isBelow(key: NodeKey, top: NodeKey): boolean {
  const cells = 2 ** (key.level - top.level);
  return (
    key.level >= top.level &&
    Math.floor(key.x / cells) === top.x &&
    Math.floor(key.y / cells) === top.y &&
    Math.floor(key.z / cells) === top.z
  );
}

/** The eight keys below one. */
export function childKeys(key: NodeKey): NodeKey[] {
  return Array.from({ length: 8 }, (_, i) => ({
    level: key.level + 1,
    x: key.x * 2 + (i & 1),
    y: key.y * 2 + ((i >> 1) & 1),
    z: key.z * 2 + (i >> 2),
  }));
}
