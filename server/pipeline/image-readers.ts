import sharp from 'sharp';

/**
 * libvips' readers of the formats that come in as photos, as blocks of TIFF (WebP) or are written here; it brings many
 * others. What is named here holds for all threads of the process.
 */
const loaders = ['VipsForeignLoadJpeg', 'VipsForeignLoadTiff', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'];

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders });
sharp.cache(false);

/**
 * libvips for this program, the one way to it: it tells a file's format by its bytes, whatever its name, and reads no
 * format but JPEG, TIFF, PNG and WebP, so that a drawing or a document with the name of a photo is refused and never rendered.
 */
export { sharp };
