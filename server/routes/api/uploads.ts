import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/table.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ServerContext } from '../../services/context.ts';
import { announceImages } from '../../services/inputs/images.ts';
import { confirmLidar, createLidar } from '../../services/inputs/lidar.ts';
import { listImages, requireImage } from '../../services/inputs/photos.ts';
import { listSensorImages } from '../../services/inputs/sensors.ts';
import {
  completeUpload,
  listInputs,
  listOpenUploads,
  resumeUpload,
  signUpload,
} from '../../services/inputs/uploads.ts';
import { requireProject } from '../../services/people/access.ts';
import { viewProject } from '../../services/projects/project-view.ts';
import { callerOf, projectOf } from '../access-hook.ts';
import { addRoute, type Handler } from '../define.ts';

/** `imageset/{pk}/lidar…`, `…/images/…` and the upload calls of a project. */
export function addUploadRoutes(app: FastifyInstance, context: ServerContext): void {
  addRoute(app, context, routes.lidarCreate, ({ request, body }) =>
    createLidar(context, projectOf(request).project, body),
  );
  addRoute(app, context, routes.imagesInitialize, ({ request, body }) =>
    announceImages(context, projectOf(request).project, body),
  );
  addRoute(app, context, routes.imagesList, ({ request }) =>
    listImages(context, projectOf(request).project.pk),
  );
  addRoute(app, context, routes.imageGet, ({ request, params }) =>
    requireImage(context, projectOf(request).project.pk, params.image_id),
  );
  addRoute(app, context, routes.sensorImages, ({ request, params }) =>
    listSensorImages(context, projectOf(request).project.pk, params.sensor_pk),
  );
  const confirm: Handler<typeof routes.lidarPatch> = ({ request, params, body }) =>
    confirmLidar(context, projectOf(request).project, params.lidarPk, body);
  addRoute(app, context, routes.lidarPatch, confirm);
  addRoute(app, context, routes.lidarPost, confirm);
  addRoute(app, context, routes.uploadCompleted, async ({ request, query }) => {
    const { project } = projectOf(request);
    await completeUpload(context, project, query.start_processing);
    return viewProject(context, await requireProject(context, callerOf(request), project.pk, 'own'));
  });
  addRoute(app, context, routes.uploadResuming, async ({ request }) => {
    const { project } = projectOf(request);
    await resumeUpload(context, project);
    return viewProject(context, await requireProject(context, callerOf(request), project.pk, 'own'));
  });
  addRoute(app, context, routes.uploadRecovery, ({ request }) =>
    listInputs(context, projectOf(request).project),
  );
  addRoute(app, context, routes.uploadSign, async ({ request, body }) =>
    signUpload(context, projectOf(request).project, body.name, body.call),
  );
  addRoute(app, context, routes.uploadMultipartList, async ({ request, query }) => {
    const { pk } = projectOf(request).project;
    const prefix = `/${pk}/input/`;
    const uri = query.canonical_uri;
    if (!uri.startsWith(prefix)) throw new AppError('store.unsafe-key', { key: uri });
    const uploads = await listOpenUploads(context, pk, uri.slice(prefix.length));
    return uploads.map((entry) => ({
      key: entry.key,
      upload_id: entry.uploadId,
      initiated: entry.initiated.toISOString(),
    }));
  });
}
