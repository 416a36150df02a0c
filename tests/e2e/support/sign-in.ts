import type { APIRequestContext } from '@playwright/test';
import { signInCall } from '#tests/support/sign-in-link.ts';

/** Signs a context in by a one-time link, as its page does. */
export async function signInBy(context: APIRequestContext, link: string): Promise<void> {
  const { url, body } = signInCall(link);
  await context.post(url, { data: body });
}
