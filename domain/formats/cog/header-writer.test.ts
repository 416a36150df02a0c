import { expect, it } from 'vitest';
import { memorySource } from '../byte-source.ts';
import { createBlockTable } from '../tiff/block-table.ts';
import { readLayout } from '../tiff/layout.ts';
import { readTiff } from '../tiff/structure.ts';
import { writeHeader } from './header-writer.ts';
import { type CogSpec, planPyramid } from './spec.ts';

const spec: CogSpec = {
  width: 3000,
  height: 2000,
  bands: 1,
  sampleType: 'float32',
  colour: 'gray',
  geotransform: [0, 1, 0, 0, 0, -1],
  geoKeys: null,
  nodata: Number.NaN,
};

it('writes BigTIFF headers whose tiles lie beyond 4 GiB', async () => {
  const levels = planPyramid(spec.width, spec.height, 512).map((level) => {
    const count = level.columns * level.rows;
    const offsets = Float64Array.from({ length: count }, (_, i) => 2 ** 33 + i * 1000);
    return { level, image: { offsets, lengths: new Float64Array(count).fill(992) }, mask: null };
  });
  const header = writeHeader(spec, levels, true);
  const source = { ...memorySource('big.tif', header), size: 2 ** 34 };
  const file = await readTiff(source);
  expect(file.bigTiff).toBe(true);
  expect(file.directories.length).toBe(4);
  const layout = readLayout(file, file.directories[0]!);
  const placeOf = createBlockTable(file, file.directories[0]!, layout);
  expect(await placeOf(7, 512)).toEqual({ offset: 2 ** 33 + 7000, length: 992 });
});
