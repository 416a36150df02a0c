import { expect, it } from 'vitest';
import { errorCodes } from '#domain/errors/codes.ts';
import { referenceTexts } from '#locales/texts.ts';
import { describeForPage, describeRecord } from './messages.ts';

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
    expect(errorCodes).toContain(key.slice('pageErrors.'.length));
    expect(text).not.toMatch(/--\w|\.plumbline|PATH/);
  }
});
