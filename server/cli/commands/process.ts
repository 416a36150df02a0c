import { AppError } from '#domain/errors/app-error.ts';
import { sortInputs } from '../../pipeline/photo/image-inputs.ts';
import { defineCommand } from '../command.ts';
import { processClouds } from '../process/clouds.ts';
import { checkOptions, processOptions } from '../process/options.ts';
import { processPhotos } from '../process/photos.ts';

/** `plumbline process FILE… --out DIR`: all products of photos (colouring point clouds given with them) or of point cloud files. */
export const process = defineCommand({
  name: 'process',
  summaryKey: 'cli.process.summary',
  options: processOptions,
  positionals: [{ name: 'FILE', isRequired: true, multiple: true }],
  async run(context) {
    const { out } = context.options;
    if (out === undefined)
      throw new AppError('cli.missing-argument', { command: 'process', argument: '--out' });
    const inputs = await sortInputs(context.positionals);
    checkOptions(context.options, inputs.kind);
    const { failures } =
      inputs.kind === 'photos'
        ? await processPhotos(context, inputs, out)
        : await processClouds(context, inputs.files, out);
    const [failure] = failures;
    if (failure) throw new AppError(failure.code, failure.params);
  },
});
