import { expect, test } from 'vitest';
import { sampleLas } from '#tests/support/las-fixture.ts';
import { readCrs } from '../../crs/read-crs.ts';
import { memorySource } from '../byte-source.ts';
import { openLas } from './las-file.ts';
import { keepRecords } from './records-kept.ts';

test('records are carried up to the limit of their bytes together, and refused above it', async () => {
  const vlrs = [1, 2].map((recordId) => ({
    userId: 'test',
    recordId,
    description: '',
    data: new Uint8Array(100),
  }));
  const file = await openLas(memorySource('a.las', await sampleLas(6, 1, { vlrs })));
  const crs = await readCrs([]);
  const keep = (maxBytes: number) => keepRecords(file, crs, true, undefined, maxBytes);
  expect((await keep(200)).vlrs.map(({ recordId }) => recordId)).toEqual([1, 2]);
  await expect(keep(199)).rejects.toMatchObject({
    code: 'las.records-too-large',
    params: { file: 'a.las', length: 200, limit: 199 },
  });
});
