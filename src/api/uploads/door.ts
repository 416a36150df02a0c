import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { fillPath } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/table.ts';
import { describeStoreCall, type SignedCall, type StoreCall } from '#contract/store/signed-call.ts';
import type { ApiClient } from '../client.ts';

/** The way to a project's place in the store. */
export interface StoreDoor {
  /** Files go through the server: whole ones as a form. */
  readonly isLocal: boolean;
  /** Where a call for the file called `name` goes; asked anew for each try, since signed addresses expire. */
  address(name: string, call: StoreCall): Promise<SignedCall>;
}

/** The server's own store: whole files by form POST, else S3's calls. */
function localDoor(pk: number): StoreDoor {
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

/** An S3-compatible service, under addresses that the server signs. */
function signedDoor(client: ApiClient, pk: number, signal: AbortSignal): StoreDoor {
  return {
    isLocal: false,
    address: (name, call) => client.call(routes.uploadSign, { params: { pk }, body: { name, call }, signal }),
  };
}

export const openDoor = (client: ApiClient, pk: number, isLocal: boolean, signal: AbortSignal): StoreDoor =>
  isLocal ? localDoor(pk) : signedDoor(client, pk, signal);
