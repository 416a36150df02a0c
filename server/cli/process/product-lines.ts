import { translate } from '../../messages.ts';
import type { Product } from '../../pipeline/context.ts';

/** One line per product: its file, and the size and cell of rasters. */
export function productLines(products: readonly Product[], unit: string | null): string[] {
  return products.map(({ path, width, height, resolution }) =>
    width === null
      ? `  ${path}`
      : translate('cli.process.raster', {
          path,
          width,
          height: height ?? 0,
          cell: resolution ?? 0,
          unit: unit ?? '',
        }),
  );
}
