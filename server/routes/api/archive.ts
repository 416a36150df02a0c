import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { limits } from '#contract/limits.ts';
import { archiveQuery } from '#contract/routes/archive-routes.ts';
import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { routes } from '#contract/routes/table.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { planArchive } from '../../services/archive/export-archive.ts';
import { exportToFolder } from '../../services/archive/export-to-folder.ts';
import type { ServerContext } from '../../services/context.ts';
import { projectOf } from '../access-hook.ts';
import { addRawRoute, addRoute } from '../define.ts';
import { serveBytes } from '../files/serve-bytes.ts';

/** A project as one archive: sent to a browser, or written into a folder of this machine. */
export function addArchiveRoutes(app: FastifyInstance, context: ServerContext): void {
  addRoute(app, context, routes.projectExportArchive, ({ request, query }) =>
    exportToFolder(context, projectOf(request).project, {
      withInputs: query.inputs,
      isShaped: query.drawing,
      folder: query.dest,
    }),
  );
  addRawRoute(app, context, rawRoutes.archiveGet, limits.jsonBody, async (request, reply) => {
    const query = archiveQuery.safeParse(request.query);
    if (!query.success) {
      throw new AppError('api.bad-request', { place: request.url, reason: 'inputs, drawing' });
    }
    const { project } = projectOf(request);
    const { inputs: withInputs, drawing: isShaped } = query.data;
    const archive = await planArchive(context, project, { withInputs, isShaped });
    const served = { kind: 'zip', saveAs: archive.fileName, cacheControl: 'private, no-store' } as const;
    const pieces = Readable.from(request.method === 'HEAD' ? [] : archive.pieces());
    return serveBytes(reply.header('content-length', archive.length), served, pieces);
  });
}
