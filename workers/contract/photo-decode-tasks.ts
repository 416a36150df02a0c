import type { PhotoReading } from '#domain/photogrammetry/photos/read-photo-info.ts';

/** Tasks that read and decode photos in a browser. */
export interface PhotoDecodeTasks {
  /** What a photo says of itself; only its head is read. Errors: those of `readPhotoInfo`, `io.read-failed`. */
  'photo.read': { input: { file: Blob; name: string }; output: PhotoReading };
  /**
   * A photo's pixels as stored (EXIF orientation not applied), shrunk so that the longer side is at most `maxSide`, row
   * by row from the top: one channel grey, three channels RGB. `width` and `height` as the file's head states them.
   * Errors: `photo.corrupt`, `photo.unsupported` where this browser has no decoder for it.
   */
  'photo.decode': {
    input: {
      file: Blob;
      name: string;
      width: number;
      height: number;
      maxSide: number;
      channels: 1 | 3;
    };
    output: { width: number; height: number; channels: 1 | 3; pixels: Uint8Array<ArrayBuffer> };
  };
}
