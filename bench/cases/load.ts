import type { OnceCase } from '../case.ts';
import { attackNames, type LoadOptions, type RoundFigures, runRounds } from '../load/run-load.ts';
import { quantile } from '../load/tally.ts';
import { median } from '../measure.ts';

const people = { browsing: 200, uploading: 20 } as const;

const timesOf = ({ kinds }: RoundFigures, kind?: string): number[] =>
  kinds.filter(({ name }) => kind === undefined || name === kind).flatMap(({ ms }) => ms);

const overRounds = (rounds: readonly RoundFigures[], share: number, kind?: string): number =>
  median(
    rounds
      .map((round) => timesOf(round, kind))
      .filter((times) => times.length > 0)
      .map((times) => quantile(times, share)),
  );

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

interface LoadFigures {
  readonly calm: readonly RoundFigures[];
  readonly attacked: readonly RoundFigures[];
}

/** Milliseconds in words; NaN of what never came. */
const told = (ms: number): string => (Number.isNaN(ms) ? '-' : ms.toFixed(0));

/** One line for each kind of request: p50 and p95 without and with attackers. */
function describeKinds({ calm, attacked }: LoadFigures): string[] {
  const names = [...new Set([...calm, ...attacked].flatMap(({ kinds }) => kinds.map(({ name }) => name)))];
  return names.map((name) => {
    const pair = (rounds: readonly RoundFigures[]) =>
      [0.5, 0.95].map((share) => told(overRounds(rounds, share, name))).join('/');
    return `${name} ${pair(calm)} → ${pair(attacked)}`;
  });
}

/** What failed of the others' requests, the same once with its number. */
function describeFailures(rounds: readonly RoundFigures[]): string {
  const counts = new Map<string, number>();
  for (const { name, failures } of rounds.flatMap(({ kinds }) => kinds)) {
    for (const failure of failures) {
      const text = `${name}: ${failure}`;
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  return [...counts].map(([text, count]) => `${count} × ${text}`).join('; ') || 'none';
}

function describe(figures: LoadFigures, roundMs: number): string {
  const rate = (rounds: readonly RoundFigures[]) =>
    median(rounds.map((round) => (timesOf(round).length / roundMs) * 1000)).toFixed(0);
  const { calm, attacked } = figures;
  const all = [...calm, ...attacked];
  const worst = (rounds: readonly RoundFigures[]) => median(rounds.map((one) => one.worstHealth)).toFixed(0);
  return [
    `requests/s ${rate(calm)} → ${rate(attacked)}`,
    `p50/p95 in ms: all ${overRounds(calm, 0.5).toFixed(0)}/${overRounds(calm, 0.95).toFixed(0)} → ${overRounds(attacked, 0.5).toFixed(0)}/${overRounds(attacked, 0.95).toFixed(0)}`,
    ...describeKinds(figures),
    `longest without health ${worst(calm)} → ${worst(attacked)} ms`,
    `failed calm: ${describeFailures(calm)}`,
    `failed attacked: ${describeFailures(attacked)}`,
    `files sent ${sum(all.map(({ sent }) => sent))}, lost ${sum(all.map(({ lost }) => lost))}`,
    `strikes a round: ${Object.entries(attacked[0]?.strikes ?? {})
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}`,
  ].join('\n  ');
}

/** Each attack by itself, to see which it is. */
async function describeSingly(options: LoadOptions): Promise<string[]> {
  const [calm, ...rounds] = await runRounds(options, [[], ...attackNames.map((name) => [name])]);
  return rounds.map((round, index) => {
    const [before, after] = [[calm!], [round]].map((figures) => overRounds(figures, 0.95));
    return `${attackNames[index]} alone: ${before!.toFixed(0)} → ${after!.toFixed(0)} ms`;
  });
}

/**
 * Waiting time of other people during an attack: p95 of all their requests, wall time, beside the same without the
 * attack.
 */
export const loadCase: OnceCase = {
  name: 'load',
  workload:
    'p95 of all requests of 200 people who browse and 20 who upload (--quick: 40 and 4), with an account and a stranger that attack; the peer is the same without them (--full: each attack by itself, too)',
  goal: 0.5,
  async measure({ quick, full }) {
    const scale = quick ? 5 : 1;
    const options: LoadOptions = {
      browsing: people.browsing / scale,
      uploading: people.uploading / scale,
      roundMs: quick ? 8000 : 20_000,
    };
    const pairs = Array.from({ length: quick ? 1 : 3 }, () => [[], attackNames]).flat();
    const rounds = await runRounds(options, pairs);
    const figures: LoadFigures = {
      calm: rounds.filter((_, index) => index % 2 === 0),
      attacked: rounds.filter((_, index) => index % 2 === 1),
    };
    const singly = full ? await describeSingly({ ...options, roundMs: options.roundMs / 3 }) : [];
    return {
      oursMs: overRounds(figures.attacked, 0.95),
      peer: { name: 'calm', ms: overRounds(figures.calm, 0.95) },
      note: [describe(figures, options.roundMs), ...singly].join('\n  '),
    };
  },
};
