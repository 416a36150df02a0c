import type { CellWindow } from '#domain/photogrammetry/ortho/coarse-view.ts';
import { cropPixels } from '#domain/photogrammetry/ortho/crop-pixels.ts';
import type { PhotoCrop } from '#domain/photogrammetry/ortho/photo-sampler.ts';
import type { ColourImage } from '#workers/contract/photo-tasks.ts';

/** Decodes a photo of the project, by its index; shrunk to `maxSide` where that is given. */
export type DecodePhoto = (photo: number, maxSide?: number) => Promise<ColourImage>;

/** Decoded photos in full size, with a cache of the latest used up to a number of bytes. */
export interface PhotoStore {
  /** Pixels of a window of a photo, owned by the caller. */
  crop(photo: number, window: CellWindow): Promise<PhotoCrop>;
}

interface Kept {
  readonly image: Promise<ColourImage>;
  bytes: number;
}

/** Caches decoded photos: at most `maxBytes` besides those being decoded. At most two are decoded at a time. */
export function createPhotoStore(decode: DecodePhoto, maxBytes: number): PhotoStore {
  const kept = new Map<number, Kept>();
  let gate: Promise<unknown> = Promise.resolve();

  function makeRoom(): void {
    let held = 0;
    for (const { bytes } of kept.values()) held += bytes;
    for (const [photo, { bytes }] of kept) {
      if (held <= maxBytes || kept.size <= 1) return;
      if (bytes === 0) continue;
      kept.delete(photo);
      held -= bytes;
    }
  }

  function load(photo: number): Promise<ColourImage> {
    const found = kept.get(photo);
    if (found) {
      kept.delete(photo);
      kept.set(photo, found);
      return found.image;
    }
    const image = gate.then(() => decode(photo));
    gate = image.catch(() => undefined);
    const entry: Kept = { image, bytes: 0 };
    kept.set(photo, entry);
    image.then(
      ({ pixels }) => {
        entry.bytes = pixels.byteLength;
        makeRoom();
      },
      () => kept.delete(photo),
    );
    return image;
  }

  return {
    async crop(photo, window) {
      return cropPixels(await load(photo), window);
    },
  };
}
