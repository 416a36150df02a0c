import { readCrs } from '#domain/crs/read-crs.ts';
import { measureSystemOffsets } from '#domain/crs/system-offsets.ts';
import type { CrsReport, ReadCrsOptions } from '#domain/crs/types.ts';
import type { Bounds } from '#domain/formats/las/bounds.ts';
import type { FileSource } from '#workers/io/file-source.ts';
import { openSource } from '#workers/io/open-source.ts';
import { codecNote } from '../codec-note.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { crsOption, gatherDeclarations } from '../crs-option.ts';
import { drawingReader } from '../drawing/drawing-readers.ts';
import { detectFormat } from '../info/detect.ts';

const options = {
  crs: crsOption,
  scan: { type: 'boolean', descriptionKey: 'cli.info.option.scan' },
} as const;

type InfoContext = CommandContext<typeof options>;

async function tellCloud(context: InfoContext, source: FileSource): Promise<void> {
  const { inspectCloud } = await import('../info/inspect-cloud.ts');
  const { lasJson } = await import('../info/las-json.ts');
  const { lasLines } = await import('../info/las-lines.ts');
  const found = await inspectCloud(source, context, context.options.scan);
  const { file } = found;
  const place = file.bounds && middleOf(file.bounds);
  const crs = await readFileCrs(context, source.name, file.crsDeclarations, {
    wktBit: file.header.hasWktBit,
    ...(place ? { place } : {}),
  });
  if (context.isJson) context.printJson(lasJson({ ...found, crs }));
  else for (const line of lasLines({ ...found, crs })) context.print(line);
}

function middleOf({ min, max }: Bounds): number[] {
  return min.map((low, axis) => (low + (max[axis] as number)) / 2);
}

async function tellRaster(context: InfoContext, source: FileSource): Promise<void> {
  const { readGeoTiffInfo } = await import('#domain/formats/tiff/info.ts');
  const { rasterJson } = await import('../info/raster-json.ts');
  const { rasterLines } = await import('../info/raster-lines.ts');
  const info = await readGeoTiffInfo(source, context.signal);
  const crs = await readFileCrs(context, source.name, info.crsDeclarations, {});
  if (context.isJson) context.printJson(rasterJson(info, crs));
  else for (const line of rasterLines(info, crs)) context.print(line);
}

async function tellDrawing(context: InfoContext, path: string): Promise<void> {
  const { drawingJson, drawingLines, inspectDrawing } = await import('../info/inspect-drawing.ts');
  const found = await inspectDrawing(path, context.signal);
  if (context.isJson) context.printJson(drawingJson(found));
  else for (const line of drawingLines(found)) context.print(line);
}

async function readFileCrs(
  context: InfoContext,
  path: string,
  declared: Parameters<typeof gatherDeclarations>[1],
  readOptions: ReadCrsOptions,
): Promise<CrsReport> {
  const declarations = await gatherDeclarations(path, declared, context.options.crs);
  return await measureSystemOffsets(await readCrs(declarations, readOptions), readOptions.place);
}

/** `plumbline info FILE`: describes a file from its header, its records and a sample of its points, a drawing by its layers. */
export const info = defineCommand({
  name: 'info',
  summaryKey: 'cli.info.summary',
  note: codecNote,
  options,
  positionals: [{ name: 'FILE', isRequired: true }],
  async run(context) {
    const path = context.positionals[0] as string;
    if (drawingReader(path)) return tellDrawing(context, path);
    const source = await openSource(path, context.signal);
    try {
      const format = await detectFormat(source, context.signal);
      if (format === 'las') await tellCloud(context, source);
      else await tellRaster(context, source);
    } finally {
      await source.close();
    }
  },
});
