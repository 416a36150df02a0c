import type { LayerName, PointLayers, PointRecords } from '#domain/formats/las/points.ts';
import type { LazScheme } from '#domain/formats/laz/laz-vlr.ts';

/** A compressed chunk (or COPC node) as it crosses threads. */
export interface LazChunkInput {
  scheme: LazScheme;
  /** Copied unless the caller hands it over. */
  compressed: Uint8Array;
  pointCount: number;
  /** File and byte offset of the chunk, for errors. */
  file: string;
  offset: number;
}

/** Tasks that decode and encode file formats (point clouds, rasters). Outputs are transferred. */
export interface FormatTasks {
  /** Errors: `laz.truncated`, `laz.corrupt`, `laz.count-mismatch`, `laz.chunk-too-large`. */
  'laz.decodeChunk': { input: LazChunkInput; output: PointRecords };
  /** As `laz.decodeChunk`, but only the wanted layers; those the format lacks are left out. */
  'laz.decodeLayers': { input: { chunk: LazChunkInput; wanted: LayerName[] }; output: PointLayers };
  /** Records (formats 0–3 and 6–8, at least one) to one chunk. */
  'laz.encodeChunk': { input: PointRecords; output: Uint8Array<ArrayBuffer> };
}
