import { AppError } from '#domain/errors/app-error.ts';

/**
 * Refuses options that do not apply to the data, rather than ignoring them. Error: `cli.not-for-data`.
 *
 * @param given values of options; flags are false and lists empty where they were not given
 * @param kind the data in words, such as `clouds`
 */
export function refuseForeign<Name extends string>(
  command: string,
  given: Readonly<Partial<Record<Name, unknown>>>,
  foreign: readonly Name[],
  kind: string,
): void {
  const isGiven = (value: unknown) =>
    value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
  const option = foreign.find((name) => isGiven(given[name]));
  if (option) throw new AppError('cli.not-for-data', { command, option: `--${option}`, kind });
}
