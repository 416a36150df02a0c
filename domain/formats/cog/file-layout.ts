import { type PlacedLevel, type TilePlaces, writeHeader } from './header-writer.ts';
import type { CogSpec, PyramidLevel } from './spec.ts';
import type { CogSink, Spool } from './spool.ts';

/** What was written. */
export interface CogSummary {
  readonly bytes: number;
  readonly bigTiff: boolean;
  readonly levels: readonly PyramidLevel[];
}

/** Offsets of the encoded tiles of one level in the spool. */
export interface SpooledLevel {
  readonly level: PyramidLevel;
  readonly image: TilePlaces;
  readonly mask: TilePlaces | null;
}

const leaderBytes = 4;
const trailerBytes = 4;

/** Lays out and writes the file: header, then the tiles of every level, the smallest level first. */
export async function writeFile(
  spec: CogSpec,
  states: readonly SpooledLevel[],
  spool: Spool,
  sink: CogSink,
  signal?: AbortSignal,
): Promise<CogSummary> {
  const dataBytes = states.reduce((sum, state) => sum + stateBytes(state), 0);
  const placed = states.map(
    (state): PlacedLevel => ({
      level: state.level,
      image: { offsets: new Float64Array(state.image.offsets.length), lengths: state.image.lengths },
      mask: state.mask && {
        offsets: new Float64Array(state.mask.offsets.length),
        lengths: state.mask.lengths,
      },
    }),
  );
  const classicBytes = writeHeader(spec, placed, false).length;
  const bigTiff = spec.bigTiff === true || classicBytes + dataBytes > 2 ** 32 - 1;
  const headerBytes = bigTiff ? writeHeader(spec, placed, true).length : classicBytes;
  const bytes = placeTiles(placed, headerBytes);
  await sink.write(0, writeHeader(spec, placed, bigTiff));
  for (let index = states.length - 1; index >= 0; index--) {
    const { image, mask } = states[index]!;
    for (let at = 0; at < image.lengths.length; at++) {
      signal?.throwIfAborted();
      await copyTile(spool, sink, image, placed[index]!.image, at);
      if (mask) await copyTile(spool, sink, mask, placed[index]!.mask!, at);
    }
  }
  return { bytes, bigTiff, levels: states.map(({ level }) => level) };
}

function stateBytes({ image, mask }: SpooledLevel): number {
  let sum = 0;
  for (const places of mask ? [image, mask] : [image]) {
    for (const length of places.lengths) sum += length + leaderBytes + trailerBytes;
  }
  return sum;
}

function placeTiles(levels: readonly PlacedLevel[], start: number): number {
  let at = start;
  const put = (places: TilePlaces, tile: number) => {
    places.offsets[tile] = at + leaderBytes;
    at += leaderBytes + places.lengths[tile]! + trailerBytes;
  };
  for (const { image, mask } of [...levels].reverse()) {
    for (let tile = 0; tile < image.offsets.length; tile++) {
      put(image, tile);
      if (mask) put(mask, tile);
    }
  }
  return at;
}

/** One tile with its length before it and its last four bytes again behind it. */
async function copyTile(spool: Spool, sink: CogSink, from: TilePlaces, to: TilePlaces, tile: number) {
  const length = from.lengths[tile]!;
  const data = await spool.get(from.offsets[tile]!, length);
  const framed = new Uint8Array(leaderBytes + length + trailerBytes);
  new DataView(framed.buffer).setUint32(0, length, true);
  framed.set(data.subarray(0, length), leaderBytes);
  framed.set(data.subarray(length - trailerBytes, length), leaderBytes + length);
  await sink.write(to.offsets[tile]! - leaderBytes, framed);
}
