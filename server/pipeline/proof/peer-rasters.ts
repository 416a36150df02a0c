import type { GeoTIFFImage } from 'geotiff';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import type { PixelWindow } from '#domain/formats/cog/open-raster.ts';
import type { SampleArray } from '#domain/formats/tiff/sample-types.ts';

/** Pixels as the peer read them, bands interleaved per pixel. */
export interface PeerPixels {
  readonly samples: SampleArray;
  /** 0 where the file's mask says invalid; null where there is no mask. */
  readonly mask: Uint8Array<ArrayBuffer> | null;
}

/** A raster as the `geotiff` package reads it. */
export interface PeerRaster {
  /** Largest first. */
  readonly levels: readonly { readonly width: number; readonly height: number }[];
  read(level: number, window: PixelWindow): Promise<PeerPixels>;
  /** Stored bytes of the tile with a number, row by row. */
  tile(level: number, index: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

const maskBit = 4;

async function readWindow(image: GeoTIFFImage, { x, y, width, height }: PixelWindow): Promise<SampleArray> {
  const read = await image.readRasters({ window: [x, y, x + width, y + height], interleave: true });
  return read as unknown as SampleArray;
}

/**
 * Opens a file by the `geotiff` package; `source` returns the bytes of stored tiles. Throws what that package throws.
 */
export async function openRasterByPeer(path: string, source: ByteSource): Promise<PeerRaster> {
  const { fromFile } = await import('geotiff');
  const file = await fromFile(path);
  const close = async () => void (await file.close());
  try {
    const images: GeoTIFFImage[] = [];
    const masks: GeoTIFFImage[] = [];
    for (let index = 0; index < (await file.getImageCount()); index++) {
      const image = await file.getImage(index);
      const isMask = (Number(image.fileDirectory.getValue('NewSubfileType') ?? 0) & maskBit) !== 0;
      (isMask ? masks : images).push(image);
    }
    const sizeOf = (image: GeoTIFFImage) => ({ width: image.getWidth(), height: image.getHeight() });
    const maskOf = images.map((image) =>
      masks.find((mask) => mask.getWidth() === image.getWidth() && mask.getHeight() === image.getHeight()),
    );
    return {
      levels: images.map(sizeOf),
      async read(level, window) {
        const mask = maskOf[level];
        return {
          samples: await readWindow(images[level]!, window),
          mask: mask ? ((await readWindow(mask, window)) as Uint8Array<ArrayBuffer>) : null,
        };
      },
      async tile(level, index) {
        const { fileDirectory } = images[level]!;
        const offset = await fileDirectory.loadValueIndexed('TileOffsets', index);
        const length = await fileDirectory.loadValueIndexed('TileByteCounts', index);
        return source.read(Number(offset), Number(length));
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
