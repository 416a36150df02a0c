import { z } from 'zod';
import {
  account,
  accountUpdate,
  emailVerification,
  existenceBody,
  loginBody,
  logoutQuery,
  signInBody,
} from '../schemas/account.ts';
import { done, noBody, nothing } from '../schemas/common.ts';
import { defineRoute } from './route.ts';

/** The signed-in person, or 401. */
export const accountGet = defineRoute({
  id: 'account.get',
  method: 'GET',
  path: '/account',
  access: 'account',
  params: nothing,
  query: nothing,
  body: noBody,
  response: account,
});

/** Changes the person's own data; another address counts once the code that is sent there comes back. */
export const accountPut = defineRoute({
  id: 'account.put',
  method: 'PUT',
  path: '/account',
  access: 'account',
  params: nothing,
  query: nothing,
  body: accountUpdate,
  response: account,
});

/** Signs in with address and password; sets the session cookie. */
export const accountLogin = defineRoute({
  id: 'account.login',
  method: 'POST',
  path: '/account/login',
  access: 'public',
  edition: 'cloud',
  params: nothing,
  query: nothing,
  body: loginBody,
  response: account,
});

/** Signs in by the token of a one-time link, and uses it up; sets the session cookie. */
export const accountSignIn = defineRoute({
  id: 'account.sign-in',
  method: 'POST',
  path: '/account/sign_in',
  access: 'public',
  edition: 'cloud',
  params: nothing,
  query: nothing,
  body: signInBody,
  response: account,
});

/** Ends the session, if there is one. */
export const accountLogout = defineRoute({
  id: 'account.logout',
  method: 'POST',
  path: '/account/logout',
  access: 'public',
  edition: 'cloud',
  params: nothing,
  query: logoutQuery,
  body: noBody,
  response: done,
});

/** Sends back the code that was sent to a new address: from then on it is the account's. */
export const emailVerify = defineRoute({
  id: 'account.verify-email',
  method: 'POST',
  path: '/marketing_site/verify_email',
  access: 'account',
  edition: 'cloud',
  params: nothing,
  query: emailVerification,
  body: noBody,
  response: account,
});

/** Whether an account has this address; true when none is given. */
export const accountExists = defineRoute({
  id: 'account.exists',
  method: 'POST',
  path: '/account/check_if_user_exists',
  access: 'public',
  edition: 'cloud',
  params: nothing,
  query: nothing,
  body: existenceBody,
  response: z.object({ exists: z.boolean() }),
});
