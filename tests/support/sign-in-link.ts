import { routeUrl } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/table.ts';

/** The call that the page of a sign-in link makes on confirmation. */
export function signInCall(link: string): {
  readonly url: string;
  readonly body: { readonly token: string };
} {
  const token = link.slice(link.lastIndexOf('/') + 1);
  return { url: new URL(routeUrl(routes.accountSignIn), link).href, body: { token } };
}
