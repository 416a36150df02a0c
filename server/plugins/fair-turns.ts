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
    /** Takes files, as long as its caller's connection takes to send them: they are paid by their bytes and hold no turn. */
    takesFiles?: boolean;
  }
}

/** Share of time in which the server does nothing but work, from which on it counts as busy. */
const busyFrom = 0.5;
/** Milliseconds for which that is measured. */
const measuredMs = 250;
/** Milliseconds of work that a byte of a body counts as: reading and checking JSON takes some 50 a mebibyte. */
const costOfByte = 50 / 2 ** 20;
/** The same of a file, whose bytes go through. */
const costOfFileByte = 5 / 2 ** 20;

/** Tells whether this process has been busy of late. */
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

/** Whose share a request is of: that of its account, or of its address where nobody has signed in. */
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
 * Lets requests wait for their callers' turns, so that nobody's keep the server from others. A turn is not held while a
 * body comes in, which takes as long as its sender likes, and ends where an answer begins.
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
    // Whoever gave up while it waited is not worked for.
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
