import { createClient } from '#api/client.ts';
import { serveUploads } from '#api/uploads/serve-uploads.ts';
import { xhrTransport } from '#api/uploads/transport.ts';

// The page's types know no worker scope; `self` has the two members that are used.
serveUploads(self, { client: createClient(''), transport: xhrTransport });
