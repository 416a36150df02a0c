import sharp from 'sharp';

/**
 * libvips' readers of the formats that come in as photos, as blocks of TIFF (WebP) or are written here; it has many
 * others. The list applies to all threads of the process.
 */
const loaders = ['VipsForeignLoadJpeg', 'VipsForeignLoadTiff', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'];

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders });
sharp.cache(false);

/**
 * The only access to libvips: it detects a file's format by its bytes, regardless of its name, and reads no format
 * but JPEG, TIFF, PNG and WebP, so that a drawing or a document with the name of a photo is refused and never
 * rendered.
 */
export { sharp };
