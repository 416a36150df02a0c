import { findPointFormat } from '#domain/formats/las/point-format.ts';
import type { LayerName, PointLayers } from '#domain/formats/las/points.ts';

/** Describes how the kernel extracts one field of the records into an array (`wasm/src/lib/laz/extract.ts`). */
export interface LayerColumn {
  kind: number;
  /** Offset in the record. */
  offset: number;
  shift: number;
  mask: number;
  /** Bytes per point in the array. */
  bytes: number;
  /** Stores the finished buffer in the result. */
  assign(layers: PointLayers, buffer: ArrayBuffer): void;
}

/** Mask of all layers of formats 6 to 8. */
export const allLayers = 0xffff_ffff;

/** Bits of the compressed layers (`wasm/src/lib/laz/layout14.ts`) needed by each field; 0 is always read. */
const layerBits: Readonly<Record<LayerName, number>> = {
  xyz: 1 << 1,
  classification: 1 << 2,
  intensity: 1 << 4,
  pointSourceId: 1 << 7,
  gpsTime: 1 << 8,
  rgb: 1 << 9,
  returnNumber: 0,
  numberOfReturns: 0,
};

/** Mask of the compressed layers with the wanted fields. */
export function layerMask(wanted: readonly LayerName[]): number {
  return wanted.reduce((mask, name) => mask | layerBits[name], 1);
}

function bits(
  name: 'classification' | 'returnNumber' | 'numberOfReturns',
  offset: number,
  shift: number,
  mask: number,
): LayerColumn {
  const assign = (layers: PointLayers, buffer: ArrayBuffer) => {
    layers[name] = new Uint8Array(buffer);
  };
  return { kind: 2, offset, shift, mask, bytes: 1, assign };
}

function short(name: 'intensity' | 'pointSourceId', offset: number): LayerColumn {
  const assign = (layers: PointLayers, buffer: ArrayBuffer) => {
    layers[name] = new Uint16Array(buffer);
  };
  return { kind: 1, offset, shift: 0, mask: 0, bytes: 2, assign };
}

function columnOf(formatId: number, name: LayerName): LayerColumn | undefined {
  const format = findPointFormat(formatId);
  if (!format) return undefined;
  const plain = { shift: 0, mask: 0 };
  switch (name) {
    case 'xyz':
      return {
        kind: 0,
        offset: 0,
        ...plain,
        bytes: 12,
        assign: (layers, buffer) => {
          layers.xyz = new Int32Array(buffer);
        },
      };
    case 'intensity':
      return short(name, 12);
    case 'classification':
      return bits(name, format.classification, 0, format.extended ? 255 : 31);
    case 'returnNumber':
      return bits(name, 14, 0, format.extended ? 15 : 7);
    case 'numberOfReturns':
      return format.extended ? bits(name, 14, 4, 15) : bits(name, 14, 3, 7);
    case 'rgb':
      if (format.rgb === undefined) return undefined;
      return {
        kind: 3,
        offset: format.rgb,
        ...plain,
        bytes: 6,
        assign: (layers, buffer) => {
          layers.rgb = new Uint16Array(buffer);
        },
      };
    case 'gpsTime':
      if (format.gpsTime === undefined) return undefined;
      return {
        kind: 4,
        offset: format.gpsTime,
        ...plain,
        bytes: 8,
        assign: (layers, buffer) => {
          layers.gpsTime = new Float64Array(buffer);
        },
      };
    case 'pointSourceId':
      return short(name, format.pointSourceId);
  }
}

/** The columns of the wanted fields that the format has. */
export function columnsOf(format: number, wanted: readonly LayerName[]): LayerColumn[] {
  return [...new Set(wanted)].flatMap((name) => columnOf(format, name) ?? []);
}
