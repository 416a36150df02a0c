import type { Raster } from '#domain/formats/cog/open-raster.ts';
import type { DeclaredSystem } from '#viewport/viewport-types.ts';

/** A raster's declared coordinate system; its place is its first corner. */
export function declaredBy({ info }: Raster): DeclaredSystem {
  const [x = Number.NaN, , , y = Number.NaN] = info.geotransform ?? [];
  return { file: info.name, declarations: info.crsDeclarations, wktBit: false, place: [x, y] };
}
