import { readCrs } from '#domain/crs/read-crs.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { type LasFile, openLas } from '#domain/formats/las/las-file.ts';
import type { PointSummary } from '#domain/formats/las/summary.ts';
import { openSource } from '#workers/io/open-source.ts';
import { createOutputFile } from '#workers/io/output-file.ts';
import { describeRecord, translate } from '../../messages.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { targetOf } from '../convert/target.ts';
import { writeCloud } from '../convert/write-cloud.ts';
import { crsOption, gatherDeclarations } from '../crs-option.ts';
import { number } from '../info/lines.ts';

const options = {
  crs: crsOption,
  format: { type: 'number', valueName: '6|7|8', descriptionKey: 'cli.convert.option.format' },
  drop: {
    type: 'string',
    multiple: true,
    choices: ['waveform', 'colour', 'nir'],
    descriptionKey: 'cli.convert.option.drop',
  },
  'accept-truncated': { type: 'boolean', descriptionKey: 'cli.convert.option.accept-truncated' },
} as const;

type ConvertContext = CommandContext<typeof options>;

async function fileCrs(context: ConvertContext, file: LasFile): Promise<CrsReport> {
  const declared = await gatherDeclarations(file.source.name, file.crsDeclarations, context.options.crs);
  const crs = await readCrs(declared, { wktBit: file.header.hasWktBit });
  const user = crs.declarations.find((declaration) => declaration.source === 'user');
  if (user?.error) throw new AppError(user.error.code, { ...user.error.params, file: '--crs' });
  return crs;
}

function tell(
  context: ConvertContext,
  output: string,
  bytes: number,
  format: number,
  summary: PointSummary,
): void {
  const classes = Array.from(summary.byClass, (count, index) => [String(index), count] as const);
  if (context.isJson) {
    context.printJson({
      file: output,
      size: bytes,
      pointFormat: format,
      pointCount: summary.count,
      pointsByReturn: Array.from(summary.byReturn.subarray(1)),
      pointsByClass: Object.fromEntries(classes.filter(([, count]) => count > 0)),
    });
  } else {
    context.print(translate('cli.convert.done', { file: output, count: number(summary.count), format }));
  }
}

async function convertFile(context: ConvertContext, input: string, output: string): Promise<void> {
  const { signal } = context;
  const source = await openSource(input, signal);
  try {
    const file = await openLas(source, signal);
    const target = targetOf(file, output, context.options);
    for (const warning of file.warnings) context.warn(describeRecord(warning));
    const crs = await fileCrs(context, file);
    const out = await createOutputFile(output);
    try {
      const summary = await writeCloud(file, target, crs, out, context);
      await out.commit();
      tell(context, output, out.length, target.format, summary);
    } finally {
      await out.discard();
    }
  } finally {
    await source.close();
  }
}

/** `plumbline convert IN OUT`: a point cloud in another format, nothing lost but what `--drop` names. */
export const convert = defineCommand({
  name: 'convert',
  summaryKey: 'cli.convert.summary',
  options,
  positionals: [
    { name: 'IN', isRequired: true },
    { name: 'OUT', isRequired: true },
  ],
  async run(context) {
    const [input, output] = context.positionals as [string, string];
    await convertFile(context, input, output);
  },
});
