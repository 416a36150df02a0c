import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { hasFeature } from '#contract/editions.ts';
import { limits } from '#contract/limits.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { withoutValues } from './db/query-failure.ts';
import { type AuditEntry, addAuditLog } from './plugins/audit-log.ts';
import { addBodyTimes, type BodyTimes } from './plugins/body-times.ts';
import { addErrorAnswers, describeError } from './plugins/errors.ts';
import { addFairTurns } from './plugins/fair-turns.ts';
import { addJsonBody } from './plugins/json-body.ts';
import { addLicenseGuard } from './plugins/license-guard.ts';
import { addOpenApi } from './plugins/openapi.ts';
import { addOriginGuard } from './plugins/origin-guard.ts';
import { addSecurityHeaders } from './plugins/security-headers.ts';
import { addSessions } from './plugins/session.ts';
import { addWeb } from './plugins/web.ts';
import { addAccountRoutes } from './routes/api/account.ts';
import { addArchiveRoutes } from './routes/api/archive.ts';
import { addDiskRoutes } from './routes/api/disk.ts';
import { addDrawingRoutes } from './routes/api/drawing.ts';
import { addEventRoutes } from './routes/api/events.ts';
import { addImagesetRoutes } from './routes/api/imageset.ts';
import { addLicenseRoutes } from './routes/api/license.ts';
import { addMiscRoutes } from './routes/api/misc.ts';
import { addProductRoutes } from './routes/api/products.ts';
import { addProjectionRoutes } from './routes/api/projection.ts';
import { addSharingRoutes } from './routes/api/sharing.ts';
import { addSiteRoutes } from './routes/api/sites.ts';
import { addUploadRoutes } from './routes/api/uploads.ts';
import { addFileRoutes } from './routes/files/files.ts';
import { addInputRoutes } from './routes/files/inputs.ts';
import { addOverlayRoutes } from './routes/files/overlays.ts';
import { addSignInRoute } from './routes/sign-in.ts';
import type { ServerContext } from './services/context.ts';
import { openServerLicense } from './services/license/open-server-license.ts';
import type { ShareRules } from './services/turns/fair-share.ts';

export interface AppOptions {
  /** Folder of the built page; null serves the interface alone. */
  readonly webFolder: string | null;
  /** Writes the log of failures to standard error. */
  readonly hasLog: boolean;
  /** Timeouts of request bodies; the defaults where left out. */
  readonly bodyTimes?: BodyTimes;
  /** Receives who did what; the log where left out. */
  readonly onAudit?: (entry: AuditEntry) => void;
  /** Limits of each caller where there are accounts; the defaults where left out. */
  readonly shares?: ShareRules;
  /** The clock of the licence, seconds since 1970; the system's by default. */
  readonly now?: () => number;
}

/** The text of a coordinate system travels in a path, where most of its characters take three. */
const percentEncoded = 3;
const usualHeaderSize = 16 * 1024;

/** The HTTP application with every route, ready to listen or to be injected into. */
export async function buildApp(context: ServerContext, options: AppOptions): Promise<FastifyInstance> {
  const now = options.now ?? (() => Date.now() / 1000);
  const license = hasFeature(context.config.edition, 'license')
    ? await openServerLicense(context, now)
    : null;
  const app = Fastify({
    logger: options.hasLog
      ? { level: 'warn', stream: process.stderr, serializers: { err: withoutValues } }
      : false,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: percentEncoded * limits.wktLength },
    http: { maxHeaderSize: percentEncoded * limits.wktLength + usualHeaderSize },
    // Only the named proxies are trusted for client addresses and the scheme.
    trustProxy: context.config.trustedProxies.length > 0 ? [...context.config.trustedProxies] : false,
    requestTimeout: 0,
    forceCloseConnections: 'idle',
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  addJsonBody(app);
  app.decorateRequest('projectAccess', null);
  addErrorAnswers(app);
  await addSecurityHeaders(app, context.config);
  addOriginGuard(app, context.config);
  if (license !== null) addLicenseGuard(app, license);
  await addSessions(app, context);
  const auditLog = app.log.child({}, { level: 'info' });
  addAuditLog(app, options.onAudit ?? ((entry) => auditLog.info({ audit: entry }, entry.action)));
  if (hasFeature(context.config.edition, 'accounts')) addFairTurns(app, options.shares);
  // A body is not read before its turn.
  addBodyTimes(app, options.bodyTimes);
  await addOpenApi(app, context.config);
  addAccountRoutes(app, context);
  addImagesetRoutes(app, context);
  addEventRoutes(app, context);
  addSharingRoutes(app, context);
  addSiteRoutes(app, context);
  addDiskRoutes(app, context);
  addArchiveRoutes(app, context);
  addProductRoutes(app, context);
  addUploadRoutes(app, context);
  addDrawingRoutes(app, context);
  addLicenseRoutes(app, context, license);
  addProjectionRoutes(app, context);
  addMiscRoutes(app, context, license);
  addSignInRoute(app, context);
  addFileRoutes(app, context);
  await addInputRoutes(app, context);
  await addOverlayRoutes(app, context);
  if (options.webFolder !== null) await addWeb(app, options.webFolder);
  app.setNotFoundHandler((request, reply) => {
    const error = new AppError('api.not-found', { path: request.url });
    return reply.code(404).send(describeError(error, request.id));
  });
  return app;
}
