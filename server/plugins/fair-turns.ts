import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  createFairShare,
  type FairShare,
  type ShareRules,
  usualShares,
} from '../services/turns/fair-share.ts';
import { networkOf } from './network-of.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the request's turn; null while it has none. */
    endTurn: ((cost?: number) => void) | null;
  }
  interface FastifyContextConfig {
    /**
     * The route receives files, which take as long as the caller's connection: they count by their bytes and hold no
     * turn.
     */
    takesFiles?: boolean;
  }
}

/** Share of time with the event loop busy from which the server counts as busy. */
const busyFrom = 0.5;
/** Interval of that measurement, milliseconds. */
const measuredMs = 250;
/** Milliseconds of work per byte of a body: reading and checking JSON takes about 50 per mebibyte. */
const costOfByte = 50 / 2 ** 20;
/** The same for a file, which is only passed through. */
const costOfFileByte = 5 / 2 ** 20;

/** Whether this process has been busy recently. */
function createBusyMeter(): () => boolean {
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  let measuredAt = performance.now();
  let isBusy = false;
  return () => {
    if (performance.now() - measuredAt < measuredMs) return isBusy;
    const now = performance.eventLoopUtilization();
    isBusy = performance.eventLoopUtilization(now, last).utilization >= busyFrom;
    last = now;
    measuredAt = performance.now();
    return isBusy;
  };
}

/** The share that a request belongs to: that of its account, or of its address where nobody is signed in. */
function callerOf({ account, ip }: FastifyRequest): string {
  return account === null ? `address ${networkOf(ip)}` : `account ${account.pk}`;
}

/** Whether the body is a file, or a part of one. */
function isTransfer({ method, headers, routeOptions }: FastifyRequest): boolean {
  const isForm = headers['content-type']?.startsWith('multipart/') === true;
  return routeOptions.config.takesFiles === true && (method === 'PUT' || isForm);
}

function bodyCost(request: FastifyRequest): number {
  const { headers, routeOptions } = request;
  const length = headers['content-length'];
  const isChunked = headers['transfer-encoding'] !== undefined;
  const bytes = isChunked ? (routeOptions.bodyLimit ?? 0) : Number(length ?? 0);
  return bytes * (isTransfer(request) ? costOfFileByte : costOfByte);
}

/**
 * Queues requests by caller, so that no caller blocks the others. A turn is not held while a body is received, and
 * ends when the response starts.
 */
export function addFairTurns(app: FastifyInstance, rules: ShareRules = usualShares): void {
  const share: FairShare = createFairShare(rules, createBusyMeter());
  app.decorateRequest('endTurn', null);
  const end = async (request: FastifyRequest) => {
    request.endTurn?.();
    request.endTurn = null;
  };
  const take = async (request: FastifyRequest, reply: FastifyReply) => {
    const endTurn = await share.enter(callerOf(request));
    request.endTurn = endTurn;
    // A request that was aborted while it waited is not processed.
    if (request.raw.socket?.destroyed !== true) return;
    await end(request);
    reply.hijack();
  };
  app.addHook('onRequest', async (request, reply) => {
    await take(request, reply);
    const cost = bodyCost(request);
    if (cost === 0) return;
    request.endTurn?.(cost);
    request.endTurn = null;
  });
  app.addHook('preValidation', async (request, reply) => {
    if (request.endTurn === null && !isTransfer(request)) await take(request, reply);
  });
  app.addHook('onSend', end);
  app.addHook('onResponse', end);
  app.addHook('onRequestAbort', end);
}
