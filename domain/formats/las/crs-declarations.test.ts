import { expect, test } from 'vitest';
import { sizeLimits } from '#domain/math/size-limits.ts';
import { sampleLas } from '#tests/support/las-fixture.ts';
import { memorySource } from '../byte-source.ts';
import { collectCrsDeclarations } from './crs-declarations.ts';
import { openLas } from './las-file.ts';

const wkt = (text: string) => ({
  userId: 'LASF_Projection',
  recordId: 2112,
  description: '',
  data: new TextEncoder().encode(text),
});

async function openWith(count: number) {
  const vlrs = Array.from({ length: count }, (_, i) => wkt(`EPSG:${32_601 + i}`));
  return await openLas(memorySource('a.las', await sampleLas(3, 1, { vlrs })));
}

test('as many records as are read are read without a word', async () => {
  const most = sizeLimits['las.systemRecords'].value;
  const file = await openWith(most);
  expect(file.crsDeclarations).toHaveLength(most);
  expect(file.warnings.map(({ code }) => code)).toEqual(['las.wkt-bit-unset']);
});

test('records beyond the limit are told', async () => {
  const file = await openWith(5);
  const { declarations, warnings } = await collectCrsDeclarations(file.source, file.vlrs, undefined, 2);
  expect(declarations.map(({ payload }) => payload)).toEqual(['EPSG:32601', 'EPSG:32602']);
  expect(warnings).toEqual([{ code: 'las.many-systems', params: { file: 'a.las', found: 5, used: 2 } }]);
});
