import { fieldOffsets, type PointFormat, pointFormat } from './point-format.ts';
import type { LayerName, PointLayers, PointRecords } from './points.ts';

function viewOf({ bytes }: PointRecords): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function extractXyz(records: PointRecords): Int32Array {
  const view = viewOf(records);
  const xyz = new Int32Array(records.count * 3);
  for (let point = 0, at = 0; point < records.count; point++, at += records.recordLength) {
    xyz[point * 3] = view.getInt32(at, true);
    xyz[point * 3 + 1] = view.getInt32(at + 4, true);
    xyz[point * 3 + 2] = view.getInt32(at + 8, true);
  }
  return xyz;
}

function extractUint16(records: PointRecords, offset: number, elements = 1): Uint16Array {
  const view = viewOf(records);
  const values = new Uint16Array(records.count * elements);
  for (let point = 0, at = offset; point < records.count; point++, at += records.recordLength) {
    for (let element = 0; element < elements; element++) {
      values[point * elements + element] = view.getUint16(at + element * 2, true);
    }
  }
  return values;
}

function extractBits(
  { bytes, count, recordLength }: PointRecords,
  offset: number,
  shift: number,
  mask: number,
) {
  const values = new Uint8Array(count);
  for (let point = 0, at = offset; point < count; point++, at += recordLength) {
    values[point] = ((bytes[at] as number) >> shift) & mask;
  }
  return values;
}

function extractGpsTime(records: PointRecords, offset: number): Float64Array {
  const view = viewOf(records);
  const values = new Float64Array(records.count);
  for (let point = 0, at = offset; point < records.count; point++, at += records.recordLength) {
    values[point] = view.getFloat64(at, true);
  }
  return values;
}

function putLayer(layers: PointLayers, name: LayerName, records: PointRecords, format: PointFormat): void {
  const returnMask = format.extended ? 15 : 7;
  switch (name) {
    case 'xyz':
      layers.xyz = extractXyz(records);
      break;
    case 'intensity':
      layers.intensity = extractUint16(records, fieldOffsets.intensity);
      break;
    case 'classification':
      layers.classification = extractBits(records, format.classification, 0, format.extended ? 255 : 31);
      break;
    case 'returnNumber':
      layers.returnNumber = extractBits(records, fieldOffsets.returns, 0, returnMask);
      break;
    case 'numberOfReturns':
      layers.numberOfReturns = extractBits(
        records,
        fieldOffsets.returns,
        format.extended ? 4 : 3,
        returnMask,
      );
      break;
    case 'rgb':
      if (format.rgb !== undefined) layers.rgb = extractUint16(records, format.rgb, 3);
      break;
    case 'gpsTime':
      if (format.gpsTime !== undefined) layers.gpsTime = extractGpsTime(records, format.gpsTime);
      break;
    case 'pointSourceId':
      layers.pointSourceId = extractUint16(records, format.pointSourceId);
      break;
  }
}

/**
 * Takes the named layers out of raw records, into arrays owned by the caller. Layers that the format does not
 * have (colour, time) are left out.
 */
export function extractLayers(records: PointRecords, names: Iterable<LayerName>): PointLayers {
  const layers: PointLayers = { count: records.count };
  const format = pointFormat(records.format);
  for (const name of names) putLayer(layers, name, records, format);
  return layers;
}
