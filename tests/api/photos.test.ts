import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import type { ImageEntry, ImagesAnnounced } from '#contract/schemas/images.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { postFile } from '#tests/support/lidar-upload.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';

let api: TestApi;
let owner: Caller;
let stranger: Caller;
let pk: number;
let photo: Buffer;
let images: ImageEntry[];

beforeAll(async () => {
  api = await createTestApi();
  owner = await api.signIn({ email: 'owner@example.com' });
  stranger = await api.signIn({ email: 'stranger@example.com' });
  // EXIF orientation 6 would rotate the image: thumbnails stay in the frame of the camera's pixels.
  photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#8a5' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const made = await api.call(owner, routes.projectCreate, { body: { name: 'Flight', type: 'images' } });
  pk = made.json().pk;
  const files = [
    { name: 'DJI 0001.JPG', size: photo.length, role: 'image' },
    { name: 'broken.jpg', size: 500, role: 'image' },
    { name: 'gcp_list.txt', size: 10, role: 'control' },
  ] as const;
  const announced = await api.call(owner, routes.imagesInitialize, {
    params: { pk },
    body: { files: [...files] },
  });
  const { slots } = announced.json() as ImagesAnnounced;
  const contents = [photo, patternBytes(500, 1, 'jpeg'), patternBytes(10, 1, 'none')];
  for (const slot of slots) await postFile(api, owner, slot.upload_url, contents[slot.index]!);
  await api.call(owner, routes.uploadCompleted, { params: { pk }, query: { start_processing: false } });
  images = (await api.call(owner, routes.imagesList, { params: { pk } })).json();
});
afterAll(() => api.close());

const get = (url: string, caller = owner, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'GET', url, headers: { cookie: caller.cookie, ...headers } });

describe('photos of a project', () => {
  it('are listed by the names that products give them, and one by one', async () => {
    expect(images).toEqual([
      {
        id: 0,
        name: 'DJI 0001.JPG',
        size: photo.length,
        url: `/files/${pk}/images/DJI_0001.JPG`,
        thumbnail_url: `/${pk}/thumbnail/DJI_0001.JPG`,
      },
      expect.objectContaining({ id: 1, name: 'broken.jpg' }),
    ]);
    const one = await api.call(owner, routes.imageGet, { params: { pk, image_id: 1 } });
    expect(one.json()).toEqual(images[1]);
    expect((await api.call(owner, routes.imageGet, { params: { pk, image_id: 2 } })).statusCode).toBe(404);
  });

  it('come as they were uploaded, in ranges, and not at all when the caller has them', async () => {
    const { url } = images[0]!;
    const whole = await get(url);
    expect(whole.statusCode).toBe(200);
    expect(whole.headers['content-type']).toBe('image/jpeg');
    expect(whole.rawPayload.equals(photo)).toBe(true);
    const part = await get(url, owner, { range: 'bytes=2-5' });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(photo.subarray(2, 6))).toBe(true);
    const known = await get(url, owner, { 'if-none-match': String(whole.headers.etag) });
    expect(known.statusCode).toBe(304);
    const saved = await get(`${url}?download`);
    expect(saved.headers['content-disposition']).toBe('attachment; filename="DJI 0001.JPG"');
  });

  it('come small, not turned, made once for all who ask at the same time', async () => {
    const { thumbnail_url } = images[0]!;
    const answers = await Promise.all([get(thumbnail_url), get(thumbnail_url), get(thumbnail_url)]);
    const [first] = answers;
    expect(first!.statusCode).toBe(200);
    expect(first!.headers['content-type']).toBe('image/jpeg');
    expect(first!.headers['cache-control']).toContain('max-age');
    const { width, height, orientation, exif } = await sharp(first!.rawPayload).metadata();
    expect([width, height, orientation, exif]).toEqual([512, 341, undefined, undefined]);
    expect(new Set([...answers, await get(thumbnail_url)].map(({ headers }) => headers.etag)).size).toBe(1);
  });

  it('that cannot be decoded have no small picture, and say why', async () => {
    const answer = await get(images[1]!.thumbnail_url);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'photo.corrupt', params: { file: 'broken.jpg' } });
    expect((await get(images[1]!.url)).statusCode).toBe(200);
  });

  it('are for those who may see the project, and nothing else of its inputs is', async () => {
    for (const { url, thumbnail_url } of images.slice(0, 1)) {
      expect((await get(url, stranger)).statusCode).toBe(404);
      expect((await get(thumbnail_url, stranger)).statusCode).toBe(404);
    }
    expect((await api.call(stranger, routes.imagesList, { params: { pk } })).statusCode).toBe(404);
    expect((await get(`/files/${pk}/images/gcp_list.txt`)).statusCode).toBe(404);
    expect((await get(`/${pk}/thumbnail/nothing.jpg`)).statusCode).toBe(404);
  });
});
