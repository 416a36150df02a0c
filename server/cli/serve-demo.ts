import { translate } from '../messages.ts';
import { ensureAccount, ownerEmail } from '../services/accounts.ts';
import type { ServerContext } from '../services/context.ts';
import { createDemo, waitForProject } from '../services/demo.ts';
import type { CommandContext } from './command.ts';

/** Half a million points: small enough for a first start, large enough to be worth looking at. */
const demoSite = { sizeM: 200, pulsesPerM2: 12 } as const;

const stageKeys = { simulate: 'cli.stage.simulate', process: 'cli.stage.process-demo' } as const;

/** Makes the demonstration project on a server without projects and shows how far it is until it is processed. */
export async function serveDemo(
  command: Pick<CommandContext, 'signal' | 'progress' | 'warn' | 'pool'>,
  server: ServerContext,
): Promise<void> {
  const { progress, signal } = command;
  const options = {
    ...demoSite,
    owner: await ensureAccount(server.db, { email: ownerEmail }),
    name: translate('cli.serve.demo-name'),
    signal,
    pool: () => command.pool(),
    onProgress: (stage: keyof typeof stageKeys, fraction: number) =>
      progress.report(fraction, stageKeys[stage]),
  };
  const pk = await createDemo(server, options);
  if (pk === null) return;
  const { state } = await waitForProject(server, pk, options);
  progress.clear();
  if (state !== 'completed') command.warn(translate('cli.serve.demo-failed'));
}
