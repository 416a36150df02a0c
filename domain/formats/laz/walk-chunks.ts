import type { ByteSource } from '../byte-source.ts';
import type { LasHeader } from '../las/header.ts';
import type { LazChunkEntry } from './chunk-table.ts';
import type { LazScheme } from './laz-vlr.ts';

const pointLayers = 9;

/** Separately coded layers of a layered chunk: nine of the point, colour, near infrared, one per extra byte. */
function layerCount({ format, extraBytes }: LazScheme): number {
  return pointLayers + (format === 7 ? 1 : 0) + (format === 8 ? 2 : 0) + extraBytes;
}

/**
 * The whole chunks at the start of a layered LAZ file whose chunk table is missing or wrong (the file was truncated,
 * or its writer crashed): each chunk begins with a raw record, its number of points and the sizes of its layers.
 * Stops at the first incomplete chunk. Point-wise chunks do not state their size; for them the result is empty.
 */
export async function walkChunks(
  source: ByteSource,
  header: LasHeader,
  scheme: LazScheme,
  signal?: AbortSignal,
): Promise<LazChunkEntry[]> {
  const chunks: LazChunkEntry[] = [];
  if (scheme.itemVersion === 2) return chunks;
  const headLength = scheme.recordLength + 4 + 4 * layerCount(scheme);
  let offset = header.pointDataOffset + 8;
  let firstPoint = 0;
  while (offset + headLength <= source.size && firstPoint < header.pointCount) {
    const head = await source.read(offset, headLength, signal);
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
    const pointCount = view.getUint32(scheme.recordLength, true);
    let byteLength = headLength;
    for (let at = scheme.recordLength + 4; at < headLength; at += 4) byteLength += view.getUint32(at, true);
    const isWhole = offset + byteLength <= source.size;
    if (!isWhole || pointCount === 0 || firstPoint + pointCount > header.pointCount) break;
    chunks.push({ offset, byteLength, pointCount, firstPoint });
    offset += byteLength;
    firstPoint += pointCount;
  }
  return chunks;
}
