import { expect, it, onTestFinished } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import type { Capacity } from '#contract/schemas/capacity.ts';
import { createTestApi } from '#tests/support/api.ts';

it('a server tells what it has for processing, within its quota', async () => {
  const api = await createTestApi({ quotaBytes: 1_000_000 });
  onTestFinished(() => api.close());
  const caller = await api.signIn({ email: 'owner@example.com', isSuperuser: false });
  const answer = (await api.call(caller, routes.capacity)).json() as Capacity;
  expect(answer.free_disk).toBeLessThanOrEqual(1_000_000);
  expect(answer.free_disk).toBeGreaterThan(0);
  expect(answer.memory).toBeGreaterThan(2 ** 28);
  expect(answer.threads).toBeGreaterThan(0);
});
