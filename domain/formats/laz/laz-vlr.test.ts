import { describe, expect, it } from 'vitest';
import {
  createLazVlr,
  defaultChunkSize,
  encodeLazVlr,
  lazScheme,
  parseLazVlr,
  variableChunkSize,
} from './laz-vlr.ts';

describe('LAZ record', () => {
  it.each([
    [0, 20, 2],
    [1, 28, 2],
    [2, 26, 2],
    [3, 41, 2],
    [6, 30, 3],
    [7, 36, 3],
    [8, 45, 3],
  ])('format %i in records of %i bytes comes back with its scheme', (format, recordLength, itemVersion) => {
    const extraBytes = recordLength === 41 || recordLength === 45 ? 7 : 0;
    const vlr = createLazVlr(format, extraBytes, defaultChunkSize);
    const read = parseLazVlr(encodeLazVlr(vlr), 'a.laz');
    expect(read).toEqual(vlr);
    expect(lazScheme(read, format, recordLength, 'a.laz')).toEqual({
      format,
      recordLength,
      extraBytes,
      itemVersion,
    });
  });

  it('takes a chunk size of zero for chunks of different sizes', () => {
    const data = encodeLazVlr({ ...createLazVlr(6, 0, 0) });
    expect(parseLazVlr(data, 'a.laz').chunkSize).toBe(variableChunkSize);
  });

  it('refuses records that are cut or name no items', () => {
    const data = encodeLazVlr(createLazVlr(7, 3, defaultChunkSize));
    for (const length of [0, 33, 34, 45]) {
      expect(() => parseLazVlr(data.subarray(0, length), 'a.laz')).toThrow(
        expect.objectContaining({ code: 'laz.vlr' }),
      );
    }
  });

  it('refuses items that do not make up the record', () => {
    const vlr = createLazVlr(7, 3, defaultChunkSize);
    const bad = expect.objectContaining({ code: 'laz.vlr' });
    expect(() => lazScheme(vlr, 7, 36, 'a.laz')).toThrow(bad);
    expect(() => lazScheme(vlr, 8, 39, 'a.laz')).toThrow(
      expect.objectContaining({ code: 'laz.unsupported' }),
    );
    expect(() => lazScheme(vlr, 11, 39, 'a.laz')).toThrow(bad);
  });

  it.each([
    ['a waveform', 10, [10, 30, 3], [12, 8, 3], [13, 29, 3], ['WAVEPACKET14', 3]],
    ['version 1', 1, [6, 20, 1], [7, 8, 1], undefined, ['POINT10', 1]],
    ['other items than the format', 3, [6, 20, 2], [0, 14, 2], undefined, ['BYTE', 2]],
  ])('names %s', (_, format, first, second, third, item) => {
    const items = [first, second, third].flatMap((numbers) => {
      const [type, size, version] = (numbers as number[] | undefined) ?? [];
      return type === undefined ? [] : [{ type, size: size!, version: version! }];
    });
    const [name, version] = item as [string, number];
    const recordLength = items.reduce((sum, one) => sum + one.size, 0);
    const vlr = {
      compressor: format >= 6 ? 3 : 2,
      chunkSize: defaultChunkSize,
      statesChunkSize: true,
      items,
    };
    expect(() => lazScheme(vlr, format as number, recordLength, 'a.laz')).toThrow(
      expect.objectContaining({
        code: 'laz.unsupported',
        params: { file: 'a.laz', item: 'an-item-of-a-version', name, version },
      }),
    );
  });

  it('names a compressor without chunks', () => {
    const vlr = { ...createLazVlr(1, 0, defaultChunkSize), compressor: 1 };
    expect(() => lazScheme(vlr, 1, 28, 'a.laz')).toThrow(
      expect.objectContaining({
        code: 'laz.unsupported',
        params: { file: 'a.laz', item: 'a-compressor', compressor: 1 },
      }),
    );
  });
});
