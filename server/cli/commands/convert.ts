import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FileProof, FileProofs } from '#contract/schemas/file-proofs.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { measureSystemOffsets } from '#domain/crs/system-offsets.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { ModernFormat } from '#domain/formats/las/convert-records.ts';
import { type LasFile, openLas } from '#domain/formats/las/las-file.ts';
import { consentToMissing } from '#domain/formats/laz/missing-points.ts';
import { openSource } from '#workers/io/open-source.ts';
import { createOutputFile } from '#workers/io/output-file.ts';
import { describeRecord, translate } from '../../messages.ts';
import { convertToCopc } from '../../pipeline/cloud/convert-copc.ts';
import { type SummaryFacts, summaryFacts } from '../../pipeline/cloud/ingest.ts';
import { publish } from '../../pipeline/proof/publish.ts';
import { writeAsCog } from '../../pipeline/write-cog.ts';
import { acceptTruncatedOption } from '../accept-truncated-option.ts';
import { codecNote } from '../codec-note.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { type ConversionTarget, targetOf } from '../convert/target.ts';
import { writeCloud } from '../convert/write-cloud.ts';
import { crsOption, gatherDeclarations } from '../crs-option.ts';
import { refuseForeign } from '../foreign-options.ts';
import { number } from '../info/lines.ts';
import { openReport, reportOption } from '../report-option.ts';

const options = {
  crs: crsOption,
  format: { type: 'number', valueName: '6|7|8', descriptionKey: 'cli.convert.option.format' },
  drop: {
    type: 'string',
    multiple: true,
    choices: ['waveform', 'colour', 'nir'],
    descriptionKey: 'cli.convert.option.drop',
  },
  jpeg: { type: 'number', valueName: '1-100', descriptionKey: 'cli.convert.option.jpeg' },
  'accept-truncated': acceptTruncatedOption,
  report: reportOption,
} as const;

const ofRasters = ['jpeg'] as const;
const ofClouds = ['crs', 'format', 'drop', 'accept-truncated'] as const;

type ConvertContext = CommandContext<typeof options>;

async function fileCrs(context: ConvertContext, file: LasFile): Promise<CrsReport> {
  const declared = await gatherDeclarations(file.source.name, file.crsDeclarations, context.options.crs);
  const place = file.bounds?.min;
  const wktBit = file.header.hasWktBit;
  const crs = await measureSystemOffsets(
    await readCrs(declared, { wktBit, ...(place ? { place } : {}) }),
    place,
  );
  const user = crs.declarations.find((declaration) => declaration.source === 'user');
  if (user?.error) throw new AppError(user.error.code, { ...user.error.params, file: '--crs' });
  return crs;
}

/** What a conversion's JSON holds for `plumbline verify --report`. */
const proofsOf = (output: string, proof: FileProof): FileProofs => ({ [basename(output)]: proof });

function tell(
  context: ConvertContext,
  output: string,
  format: number,
  { summary, bytes, proof }: Written,
  warnings: readonly ErrorRecord[],
): void {
  const classes = summary.byClass.map((count, index) => [String(index), count] as const);
  if (context.isJson) {
    context.printJson({
      file: output,
      size: bytes,
      pointFormat: format,
      pointCount: summary.count,
      pointsByReturn: summary.byReturn.slice(1),
      pointsByClass: Object.fromEntries(classes.filter(([, count]) => count > 0)),
      proofs: proofsOf(output, proof),
      warnings: warnings.map((warning) => ({ ...warning, message: describeRecord(warning) })),
    });
  } else {
    const { count } = summary;
    context.print(translate('cli.convert.done', { file: output, count, number: number(count), format }));
  }
}

interface Written {
  readonly summary: SummaryFacts;
  readonly bytes: number;
  readonly proof: FileProof;
}

async function writeOctree(
  context: ConvertContext,
  file: LasFile,
  target: ConversionTarget,
  crs: CrsReport,
  path: string,
): Promise<Written> {
  return convertToCopc(file, crs, {
    path,
    format: target.format as ModernFormat,
    drop: target.drop,
    acceptTruncated: target.acceptTruncated,
    pool: await context.pool(),
    signal: context.signal,
    report: (fraction) => context.progress.report(fraction, 'cli.stage.convert'),
  });
}

async function writeStream(
  context: ConvertContext,
  file: LasFile,
  target: ConversionTarget,
  crs: CrsReport,
  path: string,
): Promise<Written> {
  const out = await createOutputFile(path);
  try {
    const { summary, sums } = await writeCloud(file, target, crs, out, context);
    const pool = target.kind === 'laz' ? await context.pool() : undefined;
    const proof = await publish(out, { kind: 'points', ...sums }, { pool, signal: context.signal });
    return { summary: summaryFacts(summary), bytes: out.length, proof };
  } finally {
    await out.discard();
  }
}

/** An image or elevation model with overviews, for fast display at small scales. */
async function convertRaster(context: ConvertContext, input: string, output: string): Promise<FileProof> {
  const { signal, progress } = context;
  const source = await openSource(input, signal);
  try {
    const report = (fraction: number) => progress.report(fraction, 'cli.stage.convert');
    const { jpeg } = context.options;
    const pool = await context.pool();
    const proof = await writeAsCog(source, output, {
      pool,
      signal,
      report,
      ...(jpeg === undefined ? {} : { jpegQuality: jpeg }),
    });
    const { size } = await stat(output);
    if (context.isJson) context.printJson({ file: output, size, proofs: proofsOf(output, proof) });
    else context.print(translate('cli.convert.doneRaster', { file: output }));
    return proof;
  } finally {
    await source.close();
  }
}

async function convertFile(context: ConvertContext, input: string, output: string): Promise<FileProof> {
  const { signal } = context;
  const source = await openSource(input, signal);
  try {
    const file = await openLas(source, signal);
    const target = targetOf(file, output, context.options);
    const crs = await fileCrs(context, file);
    const missing = await consentToMissing(file, target.acceptTruncated, signal);
    const warnings: ErrorRecord[] = [...file.warnings, ...missing, ...crs.conflicts];
    for (const warning of warnings) context.warn(describeRecord(warning));
    const written =
      target.kind === 'copc'
        ? await writeOctree(context, file, target, crs, output)
        : await writeStream(context, file, target, crs, output);
    tell(context, output, target.format, written, warnings);
    return written.proof;
  } finally {
    await source.close();
  }
}

/**
 * `plumbline convert IN OUT`: a point cloud in another format, with no loss but what `--drop` names; or a GeoTIFF as
 * a cloud-optimised one.
 */
export const convert = defineCommand({
  name: 'convert',
  summaryKey: 'cli.convert.summary',
  note: codecNote,
  options,
  positionals: [
    { name: 'IN', isRequired: true },
    { name: 'OUT', isRequired: true },
  ],
  async run(context) {
    const [input, output] = context.positionals as [string, string];
    const isRaster = /\.tiff?$/i.test(output);
    const [foreign, kind] = isRaster ? ([ofClouds, 'rasters'] as const) : ([ofRasters, 'clouds'] as const);
    refuseForeign<keyof typeof options>('convert', context.options, foreign, kind);
    const keepProof = await openReport(context.options.report, output);
    await keepProof(await (isRaster ? convertRaster : convertFile)(context, input, output));
  },
});
