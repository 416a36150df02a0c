import { test as base, request } from '@playwright/test';
import { type JourneyServer, startJourneyServer } from './server.ts';
import { signInBy } from './sign-in.ts';

type StorageState = Awaited<ReturnType<Awaited<ReturnType<typeof request.newContext>>['storageState']>>;

interface WorkerFixtures {
  /** One server for all journeys, with the cookies of its owner. */
  server: JourneyServer & { readonly owner: StorageState };
}

/** Playwright's `test` on a real server; every page starts signed in as its owner. */
export const test = base.extend<object, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const server = await startJourneyServer();
      const context = await request.newContext();
      await signInBy(context, server.signInUrl);
      const owner = await context.storageState();
      await context.dispose();
      await use({ ...server, owner });
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ server }, use) => use(server.url),
  storageState: ({ server }, use) => use(server.owner),
});

/** Starts a page without a signed-in user. */
export const signedOut = { cookies: [], origins: [] };
