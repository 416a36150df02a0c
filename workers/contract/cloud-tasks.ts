import type { DensityGrid } from '#domain/cloud/density-map.ts';
import type { PointFilter } from '#domain/cloud/point-filter.ts';
import type { PointSums } from '#domain/cloud/point-sums.ts';
import type { PointPreparation, PreparedPoints } from '#domain/cloud/prepare-points.ts';
import type { ColumnGrid } from '#domain/cloud/sort-into-columns.ts';
import type { NodeKey, OctreeCube, PointScaling } from '#domain/formats/copc/octree.ts';
import type { DroppedField, ModernFormat } from '#domain/formats/las/convert-records.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import type { Quantisation } from '#domain/formats/las/quantisation.ts';
import type { PointSummary } from '#domain/formats/las/summary.ts';
import type { LazChunkInput } from './format-tasks.ts';

/** A node whose points are not final yet: its parent may still take some of them. */
export interface OpenNode {
  key: NodeKey;
  records: PointRecords;
}

/** A finished node as one LAZ chunk. */
export interface EncodedNode {
  key: NodeKey;
  count: number;
  chunk: Uint8Array;
}

/** Points as a file holds them: a compressed chunk, or raw records of an uncompressed file. */
export type StoredPoints = { readonly chunk: LazChunkInput } | { readonly records: PointRecords };

/** Points in the format of an output, with what is to be known of them. */
export interface ConvertedPoints {
  readonly records: PointRecords;
  readonly sums: PointSums;
  readonly summary: PointSummary;
}

/** The sums of a column's points. */
export interface ColumnFacts {
  /** As they came. */
  readonly stored: PointSums;
  /** With their new classes. */
  readonly written: PointSums;
  readonly summary: PointSummary;
}

interface TreeInput {
  cube: OctreeCube;
  scaling: PointScaling;
  /** Most points a node may hold. */
  limit: number;
}

/** Tasks that build the octree of a point cloud. Records in inputs and outputs are transferred. */
export interface CloudTasks {
  /**
   * Decodes points of a file and prepares them for a spool. Null where colours that should be 8-bit ones are not. The
   * points' bytes may be transferred. Errors: those of `laz.decodeChunk` and of `preparePoints`.
   */
  'cloud.preparePoints': {
    input: { points: StoredPoints; how: PointPreparation; columns: ColumnGrid; cells: DensityGrid };
    output: PreparedPoints | null;
  };
  /** Statistics of points; their bytes may be transferred. Errors: those of `laz.decodeChunk`. */
  'cloud.summarise': { input: StoredPoints; output: PointSummary };
  /**
   * Decodes points of a file, converts them to a point format and adds them up. The points' bytes may be transferred.
   * Errors: those of `laz.decodeChunk` and of `convertRecords`.
   */
  'cloud.convertPoints': {
    input: { points: StoredPoints; format: number; drop: readonly DroppedField[]; file: string };
    output: ConvertedPoints;
  };
  /**
   * Builds all subtrees that start at `level` from the points of one vertical column of the cube, once they have the
   * classes given (null: their own).
   */
  'cloud.buildColumn': {
    input: TreeInput & { records: PointRecords; classes: Uint8Array<ArrayBuffer> | null; level: number };
    output: { roots: OpenNode[]; nodes: EncodedNode[]; facts: ColumnFacts };
  };
  /** Fills a parent from its children: all of their points where the limit allows, else an even sample. */
  'cloud.mergeChildren': {
    input: TreeInput & { parent: NodeKey; children: OpenNode[] };
    output: { parent: OpenNode; nodes: EncodedNode[] };
  };
  /** Compresses a node that has no parent left to wait for. */
  'cloud.encodeNode': {
    input: OpenNode;
    output: EncodedNode;
  };
  /** Classifies ground among last returns (see `domain/ground`); returns classes of the first `ownCount` of them. */
  'cloud.classifyGround': {
    input: {
      /** World coordinates, xyz a candidate: the column's own, then those around it. Transferred. */
      xyz: Float64Array<ArrayBuffer>;
      ownCount: number;
      metresPerUnit: { horizontal: number; vertical: number };
      /** Edge of the whole survey's cube, metres: windows scale with it. */
      extentM: number;
    };
    /** 1 for ground, an entry each of the own candidates. */
    output: { marks: Uint8Array<ArrayBuffer> };
  };
  /**
   * The points of a chunk that pass a filter and are in one of the areas (null: anywhere), in the requested format,
   * record length and quantisation. The chunk's bytes may be transferred. Errors: those of `laz.decodeChunk`,
   * `las.overflow`.
   */
  'cloud.selectPoints': {
    input: {
      chunk: LazChunkInput;
      quantisation: Quantisation;
      filter: PointFilter;
      areas: readonly (readonly number[])[] | null;
      to: { format: ModernFormat; recordLength: number; quantisation: Quantisation };
    };
    output: PointRecords;
  };
  /**
   * The sums of the points of a chunk, decoded by our own decoder or, on Node, by laz-perf. The chunk's bytes may be
   * transferred. Errors: those of `laz.decodeChunk`; of laz-perf `task.failed`.
   */
  'cloud.sumChunk': { input: { chunk: LazChunkInput; by: 'own' | 'laz-perf' }; output: PointSums };
  /** `printRecords`; the records may be transferred. */
  'cloud.printPoints': {
    input: { records: PointRecords; quantisation: Quantisation };
    output: Uint8Array<ArrayBuffer>;
  };
}
