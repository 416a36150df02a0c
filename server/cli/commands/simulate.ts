import { AppError } from '#domain/errors/app-error.ts';
import { minFlownSizeM, minSimulationSizeM } from '#domain/simulation/simulation.ts';
import { translate } from '../../messages.ts';
import { defaultSimulationCrs } from '../../pipeline/simulate/placement.ts';
import { simulateSurvey } from '../../pipeline/simulate/simulate-survey.ts';
import { defineCommand } from '../command.ts';
import { crsOption } from '../crs-option.ts';
import { number } from '../info/lines.ts';
import { flightOptions, readFlight, within } from '../simulate/flight-options.ts';

const options = {
  out: { type: 'string', valueName: 'DIR', descriptionKey: 'cli.simulate.option.out' },
  seed: { type: 'number', valueName: 'N', descriptionKey: 'cli.simulate.option.seed' },
  size: { type: 'number', valueName: 'METRES', descriptionKey: 'cli.simulate.option.size' },
  lidar: { type: 'number', valueName: 'POINTS_PER_M2', descriptionKey: 'cli.simulate.option.lidar' },
  crs: crsOption,
  ...flightOptions,
  unclassified: { type: 'boolean', descriptionKey: 'cli.simulate.option.unclassified' },
} as const;

const defaults = { seed: 1, sizeM: 200, pulsesPerM2: 12 } as const;
const largestSizeM = 20_000;
const maxPulsesPerM2 = 2_000;

/** Laser pulses per square metre; none for a flight with a camera unless given. */
function pulses(given: number | undefined, isFlown: boolean): number {
  if (isFlown && (given === undefined || given === 0)) return 0;
  return within('--lidar', given ?? defaults.pulsesPerM2, 0.01, maxPulsesPerM2);
}

/** `plumbline simulate --out DIR`: a synthetic survey with known truth. */
export const simulate = defineCommand({
  name: 'simulate',
  summaryKey: 'cli.simulate.summary',
  options,
  positionals: [],
  async run(context) {
    const { options: given, progress } = context;
    if (given.out === undefined) {
      throw new AppError('cli.missing-argument', { command: 'simulate', argument: '--out' });
    }
    const flight = readFlight(given);
    const { files, points, images } = await simulateSurvey({
      out: given.out,
      seed: within('--seed', given.seed ?? defaults.seed, 0, 2 ** 31 - 1),
      sizeM: within(
        '--size',
        given.size ?? defaults.sizeM,
        flight ? minFlownSizeM : minSimulationSizeM,
        largestSizeM,
      ),
      pulsesPerM2: pulses(given.lidar, flight !== null),
      flight,
      crs: given.crs ?? defaultSimulationCrs,
      unclassified: given.unclassified,
      pool: await context.pool(),
      signal: context.signal,
      report: (fraction) => progress.report(fraction, 'cli.stage.simulate'),
    });
    progress.clear();
    if (context.isJson) context.printJson({ out: given.out, points, images, files });
    else
      context.print(
        translate(images > 0 ? 'cli.simulate.done-flight' : 'cli.simulate.done', {
          count: number(points),
          images: number(images),
          out: given.out,
          files: files.join(', '),
        }),
      );
  },
});
