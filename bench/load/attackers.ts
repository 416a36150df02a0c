import { setMaxListeners } from 'node:events';
import { setPriority } from 'node:os';
import { createAsk, type Visitor } from './ask.ts';
import { openStage, runAttacks } from './attacks.ts';

/** The message to the process of the attackers. */
export interface AttackRequest {
  readonly origin: string;
  readonly account: Visitor;
  readonly stranger: Visitor;
  readonly assets: readonly string[];
  readonly names: readonly string[];
}

/**
 * The process of the attackers: attacks as its parent's first message says, until the second; replies with the count
 * of each attack. Real attackers have separate machines: here they have a lower CPU priority.
 */
process.once('message', (request) => {
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  process.once('message', () => ending.abort());
  setPriority(10);
  void run(request as AttackRequest, ending.signal);
});

async function run({ names, ...request }: AttackRequest, ended: AbortSignal): Promise<void> {
  const stage = await openStage({ ...request, ask: createAsk(request.origin), ended });
  process.send?.('ready');
  const strikes: Record<string, number> = {};
  // Pending requests are not awaited.
  ended.addEventListener('abort', () => process.send?.(strikes, () => process.exit()), { once: true });
  await runAttacks(stage, names, strikes);
}
