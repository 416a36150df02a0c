import type { WorldPoint } from '#domain/view/camera.ts';

interface PickBase {
  readonly layerId: string;
  /** World coordinates, float64. */
  readonly position: WorldPoint;
  /** Distance from the pointer to the hit, CSS pixels. */
  readonly distancePx: number;
}

/** A point of a cloud: the file's own record. */
export interface PointPick extends PickBase {
  readonly kind: 'point';
  /** The file's own integers; `position` is these × scale + offset, exactly. */
  readonly integers: readonly [x: number, y: number, z: number];
  readonly scale: WorldPoint;
  readonly offset: WorldPoint;
  /** LAS class number; null where the cloud has none. */
  readonly classification: number | null;
  readonly intensity: number | null;
  readonly returnNumber: number | null;
  readonly numberOfReturns: number | null;
  /** Null where the cloud has none, or the view does not need them. */
  readonly pointSourceId: number | null;
  readonly gpsTime: number | null;
  /** 0 to 255 each; null where the cloud has no colour. */
  readonly rgb: readonly [red: number, green: number, blue: number] | null;
}

/** A place on a terrain. */
export interface TerrainPick extends PickBase {
  readonly kind: 'terrain';
  /** Edge of the cells that the elevation was read from, horizontal units: the raster's own unless still loading. */
  readonly cellSize: number;
}

/** A feature of a vector layer. */
export interface FeaturePick extends PickBase {
  readonly kind: 'feature';
  readonly featureId: string;
  readonly part: 'vertex' | 'edge' | 'fill';
  /** Index of the vertex, or of the edge's first vertex, in the outer ring; −1 in a fill or a hole. */
  readonly index: number;
}

/** A place on a triangulated surface. */
export interface TinPick extends PickBase {
  readonly kind: 'tin';
  readonly triangle: number;
}

export type PickResult = PointPick | TerrainPick | FeaturePick | TinPick;
export type PickKind = PickResult['kind'];
