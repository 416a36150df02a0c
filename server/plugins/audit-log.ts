import type { FastifyInstance, FastifyRequest } from 'fastify';
import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { routes } from '#contract/routes/table.ts';
import { parsePk } from '#contract/validation/reserved-words.ts';

/** One audit entry: who did what. */
export interface AuditEntry {
  /** Identifier of the call in the route table. */
  readonly action: string;
  /** Key of the account that called, or that the call signed in; null for none. */
  readonly account: number | null;
  /** Network address that the call came from. */
  readonly address: string;
  /** Key of the project concerned; null where it is about the account. */
  readonly project: number | null;
  /** HTTP status of the response: from 400 on it was refused or failed. */
  readonly status: number;
  /** The error code as sent to the caller. */
  readonly request: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Identifier of the route in the table. */
    action?: string;
  }
  interface FastifyRequest {
    /** Key of the account that the request signed in, or null. */
    signedIn: number | null;
  }
}

/** Signing in and out, addresses, sharing, exports and deletions. */
const kept: ReadonlySet<string> = new Set(
  [
    routes.accountLogin,
    routes.accountSignIn,
    routes.accountLogout,
    routes.accountPut,
    routes.emailVerify,
    routes.projectShare,
    routes.projectShareRole,
    routes.projectUnshare,
    routes.projectConfidentiality,
    routes.projectDestroy,
    routes.projectClean,
    routes.projectExportArchive,
    routes.productExport,
    rawRoutes.archiveGet,
    rawRoutes.inputDelete,
  ].map(({ id }) => id),
);

/** Before a call's input is validated, the key is text. */
function projectOf(request: FastifyRequest): number | null {
  const { pk } = (request.params ?? {}) as { pk?: string | number };
  return pk === undefined ? null : parsePk(String(pk));
}

/**
 * Reports each of these calls after its response, whether it succeeded or not. Bodies and queries are not reported:
 * they hold passwords, codes and other people's addresses.
 */
export function addAuditLog(app: FastifyInstance, tell: (entry: AuditEntry) => void): void {
  app.decorateRequest('signedIn', null);
  app.addHook('onResponse', async (request, reply) => {
    const { action } = request.routeOptions.config;
    if (action === undefined || !kept.has(action)) return;
    tell({
      action,
      account: request.signedIn ?? request.account?.pk ?? null,
      address: request.ip,
      project: projectOf(request),
      status: reply.statusCode,
      request: request.id,
    });
  });
}
