import { routes } from '#contract/routes/table.ts';
import type { ApiClient } from '../client.ts';

/**
 * Announces the files of a project that was just created for them. Where they are refused, as by the account's limit,
 * the empty project is deleted, so that retries leave none behind. Rejects with the refusal.
 */
export async function cancelOnFailure<T>(
  client: ApiClient,
  pk: number,
  announce: () => Promise<T>,
): Promise<T> {
  try {
    return await announce();
  } catch (error) {
    const call = { params: { pk }, body: { destroy_data: false } };
    await client.call(routes.projectDestroy, call).catch(() => undefined);
    throw error;
  }
}
