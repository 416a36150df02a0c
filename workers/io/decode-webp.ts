/**
 * Decodes a WebP image of a known size (Node only), `bands` bytes per pixel: 3, or 4 with opacity. Throws for other
 * formats, damaged files or another size.
 */
export async function decodeWebp(
  bytes: Uint8Array,
  width: number,
  height: number,
  bands: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp');
  const image = sharp(bytes, { failOn: 'error', limitInputPixels: width * height });
  const { format, width: across, height: down } = await image.metadata();
  if (format !== 'webp') throw new RangeError('no WebP picture');
  if (across !== width || down !== height) throw new RangeError(`a picture of ${across} by ${down} pixels`);
  const channels = bands === 4 ? image.ensureAlpha() : image.removeAlpha();
  return new Uint8Array(await channels.raw().toBuffer());
}
