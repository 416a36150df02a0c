import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once, setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '#domain/math/random.ts';
import { installation } from '#server/runtime/paths.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';
import type { Visitor } from './ask.ts';
import type { AttackRequest } from './attackers.ts';
import { attacks } from './attacks.ts';
import { browse, type Parcel, type Round, type Sent, uploadOne, watchHealth } from './people.ts';
import { createTally, type Kind, type Tally } from './tally.ts';
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
  /** Longest time without a response of the server's health, milliseconds. */
  readonly worstHealth: number;
  readonly sent: number;
  readonly lost: number;
  readonly strikes: Readonly<Record<string, number>>;
}

/** Longest wait of a person between two requests, milliseconds; half of it is the shortest. */
const think = 10_000;
const mebibyte = 2 ** 20;
/** For everybody to have come in and fetched the page, milliseconds. */
const arrivalMs = 30_000;
/** For attackers to have used up what newcomers have, and for the server to rest after them, milliseconds. */
const leadMs = 6000;

/** State shared by all rounds: the people stay the same. */
interface Crowd {
  readonly town: Town;
  /** Files that were completed since the last round. */
  readonly sent: Sent[];
  /** Who takes note at the moment. */
  tally: Tally;
}

/**
 * Runs rounds against one server and the same people, each with the named attacks of `attacks.ts`, or none. Requests
 * count for the round in which they are sent.
 */
export async function runRounds(
  options: LoadOptions,
  rounds: readonly (readonly string[])[],
): Promise<RoundFigures[]> {
  const town = await openTown(options);
  const ending = new AbortController();
  // Everybody listens to the end.
  setMaxListeners(0, ending.signal);
  const crowd: Crowd = { town, sent: [], tally: createTally() };
  const people = startPeople(crowd, ending.signal);
  const figures: RoundFigures[] = [];
  try {
    await wait(arrivalMs);
    for (const names of rounds) figures.push(await runRound(crowd, options, names));
  } finally {
    ending.abort();
    await Promise.all(people);
    await town.close();
  }
  return figures;
}

function startPeople(crowd: Crowd, ended: AbortSignal): Promise<unknown>[] {
  const { origin, ask, assets, browsing, uploading } = crowd.town;
  const tally: Tally = { ...crowd.tally, note: (kind, asked) => crowd.tally.note(kind, asked) };
  const round = (seed: number): Round => ({
    origin,
    ask,
    tally,
    ended,
    think,
    random: createRandom(seed).next,
  });
  const bytes = patternBytes(11 * mebibyte);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const parcel: Parcel = { bytes, sha256, partSize: 5 * mebibyte };
  const send = async (visitor: Visitor, seed: number) => {
    while (!ended.aborted) {
      const one = await uploadOne(round(seed++), visitor, parcel);
      if (one !== null) crowd.sent.push(one);
    }
  };
  return [
    ...browsing.map(({ visitor, pk }, index) => browse(round(index + 1), visitor, pk, assets)),
    ...uploading.map((visitor, index) => send(visitor, 1000 * (index + 1))),
  ];
}

async function runRound(
  crowd: Crowd,
  { roundMs }: LoadOptions,
  names: readonly string[],
): Promise<RoundFigures> {
  const { town, sent } = crowd;
  const attackers = names.length > 0 ? await startAttackers(town, names) : null;
  await wait(leadMs);
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  crowd.tally = createTally();
  const { origin, ask } = town;
  const watched = { origin, ask, tally: crowd.tally, ended: ending.signal, think, random: Math.random };
  const watching = watchHealth(watched, town.watcher);
  await wait(roundMs);
  ending.abort();
  const { tally } = crowd;
  crowd.tally = createTally();
  const worstHealth = await watching;
  const strikes = attackers === null ? {} : await stopAttackers(attackers);
  const completed = sent.splice(0);
  return {
    kinds: tally.kinds(),
    worstHealth,
    sent: completed.length,
    lost: await town.countLost(completed),
    strikes,
  };
}

async function startAttackers(
  { origin, attacker, stranger, assets }: Town,
  names: readonly string[],
): Promise<ChildProcess> {
  const child = fork(join(installation.root, 'dist', 'node', 'bench-attackers.js'));
  const request: AttackRequest = { origin, account: attacker, stranger, assets, names };
  child.send(request);
  await once(child, 'message');
  return child;
}

/** Ends the attack; how often each struck. What a server holds of theirs is given up after a while. */
async function stopAttackers(child: ChildProcess): Promise<Record<string, number>> {
  const told = once(child, 'message', { signal: AbortSignal.timeout(leadMs) });
  child.send('end');
  const [strikes] = await told.catch(() => [{}]);
  child.kill('SIGKILL');
  return strikes;
}

/** Names of all attacks. */
export const attackNames = Object.keys(attacks);
