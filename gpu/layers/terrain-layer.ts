import { appendAll } from '#domain/math/extremes.ts';
import { meetElevation } from '#domain/view/camera.ts';
import { contourDigits } from '#domain/view/contour-interval.ts';
import { type Quantiles, valueAtShare } from '#domain/view/histogram.ts';
import type { TerrainTexels } from '#domain/view/terrain-tile.ts';
import type { SceneLabel } from '#viewport/label.ts';
import type { PickResult } from '#viewport/pick.ts';
import type { LayerPatch, TerrainLayer } from '#viewport/scene.ts';
import type { LayerSummary } from '#viewport/viewport-types.ts';
import { poolBlockDecoder } from '#workers/contract/raster-pool.ts';
import type { TerrainDraw } from '../draw/draws.ts';
import { type FrameView, isBoxVisible } from '../draw/frame-view.ts';
import { asLayerError, isAbort } from '../errors.ts';
import { type ContourTile, contourLabels } from '../labels/contour-labels.ts';
import type { PickHit } from '../picking/draw-ids.ts';
import { pickingRay } from '../picking/screen-geometry.ts';
import { DeviceTexture } from '../resources/device-data.ts';
import { type DemSource, gridDem, openDem, tileCells } from '../streaming/dem-source.ts';
import type { LayerHost } from '../streaming/layer-host.ts';
import { readElevation, type SampledElevation, sampleLoaded } from '../streaming/terrain-sample.ts';
import { cellsOf, TilesBeyond } from '../streaming/tile-beyond.ts';
import {
  type LoadedTile,
  nameOf,
  type TileBox,
  type TileKey,
  type TileSource,
  TileTree,
} from '../streaming/tile-tree.ts';
import type { CollectContext, LabelContext, LayerView, OuterSkirt, StreamContext } from './layer-view.ts';
import { rasterEdges, skirtEdges } from './terrain-skirts.ts';

/** A cell may cover this many device pixels before finer tiles are drawn. */
const coarsestCellPx = 1.6;

interface Tile extends TileKey {
  readonly texels: TerrainTexels;
  readonly heights: DeviceTexture;
  readonly slopes: DeviceTexture;
  readonly mask: DeviceTexture;
  /** Some of its cells have no value. */
  readonly hasGaps: boolean;
}

/** An elevation raster as lit terrain, its tiles chosen by their size on the screen. */
export class TerrainLayerView implements LayerView {
  readonly id: string;
  readonly kind = 'terrain';
  readonly pickKind = 'terrain';
  readonly isPickable = true;
  isVisible: boolean;
  #opacity: number;
  readonly #host: LayerHost;
  readonly #stop = new AbortController();
  #dem: DemSource | null = null;
  #hasFailed = false;
  #tree: TileTree<Tile> | null = null;
  #outerSkirt: OuterSkirt | null = null;
  #range: readonly [number, number] | null = null;
  #quantiles: Quantiles | null = null;
  /** Labels of a tile's contours, with the step that they were made for. */
  readonly #contourLabels = new WeakMap<Tile, { readonly step: number; readonly labels: SceneLabel[] }>();

  constructor(spec: TerrainLayer, host: LayerHost) {
    this.id = spec.id;
    this.isVisible = spec.isVisible;
    this.#opacity = spec.opacity;
    this.#host = host;
    void this.#open(spec);
  }

  async #open(spec: TerrainLayer): Promise<void> {
    const { signal } = this.#stop;
    try {
      const dem = await this.#openDem(spec.source, signal);
      if (signal.aborted) return;
      this.#dem = dem;
      this.#tree = this.#treeOver(dem);
      this.#host.requestFrame();
    } catch (error) {
      this.#hasFailed = true;
      if (!isAbort(error)) this.#host.reportFailure(this.id, asLayerError(this.id, error));
    }
  }

  async #openDem(source: TerrainLayer['source'], signal: AbortSignal): Promise<DemSource> {
    if (typeof source === 'object' && 'values' in source) return gridDem(source);
    const bytes = typeof source === 'string' ? await this.#host.openSource(source, signal) : source;
    return await openDem(bytes, poolBlockDecoder(this.#host.pool), signal);
  }

  /** Its raster; null until that is open. */
  get dem(): DemSource | null {
    return this.#dem;
  }

  /** True until the heights of the terrain are known, or are unavailable. */
  get isOpening(): boolean {
    return this.#range === null && !this.#hasFailed;
  }

  get facts(): LayerSummary {
    const { west, north, levels, declared } = this.#dem ?? { west: 0, north: 0, levels: [], declared: null };
    const full = levels[0];
    const range = this.#range;
    const bounds =
      full && range
        ? ({
            min: [west, north - full.height * full.cellHeight, range[0]],
            max: [west + full.width * full.cellWidth, north, range[1]],
          } as const)
        : null;
    return {
      bounds,
      elevationRange: this.#quantiles && [
        valueAtShare(this.#quantiles, 0.01),
        valueAtShare(this.#quantiles, 0.99),
      ],
      elevations: this.#quantiles,
      intensityRange: null,
      hasRgb: false,
      classes: [],
      pointCount: 0,
      ...(declared ? { declared } : {}),
    };
  }

  patch(patch: LayerPatch): void {
    this.isVisible = patch.isVisible ?? this.isVisible;
    this.#opacity = patch.opacity ?? this.#opacity;
  }

  // Choosing and loading

  /**
   * Chooses the tiles of a frame's views and requests those that are missing; null: the layer is not visible.
   * `outerSkirt`: the terrain's extension beyond its edges; null for none.
   */
  stream({ views, outerSkirt }: StreamContext): void {
    this.#outerSkirt = outerSkirt;
    this.#tree?.stream(views);
  }

  #treeOver(dem: DemSource): TileTree<Tile> {
    const beyond = new TilesBeyond(dem, this.#host.pool, this.#stop.signal);
    const source: TileSource<Tile> = {
      levels: dem.levels.length,
      count: (level) => {
        const { width, height } = dem.levels[level]!;
        return [Math.ceil(width / tileCells), Math.ceil(height / tileCells)];
      },
      box: (key) => this.#seenBox(dem, key),
      cellSize: (level) => dem.levels[level]!.cellWidth,
      isFinest: ({ texels }) => texels.range === null,
      load: (key, signal) => this.#load(dem, beyond, key, signal),
      added: (tile) => this.#noteTile(tile),
      dropped: (tile) => {
        for (const texture of [tile.heights, tile.slopes, tile.mask]) texture.release();
      },
    };
    return new TileTree(this.id, this.#host, source, { coarsestCellPx, marksGaps: false });
  }

  #boxOf(dem: DemSource, key: TileKey): TileBox {
    const { cellWidth, cellHeight } = dem.levels[key.level]!;
    const [low, high] = this.#range ?? [0, 0];
    const { x, y, width, height } = cellsOf(dem, key);
    return {
      min: [dem.west + x * cellWidth, dem.north - (y + height) * cellHeight, low],
      max: [dem.west + (x + width) * cellWidth, dem.north - y * cellHeight, high],
    };
  }

  /** The box of a tile with its extension beyond the raster. */
  #seenBox(dem: DemSource, key: TileKey): TileBox {
    const { min, max } = this.#boxOf(dem, key);
    const reach = this.#outerSkirt?.reach ?? 0;
    const edges = rasterEdges(dem, key);
    const grown = (edge: number) => (edges & edge ? reach : 0);
    return {
      min: [min[0] - grown(1), min[1] - grown(8), min[2]],
      max: [max[0] + grown(4), max[1] + grown(2), max[2]],
    };
  }

  async #load(
    dem: DemSource,
    beyondTiles: TilesBeyond,
    key: TileKey,
    signal: AbortSignal,
  ): Promise<LoadedTile<Tile> | null> {
    const { cellWidth, cellHeight } = dem.levels[key.level]!;
    const size = tileCells + 2;
    const window = { x: key.column * tileCells - 1, y: key.row * tileCells - 1, width: size, height: size };
    const values = await dem.read(key.level, window, signal);
    const beyond = await beyondTiles.of(key, values);
    const input = { values, size, cellWidth, cellHeight, beyond };
    const texels = await this.#host.pool.run('view.prepareTerrain', input, {
      signal,
      transfer: [values.buffer],
    });
    if (!texels.range && !beyond) return null;
    const label = `terrain ${this.id} ${nameOf(key)}`;
    const tile: Tile = {
      ...key,
      texels,
      heights: new DeviceTexture(`${label} heights`, 'r32float', [size, size], texels.heights),
      slopes: new DeviceTexture(`${label} slopes`, 'rg16float', [size, size], texels.slopes),
      mask: new DeviceTexture(`${label} mask`, 'r8unorm', [size, size], texels.mask),
      hasGaps: beyond !== null,
    };
    const bytes = 2 * (texels.heights.byteLength + texels.slopes.byteLength + texels.mask.byteLength);
    return { tile, bytes };
  }

  /** Extends the range of heights by a loaded tile. */
  #noteTile({ texels }: Tile): void {
    const { range } = texels;
    if (!range) return;
    const isFirst = this.#range === null;
    this.#range = [
      Math.min(range[0], this.#range?.[0] ?? Infinity),
      Math.max(range[1], this.#range?.[1] ?? -Infinity),
    ];
    this.#quantiles ??= texels.quantiles;
    if (isFirst) this.#host.reportReady(this.id);
    this.#host.terrainChanged();
  }

  // Drawing

  collect({ view, slot, ids, draws }: CollectContext): void {
    const dem = this.#dem;
    const tiles = this.#tree?.chosen(slot) ?? [];
    if (!dem) return;
    const chosen = new Set(tiles.map(nameOf));
    for (const tile of tiles) {
      const { min, max } = this.#seenBox(dem, tile);
      if (!isBoxVisible(view, min, max)) continue;
      const draw = this.#drawOf(dem, tile, chosen);
      if (tile.texels.range) draws.terrain.push({ ...draw, drawId: ids.next(this, tile) });
      if (this.#outerSkirt && !view.isPlan && (tile.hasGaps || draw.outerEdges))
        draws.outerSkirts.push({ ...draw, skirtEdges: 15 & ~draw.outerEdges });
    }
  }

  #drawOf(dem: DemSource, tile: Tile, chosen: ReadonlySet<string>): TerrainDraw {
    const { min, max } = this.#boxOf(dem, tile);
    const { cellWidth, cellHeight } = dem.levels[tile.level]!;
    const { width, height } = cellsOf(dem, tile);
    const edges = rasterEdges(dem, tile);
    const reach = this.#outerSkirt?.reach ?? 0;
    return {
      drawId: 0,
      heights: tile.heights,
      slopes: tile.slopes,
      mask: tile.mask,
      origin: [min[0], max[1], tile.texels.base],
      cellSize: [cellWidth, cellHeight],
      cells: [width, height],
      skirt: cellWidth * 6,
      skirtEdges: skirtEdges(tile, chosen, edges),
      outerEdges: reach > 0 ? edges : 0,
      reach,
      givesWay: this.#outerSkirt?.givesWay ?? false,
      opacity: this.#opacity,
    };
  }

  /** Names the index contours that the shader draws. */
  collectLabels({ slot, contourStep, labels, numberText }: LabelContext): void {
    const dem = this.#dem;
    if (!dem || contourStep === null) return;
    const digits = contourDigits(contourStep);
    for (const tile of this.#tree?.chosen(slot) ?? []) {
      let known = this.#contourLabels.get(tile);
      if (known?.step !== contourStep) {
        const place = this.#contourTile(dem, tile);
        const made = contourLabels(place, contourStep, (level) => numberText(level, digits));
        known = { step: contourStep, labels: made };
        this.#contourLabels.set(tile, known);
      }
      appendAll(labels, known.labels);
    }
  }

  #contourTile(dem: DemSource, tile: Tile): ContourTile {
    const { cellWidth, cellHeight } = dem.levels[tile.level]!;
    const { min, max } = this.#boxOf(dem, tile);
    return {
      name: `contour ${this.id} ${nameOf(tile)}`,
      texels: tile.texels,
      west: min[0],
      north: max[1],
      cellWidth,
      cellHeight,
      cells: [Math.round((max[0] - min[0]) / cellWidth), Math.round((max[1] - min[1]) / cellHeight)],
    };
  }

  // Elevations

  /** From the finest loaded tile. */
  #sample(x: number, y: number): SampledElevation {
    const dem = this.#dem;
    if (!dem) return { elevation: Number.NaN, cellSize: Number.NaN };
    return sampleLoaded(dem, (key) => this.#tree?.tile(key)?.texels, x, y);
  }

  elevation(x: number, y: number): number {
    return this.#sample(x, y).elevation;
  }

  async resolvePick(hit: PickHit, _key: unknown, view: FrameView): Promise<PickResult | null> {
    if (!hit.surface) return null;
    const ray = pickingRay(view, hit.pointer[0], hit.pointer[1]);
    let [x, y] = hit.surface;
    let found = this.#sample(x, y);
    // The mesh is coarser than the cells: intersect the ray with the cells' own height.
    for (let i = 0; i < 4 && Number.isFinite(found.elevation); i++) {
      const met = meetElevation(ray, found.elevation, view.exaggeration);
      if (!met || Math.hypot(met[0] - x, met[1] - y) > found.cellSize * 16) break;
      [x, y] = met;
      found = this.#sample(x, y);
    }
    if (hit.isExact) found = await readElevation(this.#dem!, x, y, this.#stop.signal);
    if (!Number.isFinite(found.elevation)) return null;
    return {
      kind: 'terrain',
      layerId: this.id,
      position: [x, y, found.elevation],
      distancePx: hit.distancePx,
      cellSize: found.cellSize,
    };
  }

  release(): void {
    this.#stop.abort(new DOMException('layer removed', 'AbortError'));
    this.#tree?.release();
  }
}
