import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Timeouts of request bodies, milliseconds. */
export interface BodyTimes {
  /** For a JSON body as a whole. */
  readonly json: number;
  /** For any body, between two chunks; uploads have no total limit. */
  readonly idle: number;
}

const usual: BodyTimes = { json: 30_000, idle: 120_000 };

const isJson = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('application/json') === true;

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Closes connections whose body does not arrive. The time of processing after that is not limited. A connection that
 * is no longer read, as after refusing a file during its upload, is closed with the response.
 */
export function addBodyTimes(app: FastifyInstance, times: BodyTimes = usual): void {
  app.addHook('onRequest', async (request) => {
    if (!hasBody(request)) return;
    const { raw } = request;
    const { socket } = raw;
    const end = () => raw.destroy();
    const timer = isJson(request) ? setTimeout(end, times.json) : null;
    // Injected requests have a stand-in for the connection.
    const connection = socket instanceof Socket ? socket : null;
    connection?.setTimeout(times.idle, end);
    const stop = () => {
      if (timer !== null) clearTimeout(timer);
      connection?.setTimeout(0);
      connection?.off('timeout', end);
    };
    raw.once('end', stop).once('close', stop);
  });
  app.addHook('onSend', async ({ raw }, reply) => {
    if (raw.destroyed && !raw.complete) reply.header('connection', 'close');
  });
}
