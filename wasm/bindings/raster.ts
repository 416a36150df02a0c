import type { BlockKernel, BlockPlace, BlockPlanes, PackedBlock } from '#domain/formats/tiff/block-coding.ts';
import { instantiate } from './instance.ts';

interface RasterExports {
  readonly memory: WebAssembly.Memory;
  makeRoom(number: number, expanded: number): number;
  prepare(number: number, compressed: number): number;
  expanded(number: number): number;
  expandZlib(count: number): void;
  written(number: number): number;
  expandLzw(): number;
  predict(bands: number, width: number, rows: number, sampleBytes: number, predictor: number): number;
  makePlanes(
    number: number,
    written: number,
    bands: number,
    width: number,
    rows: number,
    sampleBytes: number,
    predictor: number,
    isSwapped: number,
  ): number;
}

/** Creates an instance of the raster kernel: blocks are copied in, and expanded data is copied to its destination. */
export function createRasterKernel(module: WebAssembly.Module): BlockKernel {
  const kernel = instantiate<RasterExports>(module);

  const rowViews = [createRowViews(), createRowViews()] as const;

  function bringIn(inputs: readonly Uint8Array[], sizes: readonly number[]): void {
    sizes.forEach((size, number) => {
      if (kernel.makeRoom(number, size) === 0) throw new RangeError('no memory for a block');
    });
    inputs.forEach((input, number) => {
      const at = kernel.prepare(number, input.length) >>> 0;
      if (at === 0) throw new RangeError('no memory for a block');
      new Uint8Array(kernel.memory.buffer, at, input.length).set(input);
    });
  }

  function bringBlocks(blocks: readonly PackedBlock[]): void {
    bringIn(
      blocks.map(({ input }) => input),
      blocks.map(({ planes }) => expandedBytes(planes)),
    );
  }

  function takeOut({ planes, place }: PackedBlock, number: number, written: number): void {
    const { bands, width, rows, sampleBytes, predictor, isSwapped } = planes;
    const swapped = Number(isSwapped);
    const at = kernel.makePlanes(number, written, bands, width, rows, sampleBytes, predictor, swapped) >>> 0;
    if (at === 0) throw new RangeError('no memory for the bands of a block');
    copyPlanes(
      new Uint8Array(kernel.memory.buffer, at, expandedBytes(planes)),
      planes,
      place,
      rowViews[number]!,
    );
  }

  function expandPair(pair: readonly PackedBlock[]): number[] {
    bringBlocks(pair);
    kernel.expandZlib(pair.length);
    return pair.map((block, number) => {
      const written = kernel.written(number);
      if (written >= 0) takeOut(block, number, written);
      return written;
    });
  }

  function expandOne(block: PackedBlock): number {
    bringBlocks([block]);
    const written = block.scheme === 'lzw' ? kernel.expandLzw() : copyStored(block);
    if (written >= 0) takeOut(block, 0, written);
    return written;
  }

  function copyStored({ input, planes }: PackedBlock): number {
    const written = Math.min(input.length, expandedBytes(planes));
    new Uint8Array(kernel.memory.buffer, kernel.expanded(0) >>> 0, written).set(input.subarray(0, written));
    return written;
  }

  return {
    predict(bytes, { bands, width, rows, sampleBytes, predictor }) {
      bringIn([bytes], [bytes.length]);
      const at = kernel.predict(bands, width, rows, sampleBytes, predictor) >>> 0;
      bytes.set(new Uint8Array(kernel.memory.buffer, at, bytes.length));
    },

    expand(blocks) {
      const results = new Array<number>(blocks.length);
      const ofZlib = blocks.flatMap(({ scheme }, index) => (scheme === 'zlib' ? [index] : []));
      for (let i = 0; i < ofZlib.length; i += 2) {
        const pair = ofZlib.slice(i, i + 2);
        const written = expandPair(pair.map((index) => blocks[index]!));
        pair.forEach((index, number) => {
          results[index] = written[number]!;
        });
      }
      for (const [index, block] of blocks.entries()) {
        if (block.scheme !== 'zlib') results[index] = expandOne(block);
      }
      return results;
    },
  };
}

function expandedBytes({ bands, width, rows, sampleBytes }: BlockPlanes): number {
  return bands * width * rows * sampleBytes;
}

type RowViews = (bytes: Uint8Array, rowBytes: number) => readonly Uint8Array[] | null;

/** Maximum number of rows with cached views: four bands of 1024 rows. */
const maxRowViews = 4096;

/** Views of all rows of a block, cached while blocks have the same address; null where there are too many rows. */
function createRowViews(): RowViews {
  let kept: readonly Uint8Array[] = [];
  return (bytes, rowBytes) => {
    const count = bytes.length / rowBytes;
    if (count > maxRowViews) return null;
    const first = kept[0];
    const isSame =
      first?.buffer === bytes.buffer &&
      first.byteOffset === bytes.byteOffset &&
      first.length === rowBytes &&
      kept.length === count;
    if (!isSame) {
      kept = Array.from({ length: count }, (_, row) => bytes.subarray(row * rowBytes, (row + 1) * rowBytes));
    }
    return kept;
  };
}

function copyPlanes(bytes: Uint8Array, planes: BlockPlanes, place: BlockPlace, rowViews: RowViews): void {
  const { offset, stride, left, top, rowBytes, rows } = place;
  const planeRowBytes = planes.width * planes.sampleBytes;
  const isFullWidth = rowBytes === planeRowBytes;
  const isWhole = isFullWidth && rowBytes === stride;
  const views = isFullWidth && !isWhole ? rowViews(bytes, rowBytes) : null;
  place.targets.forEach((target, plane) => {
    if (!target) return;
    const first = plane * planes.rows + top;
    let from = first * planeRowBytes + left;
    if (isWhole) {
      target.set(bytes.subarray(from, from + rows * rowBytes), offset);
      return;
    }
    for (let row = 0, to = offset; row < rows; row++, to += stride, from += planeRowBytes) {
      target.set(views ? views[first + row]! : bytes.subarray(from, from + rowBytes), to);
    }
  });
}
