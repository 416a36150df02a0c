import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call and its response as transmitted. Files sent are recorded by name and size alone. */
export interface Exchange {
  /** Method and path. */
  readonly call: string;
  readonly query: string;
  /** Fields of a form or the JSON of a body, as text. */
  readonly sent: string;
  readonly status: number;
  readonly type: string;
  /** Text, or base64 of anything other than text and JSON. */
  readonly body: string;
}

export interface Listener {
  readonly url: string;
  close(): Promise<void>;
}

async function bytesOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return new Uint8Array(Buffer.concat(parts));
}

async function describe(type: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (!type.startsWith('multipart/form-data')) return Buffer.from(bytes).toString();
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  const fields = [...form].map(([name, value]) =>
    typeof value === 'string' ? `${name}=${value}` : `${name}=file ${value.name}, ${value.size} bytes`,
  );
  return fields.join('\n');
}

const isText = (type: string) => /json|text/.test(type);

async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Listener> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

/** A proxy of a real service that records the traffic. */
export async function startRecorder(
  target: string,
): Promise<Listener & { readonly exchanges: readonly Exchange[] }> {
  const exchanges: Exchange[] = [];
  const listener = await listen(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const method = request.method ?? 'GET';
    const bytes = await bytesOf(request);
    const sentType = request.headers['content-type'] ?? '';
    const answer = await fetch(`${target}${pathname}${search}`, {
      method,
      ...(sentType === '' ? {} : { headers: { 'content-type': sentType } }),
      ...(method === 'GET' ? {} : { body: bytes }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get('content-type') ?? '';
    exchanges.push({
      call: `${method} ${pathname}`,
      query: search,
      sent: await describe(sentType, bytes),
      status: answer.status,
      type,
      body: body.toString(isText(type) ? 'utf8' : 'base64'),
    });
    response.writeHead(answer.status, { 'content-type': type }).end(body);
  });
  return { ...listener, exchanges };
}

/**
 * Replays a recorded service: calls of one kind in order, repeating the last response. `said` are the received calls,
 * in the form of the record.
 */
export async function startReplay(
  exchanges: readonly Exchange[],
): Promise<Listener & { readonly said: Pick<Exchange, 'call' | 'query' | 'sent'>[] }> {
  const left = new Map<string, Exchange[]>();
  for (const exchange of exchanges) left.set(exchange.call, [...(left.get(exchange.call) ?? []), exchange]);
  const said: Pick<Exchange, 'call' | 'query' | 'sent'>[] = [];
  const listener = await listen(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const call = `${request.method ?? 'GET'} ${pathname}`;
    const sent = await describe(request.headers['content-type'] ?? '', await bytesOf(request));
    said.push({ call, query: search, sent });
    const answers = left.get(call);
    const answer = answers && (answers.length > 1 ? answers.shift() : answers[0]);
    if (!answer) {
      response.writeHead(500).end(`${call} is not in the record`);
      return;
    }
    const body = Buffer.from(answer.body, isText(answer.type) ? 'utf8' : 'base64');
    response.writeHead(answer.status, { 'content-type': answer.type }).end(body);
  });
  return { ...listener, said };
}
