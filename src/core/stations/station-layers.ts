import type { PointLayers } from '#domain/formats/las/points.ts';
import { createBounds } from '#domain/math/bounds.ts';
import type { LocalFrame } from '#domain/photogrammetry/model/local-frame.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { Rgba } from '#viewport/display.ts';
import { lineLabelStyle } from '#viewport/label.ts';
import {
  defaultFeatureStyle,
  type FeatureStyle,
  type HungPhoto,
  type PointSymbol,
  type PointsLayer,
  type VectorFeature,
} from '#viewport/scene.ts';
import { frustumImage, frustumLine } from './frustum.ts';
import { residualArrow } from './residual-arrow.ts';
import type { StationBlock, StationControl } from './station-block.ts';

/** Parts of the camera stations that are shown or not. */
export const stationParts = ['frusta', 'thumbnails', 'ties', 'control'] as const;
export type StationPart = (typeof stationParts)[number];

/** Layer of each part. */
export const stationLayerIds: Readonly<Record<StationPart, string>> = {
  frusta: 'stations-frusta',
  thumbnails: 'stations-thumbnails',
  ties: 'stations-ties',
  control: 'stations-control',
};

/** Colours of the drawing, also for its legend. */
export const stationColours = {
  photo: [0.3, 0.68, 1, 0.9],
  chosen: [1, 0.88, 0.3, 1],
  gcp: [1, 0.6, 0.16, 1],
  checkpoint: [0.2, 0.86, 0.76, 1],
  outlier: [0.98, 0.32, 0.36, 1],
} as const satisfies Record<string, Rgba>;

const style = (patch: Partial<FeatureStyle>): FeatureStyle => ({ ...defaultFeatureStyle, ...patch });

/** Names of surveyed points rank above those of a drawing, names of photos below all. */
const labelPriority = { chosen: 20, control: 5, photo: -2 } as const;

/** The item that a feature of the layers represents, from its id: `photo-3-line` is of photo 3. */
export function stationOf(featureId: string): { kind: 'photo' | 'control'; index: number } | null {
  const [, kind, index] = /^(photo|control)-(\d+)-/.exec(featureId) ?? [];
  return kind === undefined ? null : { kind: kind as 'photo' | 'control', index: Number(index) };
}

/**
 * A photo's frustum and projection centre, in world coordinates.
 * @param widthM width of the frustum's image, metres
 */
export function photoFeatures(
  { photos, cameras }: Pick<StationBlock, 'photos' | 'cameras'>,
  index: number,
  frame: LocalFrame,
  widthM: number,
  isChosen: boolean,
): VectorFeature[] {
  const photo = photos[index]!;
  const line = frustumLine(photo, cameras[photo.camera]!, widthM);
  frame.toWorldBatch(line);
  const colour = isChosen ? stationColours.chosen : stationColours.photo;
  return [
    {
      id: `photo-${index}-line`,
      kind: 'polyline',
      positions: line,
      style: style({ colour, widthPx: isChosen ? 3 : 1.25, isSeenThrough: isChosen }),
    },
    {
      id: `photo-${index}-centre`,
      kind: 'point',
      positions: Float64Array.from(frame.toWorld(photo.centre)),
      style: style({ colour, sizePx: isChosen ? 10 : 5, isSeenThrough: isChosen }),
      label: {
        text: photo.name,
        priority: isChosen ? labelPriority.chosen : labelPriority.photo,
        style: lineLabelStyle,
      },
    },
  ];
}

/** The thumbnails of a block's photos that the server has, in their pyramids, in world coordinates. */
export function photoPlacements(
  { photos, cameras }: Pick<StationBlock, 'photos' | 'cameras'>,
  frame: LocalFrame,
  widthM: number,
): HungPhoto[] {
  return photos.flatMap((photo, index) => {
    if (photo.files === null) return [];
    const corners = frustumImage(photo, cameras[photo.camera]!, widthM);
    frame.toWorldBatch(corners);
    return [{ id: `photo-${index}-thumbnail`, address: photo.files.thumbnail, corners }];
  });
}

const symbols: Readonly<Record<StationControl['kind'], PointSymbol>> = {
  gcp: 'triangle',
  checkpoint: 'diamond',
};

/**
 * A surveyed point's marker and, where it was measured, its residual exaggerated by `factor`, in world coordinates.
 * Without a surveyed elevation the marker is put on the terrain and no arrow is drawn.
 */
export function controlFeatures(
  point: StationControl,
  index: number,
  frame: LocalFrame,
  factor: number,
  isChosen: boolean,
): VectorFeature[] {
  const [x, y, z] = point.position;
  const place = Float64Array.from(frame.toWorld([x, y, z ?? 0]));
  if (z === null) place[2] = Number.NaN;
  const own = point.status === 'outlier' ? stationColours.outlier : stationColours[point.kind];
  const colour: Rgba = isChosen ? stationColours.chosen : own;
  const symbol = point.status === 'unused' ? 'cross' : symbols[point.kind];
  const features: VectorFeature[] = [
    {
      id: `control-${index}-place`,
      kind: 'point',
      positions: place,
      style: style({ colour, symbol, sizePx: isChosen ? 16 : 13 }),
      label: { text: point.label, priority: isChosen ? labelPriority.chosen : labelPriority.control },
    },
  ];
  const arrow = z === null ? null : residualArrow(point, factor);
  if (arrow) {
    frame.toWorldBatch(arrow);
    const line = style({ colour, widthPx: isChosen ? 3 : 2 });
    features.push({ id: `control-${index}-arrow`, kind: 'polyline', positions: arrow, style: line });
  }
  return features;
}

/** Steps of a box's edge that are counted with 30 bits, as a power of ten. */
const stepOf = (extent: number) => 10 ** Math.ceil(Math.log10(Math.max(extent, 1e-6) / 2 ** 30));

/**
 * Tie points as a layer of points in their photo colours; null where there are none. Coordinates are rounded to a
 * part in 10⁸ of the block's extent.
 * @param ties xyz in world coordinates, length 3n
 * @param colours red, green, blue, 0 to 255, length 3n
 */
export function tieLayer(ties: Float64Array, colours: Uint8Array): PointsLayer | null {
  const count = ties.length / 3;
  if (count === 0) return null;
  const around = createBounds();
  around.add(ties);
  const { min, max } = around.bounds();
  const along = (of: (axis: 0 | 1 | 2) => number): WorldPoint => [of(0), of(1), of(2)];
  const scale = along((axis) => stepOf(max[axis] - min[axis]));
  const xyz = new Int32Array(ties.length);
  for (let at = 0; at < ties.length; at++) {
    const axis = (at % 3) as 0 | 1 | 2;
    xyz[at] = Math.round((ties[at]! - min[axis]) / scale[axis]);
  }
  const points: PointLayers = { count, xyz, rgb: Uint16Array.from(colours, (value) => value * 257) };
  return { id: stationLayerIds.ties, kind: 'points', isVisible: true, points, scale, offset: min };
}
