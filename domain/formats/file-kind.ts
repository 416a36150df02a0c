/** Kinds of files that are recognised by their first bytes, with the media type that they are served as. */
export const fileKindTypes = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  tiff: 'image/tiff',
  las: 'application/octet-stream',
  zip: 'application/zip',
  pdf: 'application/pdf',
  gltf: 'model/gltf-binary',
} as const;

export type FileKind = keyof typeof fileKindTypes;

/** Pictures made of pixels: nothing in them is ever run. */
export const imageKinds: readonly FileKind[] = ['jpeg', 'png', 'webp', 'tiff'];

/** First bytes that are enough for every kind. */
export const fileKindBytes = 16;

interface Signature {
  readonly kind: FileKind;
  readonly at: number;
  readonly bytes: readonly number[];
}

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

const signatures: readonly Signature[] = [
  { kind: 'jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { kind: 'png', at: 0, bytes: [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a] },
  { kind: 'webp', at: 8, bytes: ascii('WEBP') },
  // Classic and Big TIFF, in both byte orders.
  { kind: 'tiff', at: 0, bytes: [...ascii('II'), 42, 0] },
  { kind: 'tiff', at: 0, bytes: [...ascii('MM'), 0, 42] },
  { kind: 'tiff', at: 0, bytes: [...ascii('II'), 43, 0] },
  { kind: 'tiff', at: 0, bytes: [...ascii('MM'), 0, 43] },
  { kind: 'las', at: 0, bytes: ascii('LASF') },
  { kind: 'zip', at: 0, bytes: [...ascii('PK'), 3, 4] },
  { kind: 'pdf', at: 0, bytes: ascii('%PDF-') },
  { kind: 'gltf', at: 0, bytes: ascii('glTF') },
];

/**
 * The kind of a file by its first bytes (`fileKindBytes` are enough), regardless of its name; null for others, such
 * as text.
 */
export function fileKindOf(head: Uint8Array): FileKind | null {
  const found = signatures.find(({ at, bytes }) => bytes.every((byte, index) => head[at + index] === byte));
  if (found?.kind === 'webp' && !ascii('RIFF').every((byte, index) => head[index] === byte)) return null;
  return found?.kind ?? null;
}

const kindsByExtension: Readonly<Record<string, FileKind>> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  tif: 'tiff',
  tiff: 'tiff',
  las: 'las',
  laz: 'las',
  zip: 'zip',
  pdf: 'pdf',
  glb: 'gltf',
};

/** What a file of this name should be by its first bytes; null where the name promises none of our kinds. */
export function kindOfName(name: string): FileKind | null {
  return kindsByExtension[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? null;
}
