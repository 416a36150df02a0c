import { describe, expect, it } from 'vitest';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { buildExif, buildJpegHead } from '#tests/support/photo-fixture.ts';
import { preflightImages } from '../choose/image-preflight.ts';
import { findPhotoQuestions } from './photo-questions.ts';

const degrees = (value: number) => ({
  rational: [
    [value * 10_000, 10_000],
    [0, 1],
    [0, 1],
  ] as const,
});

const photo = (name: string, hasReferences: boolean) => {
  const gps = {
    ...(hasReferences ? { 1: { ascii: 'S' }, 3: { ascii: 'E' } } : {}),
    2: degrees(33.5),
    4: degrees(151.25 + Number(name.at(0)) / 10_000),
  };
  return new File([buildJpegHead({ width: 800, height: 600, exif: buildExif({ gps }) })], name);
};

async function questionsOf(hasReferences: boolean, control?: string) {
  const pool = createLocalPool();
  const files = [photo('1.jpg', hasReferences), photo('2.jpg', hasReferences)];
  if (control !== undefined) files.push(new File([control], 'gcp_list.txt'));
  const preflight = await preflightImages(files, {
    tasks: async () => pool,
    takesTiff: false,
    onRead: () => {},
  });
  return findPhotoQuestions(preflight);
}

const rows = (...marks: readonly string[]) =>
  ['EPSG:32756', ...marks.map((mark, i) => `33${i}000 6290000 10 ${mark} P${i}`), ''].join('\n');

describe('what photos and control leave open', () => {
  it('is nothing where positions and marks are whole', async () => {
    const questions = await questionsOf(true, rows('700 500 1.jpg', '300 100 2.jpg'));
    expect(questions).toEqual({ hemisphere: null, frame: null, faults: [], warnings: [] });
  });

  it('is the hemisphere of positions without one', async () => {
    const { hemisphere } = await questionsOf(false);
    expect(hemisphere).toMatchObject({
      code: 'photo.hemisphere-unknown',
      params: { count: 2, total: 2, latitude: 33.5 },
    });
  });

  it('is the frame of marks that lie inside once their columns are exchanged', async () => {
    const { frame, faults } = await questionsOf(true, rows('500 700 1.jpg', '100 790 2.jpg'));
    expect(frame).toMatchObject({ option: 'swapped', record: { code: 'control.marks-swapped' } });
    expect(faults).toEqual([]);
  });

  it('is no question where no frame does: the file is wrong', async () => {
    const { frame, faults } = await questionsOf(true, rows('5000 7000 1.jpg', '100 790 2.jpg'));
    expect(frame).toBeNull();
    expect(faults).toMatchObject([{ code: 'control.mark-outside', params: { row: 2 } }]);
  });

  it('tells marks in photos that are not there, and refuses control that has no others', async () => {
    const some = await questionsOf(true, rows('500 70 1.jpg', '100 90 9.jpg'));
    expect(some.warnings).toMatchObject([{ code: 'control.absent-photo', params: { names: '9.jpg' } }]);
    const none = await questionsOf(true, rows('500 70 8.jpg', '100 90 9.jpg'));
    expect(none.faults).toMatchObject([{ code: 'control.no-known-marks' }]);
  });
});
