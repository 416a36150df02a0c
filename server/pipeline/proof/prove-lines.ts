import { AppError } from '#domain/errors/app-error.ts';
import { type LineSums, lineDifference } from '#domain/geometry/plane/line-sums.ts';
import { readingAgain } from './failures.ts';
import { sumDxfLines, sumGeoJsonLines } from './read-lines.ts';

/**
 * Reads contours back, GeoJSON or DXF by the name's extension, and compares them with the sums of their lines before
 * they were written. Errors: `product.lines-differ`, `product.unreadable`; `AbortError`.
 */
export async function proveLines(
  path: string,
  name: string,
  expected: LineSums,
  signal?: AbortSignal,
): Promise<void> {
  const sum = name.toLowerCase().endsWith('.dxf') ? sumDxfLines : sumGeoJsonLines;
  const found = await readingAgain(name, () => sum(path, signal));
  const what = lineDifference(expected, found);
  if (what === null) return;
  const amount = what === 'places' ? 'lines' : what;
  throw new AppError('product.lines-differ', {
    file: name,
    what,
    expected: expected[amount],
    found: found[amount],
  });
}
