import { writeZip } from '#domain/formats/zip/write-zip.ts';
import { sampleLas } from '#tests/support/las-fixture.ts';
import { buildJpegHead, extendedXmp } from '#tests/support/photo-fixture.ts';

const guid = '0123456789ABCDEF0123456789ABCDEF';

/** An SVG that takes seconds to draw. */
export const slowDrawing = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f"><feGaussianBlur stdDeviation="50"/></filter>${'<rect width="4000" height="4000" filter="url(#f)"/>'.repeat(50)}</svg>`,
);

/** A photo whose extended XMP opens a tag again and again and closes none. */
export function hostilePhoto(): Buffer {
  const main = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description xmpNote:HasExtendedXMP="${guid}"/></x:xmpmeta>`;
  const segments = extendedXmp(guid, '<rdf:Description '.repeat(15_000), 60_000);
  return Buffer.from(buildJpegHead({ width: 30_000, height: 30_000, xmp: main, segments }));
}

/** A cloud that claims four thousand million points and has a hundred. */
export async function hostileCloud(): Promise<Buffer> {
  const bytes = Buffer.from(await sampleLas(6, 100));
  bytes.writeBigUInt64LE(0xffff_ffffn, 247);
  return bytes;
}

/** An archive of a megabyte whose manifest has millions of empty objects. */
export async function hostileArchive(): Promise<Buffer> {
  const manifest = `{"products":[${'{},'.repeat(2_000_000)}{}]}`;
  const pieces: Uint8Array[] = [];
  for await (const piece of writeZip([{ name: 'manifest.json', bytes: Buffer.from(manifest) }]))
    pieces.push(piece);
  return Buffer.concat(pieces);
}
