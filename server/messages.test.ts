import { expect, it } from 'vitest';
import { errorCodes } from '#domain/errors/codes.ts';
import { referenceTexts } from '#locales/texts.ts';
import { describeForPage, describeRecord, translate } from './messages.ts';

const record = { code: 'photo.bad-store', params: { file: 'depth.bin' } } as const;

it('tells a page what can be done from a page', () => {
  expect(describeRecord(record)).toContain('remove the folder .plumbline');
  expect(describeForPage(record)).toMatch(/^depth\.bin: .*retry the task/);
  expect(describeForPage({ ...record, code: 'io.not-found' })).toBe(
    describeRecord({ ...record, code: 'io.not-found' }),
  );
});

it('has texts for pages of codes that exist, which name no option', () => {
  const texts = Object.entries(referenceTexts).filter(([key]) => key.startsWith('pageErrors.'));
  expect(texts.length).toBeGreaterThan(0);
  for (const [key, text] of texts) {
    expect(errorCodes).toContain(key.slice('pageErrors.'.length).replace(/_(?:one|other)$/, ''));
    expect(text).not.toMatch(/--\w|\.plumbline|PATH/);
  }
});

it.each([
  ['cli.process.fix-unused', { fix: 'no fix' }, 'Satellite positions: 1 photo no fix', '2 photos'],
  ['cli.process.gcps', { used: 1 }, 'Ground control: 1 of 1 point used', 'of 2 points used'],
  ['errors.control.absent-photo', {}, 'marks in 1 image that is not', 'marks in 2 images that are not'],
  ['errors.las.withheld', {}, '1 point is marked as withheld', '2 points are marked as withheld'],
] as const)('%s counts one and several', (key, params, one, several) => {
  expect(translate(key, { ...params, count: 1 })).toContain(one);
  expect(translate(key, { ...params, count: 2 })).toContain(several);
});

it('the code of a reason is put into words, and words from outside stay as they are', () => {
  const told = (reason: string) => translate('errors.photo.corrupt', { file: 'a.jpg', reason });
  expect(told('the-file-is-empty')).toContain('the file is empty');
  expect(told('the-file-is-empty')).not.toContain('the-file-is-empty');
  expect(told('no such thing')).toContain('no such thing');
  expect(translate('errors.photo.corrupt', { file: 'the-file-is-empty', reason: 'x' })).toContain(
    'the-file-is-empty',
  );
});

it('texts for pages are found by their count, too', () => {
  const record = { code: 'process.no-ground', params: { file: 'a.las', count: 1 } } as const;
  expect(describeForPage(record)).toMatch(/^a\.las: 1 ground point is too few .*export it without classes/);
});
