import { describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { sampleLas } from '#tests/support/las-fixture.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { buildJpegHead } from '#tests/support/photo-fixture.ts';
import { preflightImages } from './image-preflight.ts';
import { lacksPoints, preflight } from './preflight.ts';

const empty = (name: string) => new File([], name);
const codesOf = (refusals: readonly { code: string }[]) => refusals.map(({ code }) => code);

describe('lidar is refused before a byte is sent', () => {
  const refusalsOf = async (files: readonly File[]) => codesOf((await preflight(files)).refusals);
  const las = async (name: string, points: number) => new File([await sampleLas(6, points)], name);

  it('with what is no lidar, has no points or is of several kinds', async () => {
    expect(await refusalsOf([empty('notes.docx')])).toEqual(['create.not-lidar']);
    expect(await refusalsOf([empty('scan.prj')])).toEqual(['create.only-prj']);
    expect(await refusalsOf([await las('none.las', 0)])).toEqual(['create.no-points']);
    const mixed = await preflight([await las('a.las', 3), await las('b.laz', 3)]);
    expect(mixed.refusals).toMatchObject([
      { code: 'create.mixed-files', params: { file: 'b.laz', other: 'a.las', fact: 'type' } },
    ]);
  });

  it('unless the person consents, where points are missing', async () => {
    const whole = await sampleLas(6, 30);
    const cut = new File([whole.subarray(0, whole.length - 100)], 'cut.las');
    const found = await preflight([cut]);
    expect(found.refusals).toEqual([]);
    expect(lacksPoints(found)).toBe(true);
    expect(found.files[0]?.missing).toMatchObject([{ params: { declared: 30, available: 26 } }]);
    expect(lacksPoints(await preflight([await las('whole.las', 30)]))).toBe(false);
  });

  it('with more files than one project takes', async () => {
    const files = Array.from({ length: limits.lidarFiles + 1 }, (_, index) => empty(`${index}.laz`));
    expect(await refusalsOf(files)).toEqual(['create.too-many-lidar']);
  });
});

describe('photos are refused before a byte is sent', () => {
  const photo = (name: string, width: number) => new File([buildJpegHead({ width, height: 60 })], name);
  const read = async (files: readonly File[]) => {
    const pool = createLocalPool();
    return preflightImages(files, { tasks: async () => pool, takesTiff: false, onRead: () => {} });
  };

  it('where they are too few, have one name, or come with what is no survey', async () => {
    const one = await read([photo('a.jpg', 80), empty('b.jpg'), empty('plan.dxf')]);
    expect(codesOf(one.leftOut)).toHaveLength(1);
    expect(codesOf(one.refusals)).toEqual(['create.not-survey', 'create.too-few-images']);
    const same = await read([photo('a.jpg', 80), photo('A.JPEG', 90)]);
    expect(same.refusals).toEqual([{ code: 'create.same-name', params: { file: 'A.JPEG' } }]);
    expect((await read([photo('a.jpg', 80), photo('b.jpg', 90)])).refusals).toEqual([]);
  });

  it('as TIFF where nothing converts them', async () => {
    const { refusals } = await read([photo('a.jpg', 80), photo('b.jpg', 90), empty('c.tif')]);
    expect(refusals).toEqual([{ code: 'create.tiff', params: { file: 'c.tif' } }]);
  });
});
