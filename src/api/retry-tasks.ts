import { type Edition, hasFeature } from '#contract/editions.ts';
import { pokeAttempts, times } from '#contract/limits.ts';
import { routes } from '#contract/routes/table.ts';
import { type ServiceName, serviceNames } from '#contract/schemas/services.ts';
import type { ApiClient } from './client.ts';

/**
 * Reruns the failed tasks of a project; on a desktop, whose services may have stopped, those are started first.
 * Resolves with the number of tasks. `wait` resolves after some milliseconds.
 */
export async function retryTasks(
  client: ApiClient,
  pk: number,
  edition: Edition,
  wait: (ms: number) => Promise<void>,
): Promise<number> {
  if (hasFeature(edition, 'localServices')) {
    for (const name of serviceNames) await poke(client, name, wait);
  }
  const { retried } = await client.call(routes.projectRetryTasks, { params: { pk } });
  return retried;
}

async function poke(
  client: ApiClient,
  name: ServiceName,
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; attempt <= pokeAttempts; attempt++) {
    const isRunning = await client.call(routes.pokeService, { query: { name } }).then(
      (answer) => answer.is_running,
      () => false,
    );
    if (isRunning) return;
    if (attempt < pokeAttempts) await wait(times.servicePoke);
  }
}
