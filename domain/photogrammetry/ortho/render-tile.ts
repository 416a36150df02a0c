import type { Grid, GridFrame } from '../../geometry/grid/grid.ts';
import { createProjector } from '../model/projector.ts';
import { type BlendLayer, blendBands, blendReach } from './blend.ts';
import type { CellWindow, OrthoView } from './coarse-view.ts';
import type { GroundLattice } from './ground-lattice.ts';
import { createOcclusionTest, measureTops, type OcclusionTest, type SurfaceTops } from './occlusion.ts';
import { createPhotoSampler, type PhotoCrop, type ViewExposure } from './photo-sampler.ts';
import { fillFromAround } from './pyramid.ts';
import { beyond, noView } from './seam-energy.ts';
import { shareBeyond } from './survey-edge.ts';
import { placeCells, type TilePlaces, tileExtent } from './tile-geometry.ts';

/** A photo that a tile may be taken from. */
export interface TilePhoto {
  /** Its label in the seams. */
  readonly label: number;
  readonly view: OrthoView;
  readonly exposure: ViewExposure;
  readonly crop: PhotoCrop;
}

/** Labels of the coarse cells under a tile and around it. */
export interface TileLabels {
  /** Frame of the labels given, a part of the coarse frame. */
  readonly frame: GridFrame;
  readonly values: Uint16Array;
}

export interface TileRequest {
  /** All cells of the orthomosaic. */
  readonly frame: GridFrame;
  /** Cells of this tile. */
  readonly window: CellWindow;
  /** Heights under the tile, its blending margin and all possible occluders. */
  readonly surface: Grid;
  readonly lattice: GroundLattice;
  /** Horizontal units a vertical unit. */
  readonly unitRatio: number;
  /** False: heights are bare ground, nothing hides. */
  readonly hides: boolean;
  readonly labels: TileLabels;
  /** In rising order of labels. */
  readonly photos: readonly TilePhoto[];
  /** Pixels of a photo a side that are averaged first, where cells are coarser than they. */
  readonly reduction: number;
}

export interface RenderedTile {
  /** RGBA a cell, row by row; opacity is 0 or 255. */
  readonly rgba: Uint8Array<ArrayBuffer>;
  /** Cells with colour, and those among them that no photo shows: their colour comes from around, or from what hides them. */
  readonly covered: number;
  readonly filled: number;
}

/** In the maps of a tile: no photo shows the cell; the cell is outside the survey. */
const hole = 65_534;
const outside = 65_535;
/** Holes up to about 2^this cells wide are filled from around; larger ones show what hides them. */
const fillLevels = 4;

/**
 * What keeps a photo from showing a cell: anything that may hide it (at the foot of walls that is rather too much), only
 * what surely does, or nothing.
 */
type Hiding = 'maybe' | 'surely' | 'never';

/** The part of a tile that one photo shows, cell by cell. */
interface TileView {
  /** Puts the photo's colour of a cell into the planes; false where the photo does not show the cell. */
  show(cell: number, planes: Planes, hiding: Hiding): boolean;
  /** Squared tangent of the viewing ray to the vertical. */
  slant(cell: number): number;
}

type Planes = readonly [Float32Array, Float32Array, Float32Array];

function createTileView(
  request: TileRequest,
  extent: CellWindow,
  places: TilePlaces,
  photo: TilePhoto,
  tops: SurfaceTops,
): TileView {
  const { frame, surface, reduction } = request;
  const { camera, pose, centreWorld } = photo.view;
  const project = createProjector(camera, pose);
  const testOf = (isStrict: boolean): OcclusionTest =>
    request.hides
      ? createOcclusionTest(surface, centreWorld, request.unitRatio, tops, isStrict)
      : () => false;
  const hiddenBy: Readonly<Record<Hiding, OcclusionTest>> = {
    maybe: testOf(true),
    surely: testOf(false),
    never: () => false,
  };
  const sample = createPhotoSampler(camera, photo.crop, photo.exposure, reduction);
  const place = { x: 0, y: 0 };
  const { heights, local } = places;
  return {
    show(cell, [red, green, blue], hiding) {
      if (!project(local[3 * cell]!, local[3 * cell + 1]!, local[3 * cell + 2]!, place)) return false;
      const x = frame.originX + (extent.x + (cell % extent.width)) * frame.cellSize;
      const y = frame.originY - (extent.y + Math.floor(cell / extent.width)) * frame.cellSize;
      if (hiddenBy[hiding](x, y, heights[cell]!)) return false;
      return sample(place.x, place.y, red, green, blue, cell);
    },
    slant(cell) {
      const [x, y, z] = pose.centre;
      const dz = z - local[3 * cell + 2]!;
      if (!(dz > 0)) return Infinity;
      return ((x - local[3 * cell]!) ** 2 + (y - local[3 * cell + 1]!) ** 2) / (dz * dz);
    },
  };
}

/** Index of the photo that the seams give each cell, `hole` where none of those at hand, `outside` without survey. */
function wantedPhotos({ frame, labels, photos }: TileRequest, extent: CellWindow, heights: Float64Array) {
  const indexOf = new Map(photos.map(({ label }, index) => [label, index]));
  const wanted = new Uint16Array(heights.length).fill(outside);
  const coarse = labels.frame;
  const columns = Int32Array.from({ length: extent.width }, (_, column) => {
    const x = frame.originX + (extent.x + column) * frame.cellSize;
    return Math.max(0, Math.min(coarse.width - 1, Math.round((x - coarse.originX) / coarse.cellSize)));
  });
  const hasEdge = labels.values.includes(beyond);
  for (let row = 0; row < extent.height; row++) {
    const y = frame.originY - (extent.y + row) * frame.cellSize;
    const v = (coarse.originY - y) / coarse.cellSize;
    const r = Math.max(0, Math.min(coarse.height - 1, Math.round(v)));
    for (let column = 0; column < extent.width; column++) {
      const cell = row * extent.width + column;
      if (Number.isNaN(heights[cell]!)) continue;
      const label = labels.values[r * coarse.width + columns[column]!]!;
      if (hasEdge) {
        const u = (frame.originX + (extent.x + column) * frame.cellSize - coarse.originX) / coarse.cellSize;
        if (shareBeyond(labels.values, coarse.width, coarse.height, u, v) > 0.5) continue;
      }
      wanted[cell] = label === noView ? hole : (indexOf.get(label) ?? hole);
    }
  }
  return wanted;
}

/** Index of the steepest photo that shows a cell, its colour put into the planes; undefined where none does. */
function steepest(
  cell: number,
  views: readonly TileView[],
  planes: Planes,
  order: readonly Hiding[],
): number | undefined {
  const slants = views.map((view) => view.slant(cell));
  const indices = views.map((_, index) => index).sort((a, b) => slants[a]! - slants[b]! || a - b);
  for (const hiding of order) {
    const found = indices.find((index) => views[index]!.show(cell, planes, hiding));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The hard mosaic: each cell from the photo of the seams, else from the steepest that shows it. Changes `wanted`. */
function composeCells(wanted: Uint16Array, views: readonly TileView[], planes: Planes): void {
  for (let cell = 0; cell < wanted.length; cell++) {
    const first = wanted[cell]!;
    if (first === outside) continue;
    if (first !== hole && views[first]!.show(cell, planes, 'maybe')) continue;
    wanted[cell] = steepest(cell, views, planes, ['maybe', 'surely']) ?? hole;
  }
}

/** Cells within `reach` rows and columns of those that a photo gives. */
function nearCells(
  wanted: Uint16Array,
  photo: number,
  width: number,
  height: number,
  reach: number,
): Uint8Array {
  const across = new Uint8Array(wanted.length);
  for (let row = 0; row < height; row++) {
    let last = -Infinity;
    for (let column = 0; column < width; column++) {
      if (wanted[row * width + column] === photo) last = column;
      if (column - last <= reach) across[row * width + column] = 1;
    }
    last = Infinity;
    for (let column = width - 1; column >= 0; column--) {
      if (wanted[row * width + column] === photo) last = column;
      if (last - column <= reach) across[row * width + column] = 1;
    }
  }
  const near = new Uint8Array(wanted.length);
  for (let column = 0; column < width; column++) {
    let last = -Infinity;
    for (let row = 0; row < height; row++) {
      if (across[row * width + column]) last = row;
      if (row - last <= reach) near[row * width + column] = 1;
    }
    last = Infinity;
    for (let row = height - 1; row >= 0; row--) {
      if (across[row * width + column]) last = row;
      if (last - row <= reach) near[row * width + column] = 1;
    }
  }
  return near;
}

/**
 * Layers to blend: each photo with its own colours wherever it shows the ground near its part, the mosaic's elsewhere,
 * so that hidden ground brings no strange colours in; what no photo gives is a layer of the mosaic itself.
 */
function layersOf(
  wanted: Uint16Array,
  views: readonly TileView[],
  mosaic: Planes,
  { width, height }: CellWindow,
): BlendLayer[] {
  const layers: BlendLayer[] = [];
  const maskOf = (first: number, last: number) => {
    const mask = new Float32Array(wanted.length);
    for (let cell = 0; cell < mask.length; cell++) {
      const photo = wanted[cell]!;
      if (photo >= first && photo <= last) mask[cell] = 1;
    }
    return mask;
  };
  views.forEach((view, index) => {
    if (!wanted.includes(index)) return;
    const near = nearCells(wanted, index, width, height, blendReach);
    const colours = [mosaic[0].slice(), mosaic[1].slice(), mosaic[2].slice()] as const;
    for (let cell = 0; cell < wanted.length; cell++) {
      if (near[cell] && wanted[cell] !== index && wanted[cell] !== outside) view.show(cell, colours, 'maybe');
    }
    layers.push({ mask: maskOf(index, index), colours });
  });
  if (wanted.some((photo) => photo >= hole)) {
    layers.push({ mask: maskOf(hole, outside), colours: [mosaic[0], mosaic[1], mosaic[2]] });
  }
  return layers;
}

function toByte(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : Math.floor(value + 0.5);
}

/**
 * Renders one tile: for each cell the photo that the seams give it, another where that one is hidden by the surface,
 * colours blended across seams band by band; small holes filled from around, and in larger ones, hidden in all photos,
 * what hides them in the steepest, so that no hole stays. Neighbouring tiles agree at their
 * border, because all that a cell depends on lies within the tile's margin.
 */
export function renderTile(request: TileRequest): RenderedTile {
  const { window, photos } = request;
  const extent = tileExtent(window);
  const places = placeCells(request.frame, extent, request.surface, request.lattice, request.unitRatio);
  const tops = measureTops(request.surface);
  const views = photos.map((photo) => createTileView(request, extent, places, photo, tops));
  const wanted = wantedPhotos(request, extent, places.heights);
  const count = extent.width * extent.height;
  const planes: Planes = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  composeCells(wanted, views, planes);
  const rgba = new Uint8Array(4 * window.width * window.height);
  const isEmpty = wanted.every((photo) => photo >= hole);
  if (isEmpty) return { rgba, covered: 0, filled: 0 };

  const known = new Float32Array(count);
  let isComplete = true;
  for (let cell = 0; cell < count; cell++) {
    if (wanted[cell]! < hole) known[cell] = 1;
    else isComplete = false;
  }
  const asPlane = (values: Float32Array) => ({ width: extent.width, height: extent.height, values });
  const reached = isComplete ? known : fillFromAround(planes.map(asPlane), known, fillLevels);
  for (let cell = 0; cell < count; cell++) {
    if (wanted[cell] !== hole || reached[cell]! >= 0.5) continue;
    if (steepest(cell, views, planes, ['never']) !== undefined) reached[cell] = 1;
  }
  const layers = layersOf(wanted, views, planes, extent);
  const blended = layers.length > 1 ? blendBands(extent.width, extent.height, layers) : planes;
  let [covered, filled] = [0, 0];
  for (let row = 0; row < window.height; row++) {
    for (let column = 0; column < window.width; column++) {
      const cell = (row + blendReach) * extent.width + column + blendReach;
      const photo = wanted[cell]!;
      if (photo === outside || (photo === hole && reached[cell]! < 0.5)) continue;
      const to = 4 * (row * window.width + column);
      for (let channel = 0; channel < 3; channel++) rgba[to + channel] = toByte(blended[channel]![cell]!);
      rgba[to + 3] = 255;
      covered++;
      if (photo === hole) filled++;
    }
  }
  return { rgba, covered, filled };
}
