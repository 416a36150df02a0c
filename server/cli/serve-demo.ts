import { createSimCamera } from '#domain/simulation/flight/sim-camera.ts';
import { translate } from '../messages.ts';
import { defaultFlight } from '../pipeline/simulate/default-flight.ts';
import type { ServerContext } from '../services/context.ts';
import { readOwner } from '../services/people/owner.ts';
import { createDemo, waitForProject } from '../services/projects/demo.ts';
import type { CommandContext } from './command.ts';

/** About 24 photos, enough for every product and processed in a few minutes. */
const demoFlight = {
  sizeM: 200,
  flight: { ...defaultFlight, camera: createSimCamera(1200) },
  density: 4,
} as const;

const stageKeys = { simulate: 'cli.stage.simulate', process: 'cli.stage.process-demo' } as const;

/** Makes the demonstration project on a server without projects and shows its progress until it is processed. */
export async function serveDemo(
  command: Pick<CommandContext, 'signal' | 'progress' | 'warn' | 'pool'>,
  server: ServerContext,
): Promise<void> {
  const { progress, signal } = command;
  const options = {
    ...demoFlight,
    owner: await readOwner(server.db),
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
