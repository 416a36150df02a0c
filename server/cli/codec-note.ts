import { decodedCompressions } from '#domain/formats/tiff/tags.ts';
import { translate } from '../messages.ts';

/** Which compression schemes of GeoTIFF are read, and which are written. */
export const codecNote = () =>
  translate('cli.note.codecs', { read: decodedCompressions().join(', '), written: 'DEFLATE, JPEG' });
