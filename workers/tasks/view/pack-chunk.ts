import { packPoints, rgbShift } from '#domain/view/pack-points.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import { lazCodec } from '../formats/laz-codec.ts';

/** Points of a compressed chunk, ready for the device. */
export const packChunk: TaskHandler<'view.packChunk'> = ({ chunk, wanted, shift }, { kernels }) => {
  const points = lazCodec(kernels.laz).decodeLayers(chunk, wanted);
  const found = shift ?? (points.rgb ? rgbShift(points.rgb) : null);
  const packed = packPoints(points, 0, points.count, found ?? 0);
  const arrays = [packed.words, packed.exact, packed.flight, packed.gpsTime];
  const transfer = arrays.flatMap((array) => (array ? [array.buffer as ArrayBuffer] : []));
  return { output: { packed, shift: found }, transfer };
};
