import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once, setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '#domain/site/random.ts';
import { installation } from '#server/runtime/paths.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';
import type { AttackOrder } from './attackers.ts';
import { attacks } from './attacks.ts';
import { browse, type Parcel, type Round, type Sent, upload, watchHealth } from './people.ts';
import { createTally, type Kind } from './tally.ts';
import { openTown, type Town } from './town.ts';

export interface LoadOptions {
  readonly browsing: number;
  readonly uploading: number;
  /** Of each round, milliseconds. */
  readonly roundMs: number;
}

/** What a round came to for those who did not attack. */
export interface RoundFigures {
  readonly kinds: readonly Kind[];
  /** Longest time that the server's health was not told, milliseconds. */
  readonly worstHealth: number;
  readonly sent: number;
  readonly lost: number;
  readonly strikes: Readonly<Record<string, number>>;
}

/** Longest wait of a person between two requests, milliseconds. */
const think = 4000;
const mebibyte = 2 ** 20;
/** Before a round is measured, so that everybody has begun. */
const leadMs = 6000;
/** For what is under way when a round ends. */
const drainMs = 1500;

/** Runs rounds against one server, each with the named attacks of `attacks.ts`, or none. */
export async function runRounds(
  options: LoadOptions,
  rounds: readonly (readonly string[])[],
): Promise<RoundFigures[]> {
  const town = await openTown(options);
  const bytes = patternBytes(11 * mebibyte);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const parcel: Parcel = { bytes, sha256, partSize: 5 * mebibyte };
  const figures: RoundFigures[] = [];
  try {
    for (const names of rounds) figures.push(await runRound(town, parcel, options, names));
  } finally {
    await town.close();
  }
  return figures;
}

async function runRound(
  town: Town,
  parcel: Parcel,
  { roundMs }: LoadOptions,
  names: readonly string[],
): Promise<RoundFigures> {
  const ending = new AbortController();
  // Everybody listens to the end of the round.
  setMaxListeners(0, ending.signal);
  const { origin, ask, assets } = town;
  const attackers = names.length > 0 ? await startAttackers(town, names) : null;
  const tally = createTally(performance.now() + leadMs, ending.signal);
  const round = (seed: number): Round => ({
    origin,
    ask,
    tally,
    ended: ending.signal,
    think,
    random: createRandom(seed).next,
  });
  const browsing = town.browsing.map(({ visitor, pk }, index) =>
    browse(round(index + 1), visitor, pk, assets),
  );
  const uploading = town.uploading.map((visitor, index) => upload(round(1000 + index), visitor, parcel));
  const watching = watchHealth(round(2000), town.watcher);
  await wait(leadMs + roundMs);
  ending.abort();
  const sent: Sent[] = (await Promise.all(uploading)).flat();
  await Promise.all(browsing);
  const worstHealth = await watching;
  const strikes = attackers === null ? {} : await stopAttackers(attackers);
  await wait(drainMs);
  return { kinds: tally.kinds(), worstHealth, sent: sent.length, lost: await town.countLost(sent), strikes };
}

async function startAttackers(
  { origin, attacker, stranger, assets }: Town,
  names: readonly string[],
): Promise<ChildProcess> {
  const child = fork(join(installation.root, 'dist', 'node', 'bench-attackers.js'));
  const order: AttackOrder = { origin, account: attacker, stranger, assets, names };
  child.send(order);
  await once(child, 'message');
  return child;
}

/** Ends the attack; how often each struck. What a server holds of theirs is given up after a while. */
async function stopAttackers(child: ChildProcess): Promise<Record<string, number>> {
  const told = once(child, 'message', { signal: AbortSignal.timeout(drainMs) });
  child.send('end');
  const [strikes] = await told.catch(() => [{}]);
  child.kill('SIGKILL');
  return strikes;
}

/** Names of all attacks. */
export const attackNames = Object.keys(attacks);
