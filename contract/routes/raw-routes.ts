import type { Access } from '../roles.ts';
import type { Method } from './route.ts';

/** A request whose body or response is not JSON: files, uploads, redirects. */
export interface RawRoute {
  readonly id: string;
  readonly method: Method;
  /** Path from the root of the origin, with `{name}` for each parameter. */
  readonly path: string;
  readonly access: Access;
}

/**
 * Routes outside the JSON table.
 * - `fileGet`: a file of a product (`product.files[].url`), with Range, ETag, If-Range; status 200, 206, 304, 416.
 * - `proofsGet`: verification results of a product's downloads when they were created, as a report read by `plumbline
 *   verify` (`contract/schemas/file-proofs.ts`).
 * - `photoGet`: a photo of the project as uploaded, by its name in the store, with the responses of `fileGet`.
 * - `overlayPut`: a picture over the site, a TIFF whose name is its SHA-256 and `.tif`; the response is 201 without a
 *   body. `overlayGet` has the responses of `fileGet`; what it sends never changes.
 * - `archiveGet`: the project as one archive, with `?inputs` including its uploaded files, with `?drawing` its products
 *   cropped and flattened by the drawing; `contract/schemas/archive.ts`.
 * - `thumbnailGet`: a thumbnail of a project, or of one of its photos, created on first request.
 * - `inputPost`: without query, a form POST with one file field; with `?uploads` it creates a multipart upload and with
 *   `?uploadId` it completes one. `inputPut` sends a part (`?partNumber&uploadId`), `inputGet` lists parts
 *   (`?uploadId&part-number-marker&max-parts`), `inputDelete` aborts an upload. Their XML is in
 *   `contract/store/multipart-xml.ts`.
 * - `projectEvents`: the project's changes as server-sent events (`contract/schemas/project-events.ts`); with
 *   `Last-Event-ID` events already received are not repeated. The stream ends every ten minutes, when the caller loses
 *   access to the project, and at server shutdown.
 */
export const rawRoutes = {
  fileGet: { id: 'file.get', method: 'GET', path: '/files/{pk}/{productPk}/{name}', access: 'view' },
  proofsGet: { id: 'proofs.get', method: 'GET', path: '/files/{pk}/{productPk}/proofs.json', access: 'view' },
  photoGet: { id: 'photo.get', method: 'GET', path: '/files/{pk}/images/{name}', access: 'view' },
  overlayPut: { id: 'overlay.put', method: 'PUT', path: '/files/{pk}/overlays/{name}', access: 'edit' },
  overlayGet: { id: 'overlay.get', method: 'GET', path: '/files/{pk}/overlays/{name}', access: 'view' },
  archiveGet: { id: 'archive.get', method: 'GET', path: '/files/{pk}/archive', access: 'own' },
  thumbnailGet: { id: 'thumbnail.get', method: 'GET', path: '/{pk}/thumbnail/{name}', access: 'view' },
  inputPost: { id: 'input.post', method: 'POST', path: '/{pk}/input/{name}', access: 'own' },
  inputPut: { id: 'input.put', method: 'PUT', path: '/{pk}/input/{name}', access: 'own' },
  inputGet: { id: 'input.get', method: 'GET', path: '/{pk}/input/{name}', access: 'own' },
  inputDelete: { id: 'input.delete', method: 'DELETE', path: '/{pk}/input/{name}', access: 'own' },
  projectEvents: { id: 'project.events', method: 'GET', path: '/api/imageset/{pk}/events', access: 'view' },
} as const satisfies Record<string, RawRoute>;

export type RawRouteName = keyof typeof rawRoutes;
