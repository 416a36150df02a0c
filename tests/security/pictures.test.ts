import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeColour, shrinkToJpeg } from '#server/pipeline/photo/decode.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Many blurred squares, which take seconds to draw. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f"><feGaussianBlur stdDeviation="50"/></filter>${'<rect width="4000" height="4000" filter="url(#f)"/>'.repeat(50)}</svg>`;

it.each([
  ['a drawing', Buffer.from(drawing)],
  ['a drawing behind white space', Buffer.from(`\n\n  ${drawing}`)],
  ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  ['a text', Buffer.from('P3\n2 2\n255\n0 0 0 0 0 0 0 0 0 0 0 0\n')],
])('%s with the name of a photo is refused and never rendered', async (_, bytes) => {
  const path = join(folder, 'photo.jpg');
  await writeFile(path, bytes);
  await expect(shrinkToJpeg(path, 512)).rejects.toMatchObject({ code: 'photo.unsupported' });
  await expect(decodeColour(path)).rejects.toMatchObject({ code: 'photo.unsupported' });
});
