import sharp from 'sharp';

/** libvips' readers of the formats that come in as photos or are written here; it brings many others. */
const loaders = ['VipsForeignLoadJpeg', 'VipsForeignLoadTiff', 'VipsForeignLoadPng'];

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders });
sharp.cache(false);

/**
 * libvips for this program, the one way to it: it tells a file's format by its bytes, whatever its name, and reads no
 * format but JPEG, TIFF and PNG, so that a drawing or a document with the name of a photo is refused and never rendered.
 */
export { sharp };
