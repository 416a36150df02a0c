import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How long bodies may take to arrive, milliseconds. */
export interface BodyTimes {
  /** A JSON body as a whole, however it drips. */
  readonly json: number;
  /** Any body, while nothing of it comes; uploads take as long as they take. */
  readonly idle: number;
}

const usual: BodyTimes = { json: 30_000, idle: 120_000 };

const isJson = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('application/json') === true;

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends connections whose body does not arrive. What the server takes to answer, once it has come, is not limited. A
 * connection on which nothing is read any more, as that of a file that was refused amid its way, ends with the answer.
 */
export function addBodyTimes(app: FastifyInstance, times: BodyTimes = usual): void {
  app.addHook('onRequest', async (request) => {
    if (!hasBody(request)) return;
    const { raw } = request;
    const { socket } = raw;
    const end = () => raw.destroy();
    const timer = isJson(request) ? setTimeout(end, times.json) : null;
    // Requests that are put in without a connection have a stand-in for it.
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
