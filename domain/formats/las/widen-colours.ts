import { pointFormat } from './point-format.ts';
import type { PointRecords } from './points.ts';

/** Spreads 0…255 evenly over 0…65,535. */
const spread = 257;

function* colourOffsets({ format, recordLength, count }: PointRecords): Generator<number> {
  const { rgb, nir } = pointFormat(format);
  if (rgb === undefined) return;
  const channels = nir === undefined ? [rgb, rgb + 2, rgb + 4] : [rgb, rgb + 2, rgb + 4, nir];
  for (let point = 0; point < count; point++) {
    for (const channel of channels) yield point * recordLength + channel;
  }
}

/**
 * Scales 8-bit colours that were stored in 16-bit fields to 16 bits, in place. False, with nothing changed, where a
 * colour is above 255: then they are no 8-bit colours.
 */
export function widenColours(records: PointRecords): boolean {
  const { bytes } = records;
  for (const at of colourOffsets(records)) if (bytes[at + 1] !== 0) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const at of colourOffsets(records)) view.setUint16(at, view.getUint16(at, true) * spread, true);
  return true;
}
