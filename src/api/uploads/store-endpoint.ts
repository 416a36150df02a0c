import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { fillPath } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/table.ts';
import { describeStoreCall, type SignedCall, type StoreCall } from '#contract/store/signed-call.ts';
import type { ApiClient } from '../client.ts';

/** Destination of a project's files. */
export interface StoreEndpoint {
  /** Files are sent to the server: whole ones as a form. */
  readonly isLocal: boolean;
  /** Address of a call for the file `name`; requested for each attempt, since signed addresses expire. */
  address(name: string, call: StoreCall): Promise<SignedCall>;
}

/** The server's own store: whole files by form POST, else S3's calls. */
function localEndpoint(pk: number): StoreEndpoint {
  return {
    isLocal: true,
    async address(name, call) {
      const { method, query } = describeStoreCall(call);
      const search = new URLSearchParams(query).toString();
      const url = fillPath(rawRoutes.inputPost.path, { pk, name }) + (search === '' ? '' : `?${search}`);
      return { method: call.call === 'put' ? 'POST' : method, url, headers: {} };
    },
  };
}

/** An S3-compatible service, at addresses that the server signs. */
function signedEndpoint(client: ApiClient, pk: number, signal: AbortSignal): StoreEndpoint {
  return {
    isLocal: false,
    address: (name, call) => client.call(routes.uploadSign, { params: { pk }, body: { name, call }, signal }),
  };
}

export const storeEndpoint = (
  client: ApiClient,
  pk: number,
  isLocal: boolean,
  signal: AbortSignal,
): StoreEndpoint => (isLocal ? localEndpoint(pk) : signedEndpoint(client, pk, signal));
