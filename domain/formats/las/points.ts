/**
 * Raw LAS point records as stored in a file: little-endian, extra bytes included, nothing lost. `bytes` has length
 * `count * recordLength` and belongs to the holder of the object.
 */
export interface PointRecords {
  /** LAS point data record format, 0 to 10 (the compression bits of the header taken off). */
  format: number;
  /** Bytes a record; at least the format's own length, the rest are extra bytes. */
  recordLength: number;
  count: number;
  bytes: Uint8Array;
}

/** Names of the layers that can be requested separately. */
export type LayerName = Exclude<keyof PointLayers, 'count'>;

/**
 * Columns of points, only the requested ones. Each array is owned by the receiver. `xyz` holds the file's own
 * integers: coordinate = integer × scale + offset, in the file's CRS.
 */
export interface PointLayers {
  count: number;
  /** xyz per point, length 3n, file integers. */
  xyz?: Int32Array;
  intensity?: Uint16Array;
  /** Class number without its flag bits: 0–31 in formats 0–5, 0–255 in 6–10. */
  classification?: Uint8Array;
  returnNumber?: Uint8Array;
  numberOfReturns?: Uint8Array;
  /** red, green, blue per point, length 3n, 16 bits as stored. */
  rgb?: Uint16Array;
  /** As stored: seconds of the GPS week, or adjusted standard GPS time (header's global encoding bit 0). */
  gpsTime?: Float64Array;
  pointSourceId?: Uint16Array;
}
