import { expect, it } from 'vitest';
import { fileKindOf } from './file-kind.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

it.each([
  ['jpeg', [0xff, 0xd8, 0xff, 0xe1]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['tiff', [0x49, 0x49, 42, 0]],
  ['tiff', [0x4d, 0x4d, 0, 43]],
  ['zip', [0x50, 0x4b, 3, 4]],
] as const)('tells a %s by its first bytes', (kind, bytes) => {
  expect(fileKindOf(Uint8Array.from(bytes))).toBe(kind);
});

it('tells kinds that begin with letters', () => {
  expect(fileKindOf(text('RIFFxxxxWEBPVP8 '))).toBe('webp');
  expect(fileKindOf(text('LASF'))).toBe('las');
  expect(fileKindOf(text('%PDF-1.7'))).toBe('pdf');
  expect(fileKindOf(text('glTF'))).toBe('gltf');
});

it.each([
  '',
  '<svg xmlns="http://www.w3.org/2000/svg">',
  '<?xml version="1.0"?>',
  'GIF89a',
  'LAS',
  'OGGSxxxxWEBP',
])('knows nothing of %j', (value) => {
  expect(fileKindOf(text(value))).toBeNull();
});
