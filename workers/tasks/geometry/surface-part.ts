import { type NorthUpElevations, northUpElevations } from '#domain/formats/cog/north-up.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import { readSurfaceWindow, type SurfaceWindow } from '#domain/formats/cog/surface-window.ts';
import type { SurfacePart } from '../../contract/geometry-tasks.ts';
import type { TaskContext } from '../../contract/handler.ts';
import { borrowSource, type LentSource } from '../../contract/lent-source.ts';
import { blockCodec } from '../raster/block-codec.ts';

type PartContext = Pick<TaskContext<'geometry.readSurface'>, 'signal' | 'kernels' | 'codecs'>;

interface OpenSurface {
  readonly cells: NorthUpElevations;
  readonly pointSpacing: number | null;
  /** Reads go to the source that was lent last. */
  lend(source: ReturnType<typeof borrowSource>): void;
}

/** Rasters that this worker keeps open, with their decoded blocks: an elevation model and a surface model. */
const maxOpen = 2;
const cacheBytes = 32 * 2 ** 20;
const kept = new Map<string, OpenSurface>();

async function openSurface(lent: LentSource, { signal, kernels, codecs }: PartContext): Promise<OpenSurface> {
  let source = borrowSource(lent, signal);
  const { decode } = blockCodec(kernels.raster, codecs);
  const forwarding = {
    name: lent.name,
    size: lent.size,
    read: (offset: number, length: number) => source.read(offset, length),
  };
  const raster = await openRaster(forwarding, { decode, cacheBytes });
  return {
    cells: northUpElevations(raster, { isSquare: true }),
    pointSpacing: raster.info.pointSpacing,
    lend(next) {
      source = next;
    },
  };
}

/** The cells of a part of a surface; those of a lent raster are decoded here. Errors: those of `readSurfaceWindow`. */
export async function readPart(part: SurfacePart, context: PartContext): Promise<SurfaceWindow> {
  if ('window' in part) return part.window;
  const { source, request } = part;
  const known = kept.get(source.id);
  known?.lend(borrowSource(source, context.signal));
  const surface = known ?? (await openSurface(source, context));
  kept.delete(source.id);
  kept.set(source.id, surface);
  for (const id of kept.keys()) if (kept.size > maxOpen) kept.delete(id);
  return readSurfaceWindow(surface.cells, surface.pointSpacing, request, context.signal);
}
