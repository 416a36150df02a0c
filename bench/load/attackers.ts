import { setMaxListeners } from 'node:events';
import { setPriority } from 'node:os';
import { createAsk, type Visitor } from './ask.ts';
import { openStage, runAttacks } from './attacks.ts';

/** What the process of the attackers is told. */
export interface AttackRequest {
  readonly origin: string;
  readonly account: Visitor;
  readonly stranger: Visitor;
  readonly assets: readonly string[];
  readonly names: readonly string[];
}

/**
 * The process of the attackers: attacks as the one message of its parent says, until that sends another; answers how
 * often each attack struck. Attackers have machines of their own: here they leave the others the processor.
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
  // What still waits for an answer is not waited for.
  ended.addEventListener('abort', () => process.send?.(strikes, () => process.exit()), { once: true });
  await runAttacks(stage, names, strikes);
}
